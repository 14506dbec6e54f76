#include "report/bcf.hpp"

#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "report/camera.hpp"
#include "report/clash_picture.hpp"
#include "report/snapshot.hpp"
#include "report/xml.hpp"
#include "report/zip.hpp"

#include <array>
#include <cstdint>

namespace allide::detail::report {

namespace {

// A hash that is the same on every machine: FNV-1a with a final mix, so that similar texts differ in all
// bits.
std::uint64_t number_of(std::string_view text, std::uint64_t seed) {
    std::uint64_t hash = 0xcbf29ce484222325 ^ seed;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ hash >> 31) * 0x7fb5d329728ea185;
    hash = (hash ^ hash >> 27) * 0x81dadef4bc2dd44d;
    return hash ^ hash >> 33;
}

// A GUID derived from the clash's key, so that issue trackers recognise the clash. Version 8: custom.
std::string guid_of(std::string_view purpose, std::string_view key) {
    const std::string text = std::string(purpose) + '\n' + std::string(key);
    const std::uint64_t high = (number_of(text, 1) & ~std::uint64_t{0xf000}) | 0x8000;
    const std::uint64_t low = (number_of(text, 2) & ~(std::uint64_t{3} << 62)) | std::uint64_t{1} << 63;
    constexpr std::string_view hex = "0123456789abcdef";
    std::string guid;
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20) guid += '-';
        guid += hex[(i < 16 ? high >> (60 - 4 * i) : low >> (124 - 4 * i)) & 15];
    }
    return guid;
}

void write_vector(XmlWriter& xml, std::string_view name, const Vec3& v) {
    xml.begin(name).element("X", v.x).element("Y", v.y).element("Z", v.z).end();
}

bool is_ifc_guid(std::string_view text) {
    constexpr std::string_view letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
    // 22 characters of 6 bits encode 128 bits, so the first one has only two.
    return text.size() == 22 && text.find_first_not_of(letters) == text.npos && text[0] >= '0' &&
           text[0] <= '3';
}

// The IFC GUID in a part's name, which is the name itself or follows the type: "IfcBeam_3jMXda…". Empty if
// there is none.
std::string_view ifc_guid_in(std::string_view part) {
    if (is_ifc_guid(part)) return part;
    if (!part.starts_with("Ifc") || part.size() < 22 + 5) return {};
    const std::string_view last = part.substr(part.size() - 22);
    const char before = part[part.size() - 23];
    return is_ifc_guid(last) && (before == '_' || before == '/' || before == ':') ? last : std::string_view();
}

void write_component(XmlWriter& xml, std::string_view part) {
    xml.begin("Component");
    if (const std::string_view guid = ifc_guid_in(part); !guid.empty()) xml.attribute("IfcGuid", guid);
    xml.element("OriginatingSystem", "allide").element("AuthoringToolId", part).end();
}

// The two parts, selected and coloured as on the page.
void write_components(XmlWriter& xml, const BcfTopic& topic) {
    xml.begin("Components").begin("Selection");
    write_component(xml, topic.a);
    write_component(xml, topic.b);
    xml.end().begin("Visibility").attribute("DefaultVisibility", "true").end().begin("Coloring");
    xml.begin("Color").attribute("Color", "FFE8590C");
    write_component(xml, topic.a);
    xml.end().begin("Color").attribute("Color", "FF1C7ED6");
    write_component(xml, topic.b);
    xml.end().end().end();
}

void write_camera(XmlWriter& xml, const ClashPicture& picture, double scale) {
    const Vec3 place = camera_place(picture);
    xml.begin("PerspectiveCamera");
    write_vector(xml, "CameraViewPoint", {scale * place.x, scale * place.y, scale * place.z});
    write_vector(xml, "CameraDirection", Camera::ahead);
    write_vector(xml, "CameraUpVector", Camera::up);
    xml.element("FieldOfView", Camera::field_of_view).end();
}

std::string markup(const BcfTopic& topic, const BcfLabels& labels, std::uint64_t index,
                   const ClashPicture* picture) {
    XmlWriter xml;
    xml.begin("Markup").begin("Topic").attribute("Guid", guid_of("topic", topic.key));
    xml.attribute("TopicType", "Clash").attribute("TopicStatus", topic.open ? "Open" : "Closed");
    xml.element("Title", topic.title).element("Index", index).element("Labels", topic.kind);
    if (!topic.group.empty()) xml.element("Labels", topic.group);
    xml.element("CreationDate", labels.made).element("CreationAuthor", labels.author);
    xml.element("Description", topic.description).end();
    if (picture != nullptr) {
        xml.begin("Viewpoints").attribute("Guid", guid_of("viewpoint", topic.key));
        xml.element("Viewpoint", "viewpoint.bcfv").element("Snapshot", "snapshot.png").end();
    }
    xml.end();
    return xml.text();
}

std::string viewpoint(const BcfTopic& topic, const ClashPicture& picture, double scale) {
    XmlWriter xml;
    xml.begin("VisualizationInfo").attribute("Guid", guid_of("viewpoint", topic.key));
    write_components(xml, topic);
    write_camera(xml, picture, scale);
    xml.end();
    return xml.text();
}

std::string bcf_version() {
    XmlWriter xml;
    xml.begin("Version").attribute("VersionId", "2.1").element("DetailedVersion", "2.1").end();
    return xml.text();
}

}  // namespace

std::string clash_bcf(const Scene& scene, std::span<const Clash> clashes, std::span<const BcfTopic> topics,
                      const BcfLabels& labels, const PictureProgress::Callback& callback) {
    const base::DefaultFloatEnvironment environment;
    PictureProgress progress(callback, 2 * clashes.size());
    const std::vector<std::optional<ClashPicture>> pictures = clash_pictures(scene, clashes, progress);
    std::vector<std::string> snapshots(pictures.size());  // empty: not drawn
    base::do_pieces(snapshots.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !progress.is_stopped(); ++i) {
            if (!pictures[i]) continue;
            snapshots[i] = snapshot_of(scene, clashes[i], *pictures[i]);
            progress.add_one();
        }
    });
    ZipWriter zip;
    zip.add("bcf.version", bcf_version());
    for (std::size_t i = 0; i < topics.size(); ++i) {
        const bool is_drawn = i < snapshots.size() && !snapshots[i].empty();
        const ClashPicture* const picture = is_drawn ? &*pictures[i] : nullptr;
        const std::string folder = guid_of("topic", topics[i].key) + '/';
        zip.add(folder + "markup.bcf", markup(topics[i], labels, i, picture));
        if (picture == nullptr) continue;
        zip.add(folder + "viewpoint.bcfv", viewpoint(topics[i], *picture, labels.scale));
        zip.add(folder + "snapshot.png", snapshots[i]);
    }
    return zip.finish();
}

}  // namespace allide::detail::report
