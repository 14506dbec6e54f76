#!/usr/bin/env python3
"""allide-read-ifc: reads IFC files through IfcOpenShell for allide.

Usage: allide-read-ifc NAME SAG MEMORY. Standard input is the file, standard output the answer, an assembly or an
error in the layout of src/io/program/assembly_message.cpp.
"""

import ctypes
import io
import os
import resource
import signal
import struct
import sys
import zipfile

VERSION = "@PROJECT_VERSION@"
# Values of ErrorCode in allide/result.hpp.
UNKNOWN_FORMAT, BAD_SYNTAX, TOO_LARGE = 1, 2, 6

INSTALL = ("IFC files need IfcOpenShell, a package for Python: run scripts/install-ifc.sh, or install it with "
           "'python3 -m pip install ifcopenshell' and set ALLIDE_IFC_PYTHON to that Python unless it is the python3 in PATH")


class Refusal(Exception):
    def __init__(self, code, message, line=None):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


# ---- The message.

def text(value):
    data = value.encode("utf-8", "replace")
    return struct.pack("=Q", len(data)) + data


def optional(number):
    return struct.pack("=?Q", number is not None, number or 0)


def traits(part):
    return struct.pack("=d?3d", part["sag"], part["colour"] is not None, *(part["colour"] or (0, 0, 0)))


def mesh(name, vertices, triangles):
    no_traits = {"sag": 0.0, "colour": None}
    return (text(name) + traits(no_traits) + struct.pack("=Q", len(vertices) // 24) + vertices +
            struct.pack("=Q", len(triangles) // 12) + triangles + struct.pack("=Q", 0))


def instance(part):
    return (text(part["name"]) + struct.pack("=I12d", part["mesh"], *part["matrix"]) + traits(part) + optional(part["parent"]) +
            struct.pack("=Q", len(part["attributes"])) + b"".join(text(name) + text(value) for name, value in part["attributes"]))


def note(message):
    return text(message) + optional(None) + optional(None)


def assembly(meshes, parts, notes, missing, unit):
    out = [text(f"allide {VERSION} assembly"), struct.pack("=?", True)]
    for items in (meshes, [instance(part) for part in parts], notes, missing):
        out += [struct.pack("=Q", len(items)), *items]
    return b"".join(out + [text(unit), text("z"), text("end of assembly")])


def error(refusal):
    return (text(f"allide {VERSION} assembly") + struct.pack("=?i", False, refusal.code) + text(refusal.message) +
            optional(refusal.line) + text("end of assembly"))


# ---- Starting.

def import_library():
    """Imports IfcOpenShell, or restarts this program with a Python that has it."""
    try:
        import ifcopenshell.geom  # noqa: F401
        import ifcopenshell.util.element  # noqa: F401
        import ifcopenshell.util.unit  # noqa: F401
        return
    except ImportError as failure:
        reason = str(failure)
    here = os.path.dirname(os.path.realpath(__file__))
    others = [os.environ.get("ALLIDE_IFC_PYTHON", "")] + [os.path.join(here, up, "ifc-python/bin/python3") for up in ("..", "../..")]
    tried = os.environ.get("ALLIDE_IFC_TRIED", "").split(":")
    for other in others:
        if other and other not in tried and os.access(other, os.X_OK):
            os.environ["ALLIDE_IFC_TRIED"] = ":".join([*tried, other])
            os.execv(other, [other, os.path.realpath(__file__), *sys.argv[1:]])
    raise Refusal(UNKNOWN_FORMAT, INSTALL if "ifcopenshell" in reason.lower() else f"{INSTALL} ({reason})")


def contents(name):
    data = sys.stdin.buffer.read()
    if data[:2] != b"PK":
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            [inner] = [entry for entry in archive.namelist() if entry.lower().endswith(".ifc")]
            return archive.read(inner)
    except (zipfile.BadZipFile, ValueError, RuntimeError):
        raise Refusal(BAD_SYNTAX, "expected a zip file with one .ifc file in it")


def check_end(data):
    """IfcOpenShell reads what it finds of a file that was cut off; a part would be missing then."""
    if not data.rstrip().endswith(b"END-ISO-10303-21;"):
        raise Refusal(BAD_SYNTAX, "expected 'END-ISO-10303-21;' at the end, found the end of the file: it was cut off",
                      data.rstrip().count(b"\n") + 1)


def open_model(data):
    import ifcopenshell
    check_end(data)
    try:
        return ifcopenshell.file.from_string(data.decode("utf-8", "surrogateescape"))
    except Exception as failure:  # IfcOpenShell raises its own kinds and bare RuntimeErrors
        raise Refusal(BAD_SYNTAX, f"IfcOpenShell cannot read it: {str(failure).splitlines()[0] if str(failure) else 'no reason given'}")


# ---- The elements.

# Elements that are not solid matter; their volumes overlap those of the elements that they describe.
NOT_PARTS = ("IfcSpace", "IfcSpatialZone", "IfcExternalSpatialElement", "IfcFeatureElementSubtraction", "IfcVirtualElement", "IfcAnnotation", "IfcGrid",
             "IfcPort", "IfcStructuralItem", "IfcStructuralActivity", "IfcAlignment", "IfcLinearPositioningElement")
SPATIAL = ("IfcSpatialStructureElement", "IfcSpatialElement")  # sites, buildings and storeys need no geometry
CURVED = ("IfcConic", "IfcBSplineCurve", "IfcBSplineSurface", "IfcCylindricalSurface", "IfcSphericalSurface", "IfcToroidalSurface", "IfcSurfaceOfRevolution",
          "IfcRevolvedAreaSolid", "IfcSweptDiskSolid", "IfcRightCircularCone", "IfcRightCircularCylinder", "IfcSphere", "IfcCircleProfileDef",
          "IfcEllipseProfileDef", "IfcRoundedRectangleProfileDef", "IfcArcIndex", "IfcFixedReferenceSweptAreaSolid")
ROUNDED = ("FilletRadius", "EdgeRadius", "FlangeEdgeRadius", "InnerFilletRadius", "OuterFilletRadius", "InternalFilletRadius")


def is_a(entity, names):
    for name in names:
        try:
            if entity.is_a(name):
                return True
        except RuntimeError:  # not in this schema
            pass
    return False


def is_curved(model, product):
    """True if the element's shape has curved pieces, which triangles approximate."""
    shapes = [product.Representation]
    for void in getattr(product, "HasOpenings", None) or ():
        shapes.append(void.RelatedOpeningElement.Representation)
    for shape in filter(None, shapes):
        for entity in model.traverse(shape):
            if is_a(entity, CURVED) or any(getattr(entity, radius, None) for radius in ROUNDED):
                return True
    return False


def container_of(product, kind):
    import ifcopenshell.util.element as elements
    at, seen = product, set()
    while at is not None and at.id() not in seen:
        seen.add(at.id())
        if at != product and at.is_a(kind):
            return at
        at = elements.get_container(at, should_get_direct=True) or elements.get_aggregate(at)
    return None


def describe(product):
    """Storey, class, name, GUID and type."""
    import ifcopenshell.util.element as elements
    storey, kind = container_of(product, "IfcBuildingStorey"), elements.get_type(product)
    values = [("storey", storey and (storey.Name or storey.GlobalId)), ("class", product.is_a()), ("name", product.Name),
              ("guid", product.GlobalId), ("type", kind and kind.Name)]
    return [(name, value) for name, value in values if value]


def name_of(attributes):
    known = dict(attributes)
    path = [known.get("storey"), known["class"], known.get("name") or known["guid"]]
    return "/".join(piece for piece in path if piece)


def parent_of(product):
    """Siblings are elements of one assembly; a storey or a building does not make siblings."""
    import ifcopenshell.util.element as elements
    whole = elements.get_aggregate(product)
    return whole.id() if whole is not None and whole.is_a("IfcElement") else product.id()


def has_body(product):
    shape = product.Representation
    return bool(shape) and any(one.RepresentationIdentifier in ("Body", "Facetation", "Tessellation", None) and one.Items for one in shape.Representations)


def wanted_products(model):
    products = [p for p in model.by_type("IfcProduct") if not is_a(p, NOT_PARTS)]
    left_out = {}
    for product in model.by_type("IfcProduct"):
        if is_a(product, NOT_PARTS):
            left_out[product.is_a()] = left_out.get(product.is_a(), 0) + 1
    return sorted(products, key=lambda p: p.id()), left_out


def shapes_of(model, products, deflection):
    """Triangulated shapes by element, openings cut, in the file's unit of length."""
    import ifcopenshell.geom
    settings = ifcopenshell.geom.settings()
    settings.set("convert-back-units", True)
    settings.set("weld-vertices", True)
    if deflection:
        settings.set("mesher-linear-deflection", deflection)
    else:
        deflection = settings.get("mesher-linear-deflection")
    shapes = {}
    iterator = ifcopenshell.geom.iterator(settings, model, max(1, len(os.sched_getaffinity(0))), include=products)
    if iterator.initialize():
        while True:
            shape = iterator.get()
            shapes[shape.id] = shape
            if not iterator.next():
                break
    return shapes, deflection


def packed_mesh(shape):
    """Vertices and triangles as bytes."""
    geometry = shape.geometry
    return (struct.pack(f"={len(geometry.verts)}d", *geometry.verts), struct.pack(f"={len(geometry.faces)}I", *geometry.faces))


def colour_of(shape):
    """The colour of the material that most triangles have."""
    materials, used = shape.geometry.materials, list(shape.geometry.material_ids)
    if not materials or not used:
        return None
    best = max(sorted(set(used)), key=used.count)
    if not 0 <= best < len(materials):
        return None
    colour = materials[best].diffuse
    channels = tuple(colour.components) if hasattr(colour, "components") else (colour.r(), colour.g(), colour.b())
    return tuple(min(1.0, max(0.0, channel)) for channel in channels[:3])


def unit_of(model):
    """Symbol of the file's unit of length and metres per unit."""
    import ifcopenshell.util.unit as units
    metres = units.calculate_unit_scale(model)
    symbols = {1.0: "m", 1e-3: "mm", 1e-2: "cm", 0.3048: "ft", 0.0254: "in", 1e3: "km"}
    return next((symbol for size, symbol in symbols.items() if abs(metres / size - 1) < 1e-9), ""), metres


def read(name, sag):
    model = open_model(contents(name))
    unit, metres = unit_of(model)
    products, left_out = wanted_products(model)
    bodies = [p for p in products if has_body(p)]
    shapes, deflection = shapes_of(model, bodies, sag and sag * metres) if bodies else ({}, 0)
    meshes, parts, absent, numbers = [], [], [], {}
    for product in products:
        attributes = describe(product)
        part = {"name": name_of(attributes), "attributes": attributes, "parent": parent_of(product)}
        shape = shapes.get(product.id())
        if shape is None or not shape.geometry.faces:
            if product in bodies or not is_a(product, SPATIAL):
                absent.append(missing(product, part, product in bodies))
            continue
        data = packed_mesh(shape)
        if data not in numbers:
            numbers[data] = len(meshes)
            meshes.append(mesh(part["name"], *data))
        columns = list(shape.transformation.matrix)
        part.update(mesh=numbers[data], colour=colour_of(shape), sag=deflection / metres if is_curved(model, product) else 0.0,
                    matrix=[columns[4 * column + row] for row in range(3) for column in range(4)])
        parts.append(part)
    notes = [note(f"{count} {kind} left out: it is not matter") for kind, count in sorted(left_out.items())]
    if not parts:
        raise Refusal(BAD_SYNTAX, f"expected elements with geometry, found none in {len(products)} elements")
    return assembly(meshes, parts, notes, absent, unit)


def missing(product, part, failed):
    name = f"{part['name']} ({dict(part['attributes'])['guid']})"
    if failed:
        return text(name) + text(f"#{product.id()}: IfcOpenShell cannot compute the geometry of {name}") + struct.pack("=?", True)
    pieces = sum(len(relation.RelatedObjects) for relation in getattr(product, "IsDecomposedBy", None) or ())
    reason = f"no geometry of its own, only that of its {pieces} parts" if pieces else "no geometry"
    return text(name) + text(f"#{product.id()}: {name} has {reason}") + struct.pack("=?", False)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: allide-read-ifc NAME SAG MEMORY; allide starts this program to read a file")
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: without its parent, nobody would read the answer
    answer = os.dup(1)
    try:
        import_library()  # may restart this program, which needs standard output then
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # keeps what libraries print out of the answer
        limit = int(sys.argv[3])
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        message = read(sys.argv[1], float.fromhex(sys.argv[2]) if sys.argv[2] else None)
    except Refusal as refusal:
        message = error(refusal)
    except MemoryError:
        message = error(Refusal(TOO_LARGE, f"reading it takes more than {int(sys.argv[3]) >> 20} MiB of memory, the limit for reader programs; "
                                           "ALLIDE_READER_MEBIBYTES sets another limit"))
    with os.fdopen(answer, "wb") as out:
        out.write(message)
        out.flush()
        os._exit(0)  # IfcOpenShell's threads may hang at exit


main()
