"""The rules of Pop 10 as a pure machine: boards in, rulings out. Standard library only, no clock, no I/O."""
