// allide-read-step: reads STEP files with Open CASCADE.
#include "io/collect/affine.hpp"
#include "io/file/failure.hpp"
#include "step_document.hpp"
#include "step_facets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <new>

#include <NCollection_DataMap.hxx>
#include <Quantity_Color.hxx>
#include <Standard_Failure.hxx>
#include <Standard_OutOfMemory.hxx>
#include <TDF_LabelMap.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_ShapeMapHasher.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Face.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <fmt/format.h>

namespace allide::readers {
namespace {

std::string name_of(const TDF_Label& label) {
    Handle(TDataStd_Name) name;
    if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
    const TCollection_AsciiString text(name->Get(), 0);  // in UTF-8
    return text.ToCString();
}

std::string named(const TDF_Label& product) {
    const std::string name = name_of(product);
    return name.empty() ? fmt::format("product {}", product.Tag()) : name;
}

std::string entry_of(const TDF_Label& label) {
    TCollection_AsciiString entry;
    TDF_Tool::Entry(label, entry);
    return entry.ToCString();
}

// Rounds to six digits: Open CASCADE stores colours in single precision and not as sRGB, so the file's values
// come back with rounding errors.
double rounded_colour(double x) {
    return std::clamp(std::round(x * 1e6) / 1e6, 0.0, 1.0);
}

io::Affine affine_of(const TopLoc_Location& location) {
    const gp_Trsf map = location.Transformation();
    io::Affine affine;
    std::size_t entry = 0;
    for (int row = 1; row <= 3; ++row)
        for (int column = 1; column <= 4; ++column) affine[entry++] = map.Value(row, column);
    return affine;
}

// Properties that an occurrence inherits from the occurrences above it.
struct Inherited {
    io::Affine map = io::identity_map;
    std::string names = {};  // the names of the occurrences, each followed by /
    std::optional<Colour> colour = {};
};

// Converts products into meshes, and occurrences of products that are not assemblies into instances.
class StepAssembly {
  public:
    StepAssembly(const Handle(TDocStd_Document) & document, const LoadOptions& options,
                 std::vector<Note> notes)
        : options_(options),
          shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())),
          colours_(XCAFDoc_DocumentTool::ColorTool(document->Main())) {
        assembly_.notes = std::move(notes);
        TDF_LabelSequence roots;
        shapes_->GetFreeShapes(roots);
        for (const TDF_Label& root : roots) visit(root, {});
    }
    Assembly take() && { return std::move(assembly_); }

  private:
    void visit(const TDF_Label& label, Inherited above) {
        if (auto colour = colour_of(label)) above.colour = colour;
        if (XCAFDoc_ShapeTool::IsReference(label)) {
            TDF_Label product;
            XCAFDoc_ShapeTool::GetReferredShape(label, product);
            above.map = io::product(above.map, affine_of(XCAFDoc_ShapeTool::GetLocation(label)));
            const std::string own = name_of(label);
            above.names += (own.empty() ? named(product) : own) + '/';
            return visit(product, above);
        }
        if (!XCAFDoc_ShapeTool::IsAssembly(label)) return add_part(label, above);
        TDF_LabelSequence components;
        XCAFDoc_ShapeTool::GetComponents(label, components);
        for (const TDF_Label& component : components) visit(component, above);
    }

    void add_part(const TDF_Label& product, const Inherited& above) {
        const std::uint32_t number = mesh_of(product);
        const Mesh& mesh = assembly_.meshes[number];
        if (mesh.triangles().empty()) return;
        PartTraits traits = mesh.part_traits(0);
        if (above.colour) traits.colour = above.colour;
        const std::string& names = above.names;
        assembly_.instances.push_back(
            {.name = names.empty() ? named(product) : names.substr(0, names.size() - 1),
             .mesh = number,
             .matrix = above.map,
             .traits = traits});
    }

    std::uint32_t mesh_of(const TDF_Label& product) {
        const auto [known, is_new] =
            numbers_.try_emplace(entry_of(product), static_cast<std::uint32_t>(assembly_.meshes.size()));
        if (is_new) {
            const PaintedFaces painted = painted_faces(product);
            const auto own_colour = [&](const TopoDS_Face& face) -> std::optional<Colour> {
                const Colour* const colour = painted.Seek(face);
                return colour == nullptr ? std::nullopt : std::optional(*colour);
            };
            assembly_.meshes.push_back(facets_of(XCAFDoc_ShapeTool::GetShape(product), named(product),
                                                 colour_in(product), own_colour, options_, assembly_.notes));
        }
        return known->second;
    }

    std::optional<Colour> colour_of(const TDF_Label& label) const {
        Quantity_Color colour;
        for (const auto kind : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen})
            if (colours_->GetColor(label, kind, colour)) {
                Colour out;
                colour.Values(out.red, out.green, out.blue, Quantity_TOC_sRGB);
                for (double* const part : {&out.red, &out.green, &out.blue}) *part = rounded_colour(*part);
                return out;
            }
        return std::nullopt;
    }

    // The coloured solids, shells and faces of a product, larger kinds first.
    std::vector<std::pair<TopoDS_Shape, Colour>> painted_pieces(const TDF_Label& product) const {
        std::vector<std::pair<TopoDS_Shape, Colour>> painted;
        TDF_LabelSequence pieces;
        XCAFDoc_ShapeTool::GetSubShapes(product, pieces);
        for (const TDF_Label& piece : pieces)
            if (const auto colour = colour_of(piece))
                painted.emplace_back(XCAFDoc_ShapeTool::GetShape(piece), *colour);
        std::stable_sort(painted.begin(), painted.end(), [](const auto& x, const auto& y) {
            return x.first.ShapeType() < y.first.ShapeType();
        });
        return painted;
    }

    // The product's colour, else that of its first coloured solid or shell.
    std::optional<Colour> colour_in(const TDF_Label& product) const {
        if (auto colour = colour_of(product)) return colour;
        for (const auto& [piece, colour] : painted_pieces(product))
            if (piece.ShapeType() < TopAbs_FACE) return colour;
        return std::nullopt;
    }

    // Maps each face to the colour of the smallest coloured piece that contains it.
    using PaintedFaces = NCollection_DataMap<TopoDS_Shape, Colour, TopTools_ShapeMapHasher>;
    PaintedFaces painted_faces(const TDF_Label& product) const {
        PaintedFaces painted;
        for (const auto& [piece, colour] : painted_pieces(product))
            for (TopExp_Explorer at(piece, TopAbs_FACE); at.More(); at.Next())
                painted.Bind(at.Current(), colour);
        return painted;
    }

    LoadOptions options_;
    Handle(XCAFDoc_ShapeTool) shapes_;
    Handle(XCAFDoc_ColorTool) colours_;
    Assembly assembly_;
    std::map<std::string, std::uint32_t> numbers_;  // mesh number by product
};

// The symbol of a unit of so many millimetres; empty if it is not a common one.
std::string unit_symbol(double millimetres) {
    constexpr std::array<std::pair<double, const char*>, 7> known{
        {{1, "mm"}, {1000, "m"}, {10, "cm"}, {25.4, "in"}, {304.8, "ft"}, {1e6, "km"}, {1e-3, "um"}}};
    for (const auto& [size, symbol] : known)
        if (std::abs(millimetres - size) <= 1e-9 * size) return symbol;
    return {};
}

Result<Assembly> read_step(const Request& request) {
    try {
        std::vector<Note> notes;
        const auto [document, millimetres] = step_document(request, notes);
        Assembly assembly = StepAssembly(document, request.options, std::move(notes)).take();
        assembly.unit = unit_symbol(millimetres);
        if (assembly.instances.empty())
            return Error{.code = ErrorCode::bad_syntax, .message = "expected shapes with faces, found none"};
        return assembly;
    } catch (const Standard_OutOfMemory&) {
        throw std::bad_alloc();
    } catch (const Standard_Failure& failure) {
        return Error{.code = ErrorCode::bad_syntax,
                     .message = fmt::format("Open CASCADE cannot read it: {}",
                                            io::quoted(failure.GetMessageString()))};
    }
}

}  // namespace
}  // namespace allide::readers

int main(int argc, char** argv) {
    allide::readers::reader_main(argc, argv, allide::readers::read_step);
}
