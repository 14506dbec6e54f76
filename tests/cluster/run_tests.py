#!/usr/bin/env python3
"""Runs the tests of allide.cluster with the Python of scripts/install-ray.sh; exits with 77 if it is not there.

    run_tests.py PYTHON [pytest options]
"""
import os
import pathlib
import subprocess
import sys

python, options = sys.argv[1], sys.argv[2:]
if not os.access(python, os.X_OK) or subprocess.run([python, "-c", "import ray"], capture_output=True).returncode != 0:
    print("skipped: Ray is not installed; scripts/install-ray.sh installs it")
    sys.exit(77)
sys.exit(subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(pathlib.Path(__file__).parent), *options]).returncode)
