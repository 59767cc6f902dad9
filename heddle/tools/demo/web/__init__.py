"""The sentence encoder in a browser: a folder that any web server can serve, and one that serves it to this machine alone."""
