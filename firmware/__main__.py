"""`python -m firmware` is `pop10`."""

from firmware.cli import main

if __name__ == "__main__":
    main()
