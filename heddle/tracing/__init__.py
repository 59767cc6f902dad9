"""Tracing: events, diagnostics, and counters of everything the engine does."""
