"""Default schedules: the actions chosen for a kernel without a search."""
