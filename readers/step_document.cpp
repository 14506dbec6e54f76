#include "step_document.hpp"

#include "io/file/failure.hpp"
#include "step_faults.hpp"

#include <sstream>

#include <Interface_CheckIterator.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPConstruct_ExternRefs.hxx>
#include <STEPConstruct_UnitContext.hxx>
#include <StepData_StepModel.hxx>
#include <StepGeom_GeomRepContextAndGlobUnitAssCtxAndGlobUncertaintyAssCtx.hxx>
#include <StepGeom_GeometricRepresentationContextAndGlobalUnitAssignedContext.hxx>
#include <StepRepr_GlobalUnitAssignedContext.hxx>
#include <TDocStd_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <fmt/format.h>

namespace allide::readers {
namespace {

// Without this check, parts that are stored in other files would be left out without a message.
void refuse_other_files(const Handle(XSControl_WorkSession) & session) {
    STEPConstruct_ExternRefs others(session);
    others.LoadExternRefs();
    if (others.NbExternRefs() == 0) return;
    const char* const name = others.FileName(1);
    const std::string which = name && *name ? fmt::format(" {}", io::quoted(name)) : "";
    io::fail({.code = ErrorCode::bad_syntax,
              .message = fmt::format("it refers to parts in another file{}, which is not supported", which)});
}

Handle(StepRepr_GlobalUnitAssignedContext) units_of(const Handle(Standard_Transient) & entity) {
    if (auto plain = Handle(StepRepr_GlobalUnitAssignedContext)::DownCast(entity); !plain.IsNull())
        return plain;
    using Sized = StepGeom_GeometricRepresentationContextAndGlobalUnitAssignedContext;
    if (const auto sized = Handle(Sized)::DownCast(entity); !sized.IsNull())
        return sized->GlobalUnitAssignedContext();
    using Bounded = StepGeom_GeomRepContextAndGlobUnitAssCtxAndGlobUncertaintyAssCtx;
    if (const auto bounded = Handle(Bounded)::DownCast(entity); !bounded.IsNull())
        return bounded->GlobalUnitAssignedContext();
    return {};
}

// The first unit of length that the file names, in millimetres, Open CASCADE's own unit; 0 if it names none.
double unit_of_length(const Handle(Interface_InterfaceModel) & model, std::vector<Note>& notes) {
    double unit = 0;
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const auto units = units_of(model->Value(i));
        STEPConstruct_UnitContext context;
        if (units.IsNull() || context.ComputeFactors(units) != 0 || !context.LengthDone()) continue;
        if (unit == 0) unit = context.LengthFactor();
        if (context.LengthFactor() == unit) continue;
        notes.push_back(
            {.message = "the file has several units of length; all lengths are converted to the first"});
        break;
    }
    return unit;
}

}  // namespace

StepDocument step_document(const Request& request, std::vector<Note>& notes) {
    StepFaults faults(request.bytes, notes);
    STEPCAFControl_Reader reader;
    std::istringstream stream(request.bytes);
    if (reader.ChangeReader().ReadStream(request.name.c_str(), stream) != IFSelect_RetDone)
        faults.fail_syntax();
    const Handle(XSControl_WorkSession) session = reader.Reader().WS();
    faults.check_entities(session->ModelCheckList(Standard_False), session->Model());
    faults.check_numbers(session->Model());
    refuse_other_files(session);

    Handle(TDocStd_Document) document;
    const Handle(TDocStd_Application) application = new TDocStd_Application;
    application->NewDocument("MDTV-XCAF", document);
    // Coordinates keep the values that they have in the file.
    const double unit = unit_of_length(session->Model(), notes);
    XCAFDoc_DocumentTool::SetLengthUnit(document, unit > 0 ? unit : 1, UnitsMethods_LengthUnit_Millimeter);
    XCAFDoc_ShapeTool::SetAutoNaming(Standard_False);
    reader.SetGDTMode(Standard_False);
    reader.SetViewMode(Standard_False);
    reader.SetLayerMode(Standard_False);
    reader.SetMatMode(Standard_False);
    reader.SetPropsMode(Standard_False);
    const bool transferred = reader.Transfer(document);
    faults.check_shapes(session->TransferReader()->LastCheckList(), session->Model());
    if (!transferred)
        io::fail({.code = ErrorCode::bad_syntax, .message = "expected shapes in the file, found none"});
    return {document, unit};
}

}  // namespace allide::readers
