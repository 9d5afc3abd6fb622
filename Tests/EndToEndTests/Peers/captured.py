"""Runs a program as an editor's hook does: both outputs are pipes that are read to their ends.

    captured.py SECONDS WORD...     exits 0 if all was over in time and the program exited 0
"""

import subprocess
import sys

done = subprocess.run(sys.argv[2:], input=b"x", capture_output=True, timeout=float(sys.argv[1]))
sys.stdout.buffer.write(done.stdout)
sys.stderr.buffer.write(done.stderr)
sys.exit(done.returncode)
