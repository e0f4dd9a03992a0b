"""The joining: events, session, signals, commands."""

VERSION = "0.1.0"
"""The one place of the version: pyproject.toml reads it here, since a checkout is run without being installed."""
