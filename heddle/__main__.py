"""Entry point of `python -m heddle`: the same as the command `heddle`."""
from heddle.cli import main

if __name__ == "__main__":
    main()
