import ShedCommand
import ShedModel
import ShedProject
import ShedRecords

/// Writes all collections of a project into a folder: a file each, its schema, and a file with the tags and values of the project.
struct WholeExport {
    let reading: Reading
    let format: ExchangeFormat
    let options: ExchangeOptions

    /// What became of a collection.
    struct Part {
        var collection: RecordCollection
        var file: Name
        var schema: Name?
        var report: ExportReport
    }

    /// Says what is in the folder, and holds what no format does.
    static let manifest: Name = "shed-export.json"
    /// Of a collection's name in a file's, in bytes: behind it come a number and an extension.
    private static let longestStem = 200

    func write(to folder: ExportFolder, _ bar: ProgressBar) throws(ShedError) -> [Part] {
        var names = FreeNames()
        names.insert(WholeExport.manifest)
        var parts: [Part] = []
        for collection in try reading.collections() {
            let stem = Array(UTF8Cut.prefix(collection.name.bytes[...], atMost: WholeExport.longestStem))
            let file = names.take(Name(bytes: stem + Array(".\(format.fileExtensions[0])".utf8)), keepsSuffix: true)
            let report = try folder.add(file) { write throws(ShedError) in
                try reading.export(collection, as: format, options, progress: { bar.show($0, of: $1) }, to: write)
            }
            var part = Part(collection: collection, file: file, report: report)
            if let schema = try reading.schemaText(of: collection.id) {
                let name = names.take(Name(bytes: stem + Array(".schema.toml".utf8)), keepsSuffix: true)
                try folder.add(name) { write throws(ShedError) in try write(schema) }
                part.schema = name
            }
            parts.append(part)
        }
        let text = try json(of: parts).pretty
        try folder.add(WholeExport.manifest) { write throws(ShedError) in try write(text) }
        return parts
    }

    private func json(of parts: [Part]) throws(ShedError) -> JSONValue {
        let state = try reading.load()
        let labels = state.model.labels
        let uses = try reading.uses()
        var object = JSONBuilder()
        object.add("version", 1)
        object.add("project", ["id": .string(reading.id.description), "name": .string(reading.home.name.escaped)])
        object.add("format", .string(format.rawValue))
        object.add("collections", .array(parts.map(\.json)))
        object.add("tagGroups", .array(labels.sortedGroups.map { $0.json(tags: labels.sortedTags) }))
        object.add("tags", .array(labels.sortedTags.map { $0.json(count: uses[LabelKey(.tag, $0.id)] ?? 0) }))
        object.add("variables", .array(labels.sortedVariables.map { $0.json(count: uses[LabelKey(.variable, $0.id)] ?? 0) }))
        object.add("labelled", .array(labelled(parts, state)))
        return object.value
    }

    /// The collections and records that have tags or values, in the order of their paths.
    private func labelled(_ parts: [Part], _ state: ProjectState) -> [JSONValue] {
        let collections = Set(parts.map(\.collection.id))
        var found: [(path: RelativePath, node: Node)] = []
        for id in state.model.detailed where state.stands(id) {
            guard let node = state.model.nodes[id], let labels = node.details?.labels, !labels.tags.isEmpty || !labels.values.isEmpty,
                collections.contains(id) || node.place.map({ collections.contains(state.model.resolve($0.parent)) }) == true,
                let path = state.model.path(of: id)
            else { continue }
            found.append((path, node))
        }
        return found.sorted { $0.path < $1.path }.map { path, node in
            let labels = node.details?.labels ?? NodeLabels()
            var object = JSONBuilder()
            object.add("id", node.id)
            object.add("path", path)
            object.add("tags", .array(state.model.labels.tags(of: labels).map { .string($0.title) }))
            object.add("variables", .object(JSONObject(state.model.labels.values(of: labels).map { .init($0.variable.name, $0.value.json) })))
            return object.value
        }
    }
}

extension WholeExport.Part {
    /// The shape of `export --all --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("id", collection.id)
        object.add("name", bytes: collection.name.bytes)
        object.add("file", bytes: file.bytes)
        object.add("schema", bytes: schema?.bytes)
        object.add("records", .integer(Int64(report.written)))
        object.add("left", .array(report.left.map { .string("\($0.path)") }))
        return object.value
    }
}
