#include "report/bcf.hpp"

#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "report/clash_picture.hpp"
#include "report/snapshot.hpp"
#include "report/xml.hpp"
#include "report/zip.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace allide::detail::report {

namespace {

// A hash that is the same on every machine: FNV-1a, and a final mix that makes the hashes of similar texts
// differ in many bits.
std::uint64_t number_of(std::string_view text, std::uint64_t seed) {
    std::uint64_t hash = 0xcbf29ce484222325 ^ seed;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ hash >> 31) * 0x7fb5d329728ea185;
    hash = (hash ^ hash >> 27) * 0x81dadef4bc2dd44d;
    return hash ^ hash >> 33;
}

// A GUID of version 8 (custom), derived from the clash's key, so that issue trackers recognise the clash.
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
    // 22 characters of 6 bits hold 132 bits, but a GUID has 128. So the first character has only two bits.
    return text.size() == 22 && text.find_first_not_of(letters) == text.npos && text[0] >= '0' &&
           text[0] <= '3';
}

// Replaces a blank text by a placeholder, because BCF 3.0 does not allow blank texts.
std::string_view visible(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == text.npos ? "(no name)" : text;
}

void write_component(XmlWriter& xml, const BcfPart& part) {
    xml.begin("Component");
    if (!part.ifc_guid.empty()) xml.attribute("IfcGuid", part.ifc_guid);
    xml.element("OriginatingSystem", "allide").element("AuthoringToolId", visible(part.name)).end();
}

void write_colour(XmlWriter& xml, std::string_view colour, const BcfPart& part, BcfVersion version) {
    xml.begin("Color").attribute("Color", colour);
    if (version == BcfVersion::v3_0) xml.begin("Components");
    write_component(xml, part);
    if (version == BcfVersion::v3_0) xml.end();
    xml.end();
}

// Writes the two parts as selected, in the colours that they have on the page.
void write_components(XmlWriter& xml, const BcfTopic& topic, BcfVersion version) {
    xml.begin("Components").begin("Selection");
    write_component(xml, topic.a);
    write_component(xml, topic.b);
    xml.end().begin("Visibility").attribute("DefaultVisibility", "true").end().begin("Coloring");
    write_colour(xml, "FFE8590C", topic.a, version);
    write_colour(xml, "FF1C7ED6", topic.b, version);
    xml.end().end();
}

void write_camera(XmlWriter& xml, const ClashPicture& picture, const BcfLabels& labels) {
    const Camera camera = camera_from(picture.away, labels.axes);
    xml.begin("PerspectiveCamera");
    write_vector(xml, "CameraViewPoint", labels.scale * camera_place(picture.center, picture.radius, camera));
    write_vector(xml, "CameraDirection", camera.ahead);
    write_vector(xml, "CameraUpVector", camera.up);
    xml.element("FieldOfView", Camera::field_of_view);
    if (labels.version == BcfVersion::v3_0) xml.element("AspectRatio", SnapshotPainter::aspect_ratio);
    xml.end();
}

std::vector<std::string_view> labels_of(const BcfTopic& topic) {
    std::vector<std::string_view> labels{topic.kind};
    if (!topic.group.empty()) labels.push_back(topic.group);
    return labels;
}

void write_labels(XmlWriter& xml, const BcfTopic& topic, BcfVersion version) {
    if (version == BcfVersion::v3_0) xml.begin("Labels");
    for (const std::string_view label : labels_of(topic))
        xml.element(version == BcfVersion::v3_0 ? "Label" : "Labels", visible(label));
    if (version == BcfVersion::v3_0) xml.end();
}

// In BCF 2.1 the viewpoint is written after the topic; in BCF 3.0 the topic contains a list of viewpoints.
void write_viewpoint(XmlWriter& xml, const BcfTopic& topic, BcfVersion version) {
    if (version == BcfVersion::v3_0) xml.begin("Viewpoints");
    xml.begin(version == BcfVersion::v3_0 ? "ViewPoint" : "Viewpoints");
    xml.attribute("Guid", guid_of("viewpoint", topic.key));
    xml.element("Viewpoint", "viewpoint.bcfv").element("Snapshot", "snapshot.png").end();
    if (version == BcfVersion::v3_0) xml.end();
}

std::string markup(const BcfTopic& topic, const BcfLabels& labels, bool has_view) {
    const bool is_inside = labels.version == BcfVersion::v3_0;
    XmlWriter xml;
    xml.begin("Markup").begin("Topic").attribute("Guid", guid_of("topic", topic.key));
    xml.attribute("TopicType", "Clash").attribute("TopicStatus", topic.open ? "Open" : "Closed");
    xml.element("Title", topic.title).element("Index", topic.number);
    write_labels(xml, topic, labels.version);
    xml.element("CreationDate", labels.made).element("CreationAuthor", labels.author);
    xml.element("Description", topic.description);
    if (has_view && is_inside) write_viewpoint(xml, topic, labels.version);
    xml.end();
    if (has_view && !is_inside) write_viewpoint(xml, topic, labels.version);
    xml.end();
    return xml.text();
}

std::string viewpoint(const BcfTopic& topic, const ClashPicture& picture, const BcfLabels& labels) {
    XmlWriter xml;
    xml.begin("VisualizationInfo").attribute("Guid", guid_of("viewpoint", topic.key));
    write_components(xml, topic, labels.version);
    write_camera(xml, picture, labels);
    xml.end();
    return xml.text();
}

std::string version_file(BcfVersion version) {
    XmlWriter xml;
    if (version == BcfVersion::v3_0)
        xml.begin("Version").attribute("VersionId", "3.0").end();
    else
        xml.begin("Version").attribute("VersionId", "2.1").element("DetailedVersion", "2.1").end();
    return xml.text();
}

void write_names(XmlWriter& xml, std::string_view list, std::string_view item,
                 const std::set<std::string_view>& names) {
    xml.begin(list);
    for (const std::string_view name : names) xml.element(item, visible(name));
    xml.end();
}

// The file extensions.xml, in which BCF 3.0 declares the types, statuses, labels and users of the topics.
std::string extensions_file(std::span<const BcfTopic> topics, const BcfLabels& labels) {
    std::set<std::string_view> used;
    for (const BcfTopic& topic : topics)
        for (const std::string_view label : labels_of(topic)) used.insert(label);
    XmlWriter xml;
    xml.begin("Extensions");
    write_names(xml, "TopicTypes", "TopicType", {"Clash"});
    write_names(xml, "TopicStatuses", "TopicStatus", {"Open", "Closed"});
    write_names(xml, "TopicLabels", "TopicLabel", used);
    write_names(xml, "Users", "User", {labels.author});
    xml.end();
    return xml.text();
}

// Buffers that a thread reuses for several topics.
struct TopicWriter {
    explicit TopicWriter(const BcfLabels& labels)
        : painter(labels.axes), deflater(Wrapping::none, Effort::quick) {}
    SnapshotPainter painter;
    Deflater deflater;
};

// The files of one topic. If it has no view, `picture` is null and `snapshot` is empty.
std::vector<ZipEntry> topic_entries(const BcfTopic& topic, const BcfLabels& labels,
                                    const ClashPicture* picture, std::string snapshot, Deflater& deflater) {
    const std::string folder = guid_of("topic", topic.key) + '/';
    std::vector<ZipEntry> entries;
    entries.push_back(
        deflated_entry(folder + "markup.bcf", markup(topic, labels, picture != nullptr), deflater));
    if (picture == nullptr) return entries;
    entries.push_back(
        deflated_entry(folder + "viewpoint.bcfv", viewpoint(topic, *picture, labels), deflater));
    entries.push_back(stored_entry(folder + "snapshot.png", std::move(snapshot)));
    return entries;
}

}  // namespace

std::string_view ifc_guid_in(std::string_view name) {
    if (is_ifc_guid(name)) return name;
    if (!name.starts_with("Ifc") || name.size() < 22 + 5) return {};
    const std::string_view last = name.substr(name.size() - 22);
    const char before = name[name.size() - 23];
    return is_ifc_guid(last) && (before == '_' || before == '/' || before == ':') ? last : std::string_view();
}

std::string clash_bcf(const Scene& scene, std::span<const Clash> clashes, std::span<const BcfTopic> topics,
                      const BcfLabels& labels, const PictureProgress::Callback& callback) {
    const base::DefaultFloatEnvironment environment;
    PictureProgress progress(callback, clashes.size());
    std::vector<std::vector<ZipEntry>> entries(topics.size());
    base::do_pieces(topics.size(), 16, [&](std::size_t begin, std::size_t end) {
        TopicWriter writer(labels);
        for (std::size_t i = begin; i < end; ++i) {
            std::optional<ClashPicture> picture;
            std::string snapshot;
            if (i < clashes.size() && !progress.is_stopped()) {
                picture = picture_of(scene, clashes[i], labels.axes, CurveDetail::rough);
                snapshot = writer.painter.png_of_clash(scene, clashes[i], *picture);
                progress.add_one();
            }
            entries[i] = topic_entries(topics[i], labels, picture ? &*picture : nullptr, std::move(snapshot),
                                       writer.deflater);
        }
    });
    ZipWriter zip;
    zip.add("bcf.version", version_file(labels.version));
    if (labels.version == BcfVersion::v3_0) zip.add("extensions.xml", extensions_file(topics, labels));
    for (std::vector<ZipEntry>& of_topic : entries) {
        for (const ZipEntry& entry : of_topic) zip.add(entry);
        of_topic = {};  // frees it, so that the contents are in memory only once
    }
    return zip.finish();
}

}  // namespace allide::detail::report
