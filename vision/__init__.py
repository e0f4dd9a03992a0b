"""From pictures to boards: where the grid is, what lies in its 42 cells, and when it stands still."""
