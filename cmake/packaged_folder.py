"""Prints the folder from which a header of an installed Python package can be included.

    packaged_folder.py PACKAGE HEADER      packaged_folder.py cmeel-fmt fmt/format.h
"""

import importlib.metadata
import pathlib
import sys

package, header = sys.argv[1:]
for file in importlib.metadata.files(package) or []:
    if file.as_posix().endswith("/" + header):
        path = pathlib.Path(str(importlib.metadata.distribution(package).locate_file(file))).resolve()
        print(path.parents[header.count("/")])
        break
else:
    sys.exit(f"{package} has no file {header}")
