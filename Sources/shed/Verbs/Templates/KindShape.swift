import ShedCommand
import ShedModel
import ShedProject

/// A kind of project, as JSON shows it (Documentation/JSON.md).
struct KindShape {
    private let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// An element of `template list`.
    /// - Parameter path: its file; `nil` for one that comes with shed.
    func brief(path: [UInt8]?) -> JSONValue {
        var object = begun(path)
        object.add("error", .null)
        return object.value
    }

    /// What `template show` has.
    func whole(path: [UInt8]?) -> JSONValue {
        var object = begun(path)
        object.add("root", .string(kind.root.rawValue))
        object.add("rootFolders", .string(kind.rootFolders.rawValue))
        object.add("sections", .array(kind.sections.map { ["key": .string($0.key), "title": .string($0.title(in: .english))] }))
        object.add("folders", .array(kind.folders.map(KindShape.json)))
        object.add("files", .array(kind.files.map(KindShape.json)))
        return object.value
    }

    private func begun(_ path: [UInt8]?) -> JSONBuilder {
        var object = JSONBuilder()
        object.add("name", .string(kind.name))
        object.add("synonyms", .array(kind.synonyms.map { .string($0) }))
        if let path { object.add("path", bytes: path) } else { object.add("path", .null) }
        return object
    }

    private static func json(_ folder: FolderTemplate) -> JSONValue {
        var object = JSONBuilder()
        object.add("role", .string(folder.role.rawValue))
        object.add("in", JSONValue(folder.nesting.parent?.rawValue))
        object.add("section", .string(folder.section))
        object.add("name", .string(folder.name(in: .english)))
        object.add("symbol", .string(folder.symbol))
        object.add("emoji", JSONValue(folder.badge.emoji))
        object.add("color", JSONValue(folder.badge.colour.map { "\($0)" }))
        object.add("accepts", .string(folder.accepts.rawValue))
        object.add("children", JSONValue(folder.nesting.children?.rawValue))
        object.add("filling", .string(folder.filling.rawValue))
        object.add("innerFolders", .string(folder.innerFolders.rawValue))
        return object.value
    }

    private static func json(_ file: StartingFile) -> JSONValue {
        var object = JSONBuilder()
        object.add("key", JSONValue(file.key))
        object.add("in", JSONValue(file.folder?.rawValue))
        object.add("name", JSONValue(file.name))
        object.add("text", .string(file.text))
        return object.value
    }
}
