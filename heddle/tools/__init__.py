"""Command-line tools: device diagnosis (`doctor`), demos (`demo`), explanations, profiles and recordings."""
