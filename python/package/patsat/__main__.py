"""``python -m patsat`` is the command ``patsat``."""

import sys

from ._command import main

if __name__ == "__main__":
    sys.exit(main())
