"""Browser demo of the sentence encoder: a folder for any web server, and a server for this machine alone."""
