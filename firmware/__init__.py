"""The joining: events, session, signals, commands."""

VERSION = "0.1.0"
"""As in pyproject.toml; kept here too, since the launcher runs from a checkout that is not installed as a package."""
