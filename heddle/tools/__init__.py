"""Programs around heddle: what works on this machine (`doctor`) and the two jobs that show it at work (`demo`)."""
