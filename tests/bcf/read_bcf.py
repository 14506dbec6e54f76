"""Opens a BCF file with bcf-client, a package of the IfcOpenShell project, and prints what that found as JSON.

Run: read_bcf.py FILE, with a Python that has the package.
"""

import json
import struct
import sys

import bcf.bcfxml


def point(vector):
    return [vector.x, vector.y, vector.z]


def size_of(png):
    return list(struct.unpack(">II", png[16:24])) if png[:8] == b"\x89PNG\r\n\x1a\n" else None


def viewpoint(handler):
    info = handler.visualization_info
    camera = info.perspective_camera
    return {"guid": info.guid,
            "ifc_guids": [c.ifc_guid for c in info.components.selection.component],
            "parts": [c.authoring_tool_id for c in info.components.selection.component],
            "eye": point(camera.camera_view_point), "direction": point(camera.camera_direction), "up": point(camera.camera_up_vector),
            "field_of_view": camera.field_of_view, "snapshot": size_of(handler.snapshot)}


def labels(topic):
    found = topic.labels  # a list in 2.1, an element with a list in 3.0
    return list(found.label) if hasattr(found, "label") else list(found)


def topic(handler):
    one = handler.topic
    return {"guid": one.guid, "title": one.title, "index": one.index, "type": one.topic_type, "status": one.topic_status,
            "labels": labels(one), "description": one.description, "author": one.creation_author, "date": str(one.creation_date),
            "viewpoints": [viewpoint(v) for v in handler.viewpoints.values()]}


with bcf.bcfxml.load(sys.argv[1]) as file:
    json.dump({"version": file.version.version_id, "topics": [topic(handler) for handler in file.topics.values()]}, sys.stdout)
