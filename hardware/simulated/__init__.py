"""The twins: drivers without devices. A table with a board, pictures of it, and what lights, sounds and is pressed."""
