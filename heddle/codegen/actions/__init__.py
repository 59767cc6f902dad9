"""Actions on loops: parsing, legality, application, and the neighbours that a search tries."""
