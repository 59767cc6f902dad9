"""One file per peer. Each says how it takes an array, how it compiles a formula, and its own words for the operations."""
