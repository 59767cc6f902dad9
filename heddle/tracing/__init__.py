"""Tracing: the event bus, types of events, recorders of the timeline, and counters."""
