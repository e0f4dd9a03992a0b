"""The ports to the world (camera, strip, sounder, buttons, clock) and their drivers. Knows no game."""
