"""``python -m patsat`` is the command ``patsat``."""

import sys

from ._command import main

sys.exit(main())
