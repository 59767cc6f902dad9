"""The verifier: rules for each stage, and proofs that accesses stay inside their buffers."""
