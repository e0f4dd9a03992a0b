"""A demonstration without devices: simulated players in front of the simulated camera."""
