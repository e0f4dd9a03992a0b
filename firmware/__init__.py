"""The joining: events, session, signals, commands."""
