import ShedMessages
import ShedModel
import ShedSidecar

/// One thing that shed is about to do to a project, with what takes it back.
enum UndoStep: Hashable {
    /// Something gets another place.
    case moved(Move)
    /// Things in one folder get other names at once, and may trade them.
    case renamed(Renames)
    /// A file or folder is made.
    case made(Made)
    /// An empty folder goes, with its ID.
    case removed(RelativePath, NodeID?)
    /// A file takes another's place.
    case replaced(Replacement)
    /// Fields of a node or label are set: to what they were, and to what they are from then on.
    case set(before: Operation, after: Operation)
    /// A small file of the sidecar gets other content.
    case sidecar(SidecarChange)
    /// What cannot be taken back.
    case final(Final)
    /// What a file held elsewhere, before it came here: nothing is done, and there is nothing to take back.
    case kept(Kept)

    struct Move: Hashable {
        var node: NodeID?
        /// The file or folder that is moved.
        var file: MovedFile
        var from: RelativePath
        /// The folder that it is moved out of, which may stand elsewhere later.
        var folder: NodeID?
        var to: RelativePath
    }

    struct Renames: Hashable {
        var path: RelativePath
        var folder: NodeID?
        var changes: [NameChange]
    }

    struct SidecarChange: Hashable {
        var file: SidecarFile
        /// `nil` where it was not there.
        var before: [UInt8]?
        /// `nil` where it goes.
        var after: [UInt8]?
    }

    struct Made: Hashable {
        var path: RelativePath
        var isFolder: Bool
        /// `nil` where it was written down before there was a file.
        var identity: FileIdentity?
        /// As it was made; `nil` for a folder.
        var written: WriteStamp?
        /// When this was written down, in milliseconds since 1970.
        var time: Int64
        /// What it holds; `nil` for a folder, where it was not read, or where an earlier shed wrote this down.
        var hash: ContentHash?
        /// When its inode last changed, once it stood in its place: in nanoseconds since 1970; `nil` where that is not known.
        var changed: Int64?
        /// Of a folder: the ID that came into the project with it, and was not known there.
        var brings: NodeID?
    }

    struct Final: Hashable {
        /// What it is, in English: a clause without a full stop.
        var reason: String
        /// The same without words; `nil` where an earlier shed wrote it down.
        var words: Message?
        /// The name that the project is given, where it is that: so it is told whether it was done.
        var name: Name?

        init(reason: String, words: Message?, name: Name? = nil) { (self.reason, self.words, self.name) = (reason, words, name) }

        init(_ words: Message) { self.init(reason: words.english, words: words) }
    }

    struct Kept: Hashable {
        var node: NodeID
        /// When it was written over, in milliseconds since 1970.
        var time: Int64
        /// Who wrote over it, as that is told: of unknown origin.
        var actor: String
        var contents: UndoContents
    }

    struct Replacement: Hashable {
        var node: NodeID?
        var path: RelativePath
        /// The file that was there.
        var old: FileIdentity
        /// The permissions that it had.
        var mode: UInt32
        /// The file that takes its place, as it was written.
        var new: FileIdentity
        var written: WriteStamp?
        /// What that holds; `nil` where it was not read, or an earlier shed wrote this down.
        var hash: ContentHash?
        /// When its inode last changed, once it stood in its place: in nanoseconds since 1970; `nil` where that is not known.
        var changed: Int64?
        /// What the old file held; `nil` where that is not kept.
        var contents: UndoContents?
        /// Whether the old file went to Rejected.
        var isRejected: Bool
        /// Where that is; `nil` where it did not, or nobody knows.
        var rejectedTo: RelativePath?
        /// What of its content changes, as its kind calls that, for who lists it; on the first file of several alone.
        var parts: [String] = []
    }
}

/// Where the journal keeps what a file held.
enum UndoContents: Hashable {
    /// A part of the file that holds all that is small, in bytes.
    case part(offset: Int64, size: Int)
    /// A file of its own.
    case file(Name)
}

extension UndoStep {
    /// Whether it only keeps something.
    var isNothingDone: Bool { if case .kept = self { true } else { false } }

    /// The node that it is about, where it says so.
    var node: NodeID? {
        switch self {
        case .moved(let move): move.node
        case .replaced(let file): file.node
        case .removed(_, let id): id
        case .made, .renamed, .sidecar, .set, .final, .kept: nil
        }
    }

    /// What it is about, where that is a file or folder.
    var path: RelativePath? {
        switch self {
        case .moved(let move): move.to
        case .made(let made): made.path
        case .removed(let path, _): path
        case .renamed(let renames): renames.path
        case .replaced(let file): file.path
        case .sidecar(let change): change.file.path
        case .set, .final, .kept: nil
        }
    }

    /// One line of the journal. Paths are in base64: they need not be UTF-8.
    var json: JSONValue {
        switch self {
        case .moved(let move):
            var object: JSONObject = ["do": "move", "from": .path(move.from), "to": .path(move.to)]
            object["id"] = move.node.map { .string("\($0)") }
            object["folder"] = move.folder.map { .string("\($0)") }
            object["file"] = move.file.identity?.json
            object["sketch"] = move.file.sketchJSON
            return .object(object)
        case .renamed(let renames):
            var object: JSONObject = ["do": "rename", "names": .array(renames.changes.map(\.json))]
            if !renames.path.isRoot { object["path"] = .path(renames.path) }
            object["folder"] = renames.folder.map { .string("\($0)") }
            return .object(object)
        case .made(let made):
            var object: JSONObject = ["do": "make", "path": .path(made.path), "time": .integer(made.time)]
            if made.isFolder { object["directory"] = true }
            object["file"] = made.identity?.json
            object["written"] = made.written?.json
            object["hash"] = made.hash.map { .string("\($0)") }
            object["changed"] = made.changed.map { .integer($0) }
            object["id"] = made.brings.map { .string("\($0)") }
            return .object(object)
        case .removed(let path, let id):
            var object: JSONObject = ["do": "remove", "path": .path(path)]
            object["id"] = id.map { .string("\($0)") }
            return .object(object)
        case .replaced(let replaced): return replaced.json
        case .set(let before, let after): return ["do": "set", "before": before.json, "after": after.json]
        case .sidecar(let change):
            var object: JSONObject = ["do": "sidecar", "folder": .string("\(change.file.folder)"), "name": .string("\(change.file.name)")]
            object["before"] = change.before.map { .string(Base64.encode($0)) }
            object["after"] = change.after.map { .string(Base64.encode($0)) }
            return .object(object)
        case .final(let deed):
            var object: JSONObject = ["do": "final", "reason": .string(deed.reason)]
            object["words"] = deed.words?.json
            object["name"] = deed.name.map { .string(Base64.encode($0.bytes)) }
            return .object(object)
        case .kept(let kept):
            var object: JSONObject = ["do": "kept", "id": .string("\(kept.node)"), "time": .integer(kept.time), "by": .string(kept.actor)]
            object.add(kept.contents)
            return .object(object)
        }
    }

    /// `nil` for a line that is none.
    init?(_ json: JSONValue) {
        func id(_ name: String) -> NodeID? { json[name]?.string.flatMap { NodeID($0) } }
        let path = json.path("path")
        switch json["do"]?.string {
        case "move":
            guard let from = json.path("from"), let to = json.path("to") else { return nil }
            let file = MovedFile(identity: json["file"].flatMap(FileIdentity.init), sketch: json["sketch"].flatMap(MovedFile.sketch))
            self = .moved(Move(node: id("id"), file: file, from: from, folder: id("folder"), to: to))
        case "rename":
            guard let names = json["names"]?.array, path != nil || json["path"] == nil else { return nil }
            self = .renamed(Renames(path: path ?? .root, folder: id("folder"), changes: names.compactMap { NameChange($0) }))
        case "make":
            guard let path, let time = json["time"]?.time else { return nil }
            self = .made(Made(
                path: path, isFolder: json["directory"] == true, identity: json["file"].flatMap(FileIdentity.init),
                written: json["written"].flatMap(WriteStamp.init), time: time, hash: json["hash"]?.string.flatMap { ContentHash($0) },
                changed: json["changed"]?.integer, brings: id("id")))
        case "remove":
            guard let path else { return nil }
            self = .removed(path, id("id"))
        case "replace":
            guard let path, let replaced = Replacement(json, path) else { return nil }
            self = .replaced(replaced)
        case "set":
            guard let before = json["before"].flatMap(Operation.init), let after = json["after"].flatMap(Operation.init) else { return nil }
            self = .set(before: before, after: after)
        case "sidecar":
            guard let folder = json["folder"]?.string.map({ Name($0) }), let name = json["name"]?.string.map({ Name($0) }),
                [folder, name].allSatisfy({ $0.isPossible && !$0.isHidden })
            else { return nil }
            func text(_ name: String) -> [UInt8]? { json[name]?.string.flatMap(Base64.decode) }
            self = .sidecar(SidecarChange(file: SidecarFile(name, in: folder), before: text("before"), after: text("after")))
        case "final":
            guard let reason = json["reason"]?.string else { return nil }
            let name = json["name"]?.string.flatMap(Base64.decode).map(Name.init(bytes:))
            self = .final(Final(reason: reason, words: json["words"].flatMap(Message.init), name: name))
        case "kept":
            guard let node = id("id"), let time = json["time"]?.time, let actor = json["by"]?.string, let contents = UndoContents(json) else { return nil }
            self = .kept(Kept(node: node, time: time, actor: actor, contents: contents))
        default: return nil
        }
    }
}

extension NameChange {
    fileprivate var json: JSONValue { [.string("\(id)"), .string(Base64.encode(from.bytes)), .string(Base64.encode(to.bytes))] }

    fileprivate init?(_ json: JSONValue) {
        guard let parts = json.array, parts.count == 3, let id = parts[0].string.flatMap({ NodeID($0) }),
            let from = parts[1].string.flatMap(Base64.decode).map(Name.init(bytes:)), let to = parts[2].string.flatMap(Base64.decode).map(Name.init(bytes:)),
            from.isPossible, to.isPossible, !from.isHidden, !to.isHidden
        else { return nil }
        self.init(id: id, from: from, to: to)
    }
}

extension UndoStep.Replacement {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "do": "replace", "path": .path(path), "old": old.json, "new": new.json, "mode": .integer(Int64(mode)),
        ]
        object["id"] = node.map { .string("\($0)") }
        object["written"] = written?.json
        object["hash"] = hash.map { .string("\($0)") }
        if let contents { object.add(contents) }
        if isRejected { object["rejected"] = true }
        if !parts.isEmpty { object["parts"] = .array(parts.map { .string($0) }) }
        return .object(object)
    }

    fileprivate init?(_ json: JSONValue, _ path: RelativePath) {
        guard let old = json["old"].flatMap(FileIdentity.init), let new = json["new"].flatMap(FileIdentity.init),
            let mode = json["mode"]?.integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        self.init(
            node: json["id"]?.string.flatMap { NodeID($0) }, path: path, old: old, mode: mode & 0o777, new: new,
            written: json["written"].flatMap(WriteStamp.init), hash: json["hash"]?.string.flatMap { ContentHash($0) }, contents: UndoContents(json), isRejected: json["rejected"] == true,
            parts: (json["parts"]?.array ?? []).compactMap(\.string))
    }
}

extension JSONObject {
    fileprivate mutating func add(_ contents: UndoContents) {
        switch contents {
        case .part(let offset, let size): self["part"] = [.integer(offset), .integer(Int64(size))]
        case .file(let name): self["kept"] = .string(Base64.encode(name.bytes))
        }
    }
}

extension UndoContents {
    /// `nil` where none are told of.
    fileprivate init?(_ json: JSONValue) {
        if let part = json["part"]?.array, part.count == 2, let offset = part[0].integer, let size = part[1].integer, offset >= 0, size >= 0 {
            self = .part(offset: offset, size: Int(size))
        } else if let name = json["kept"]?.string.flatMap(Base64.decode).map(Name.init(bytes:)), name.isPossible, !name.isHidden {
            self = .file(name)
        } else {
            return nil
        }
    }
}

extension WriteStamp {
    fileprivate var json: JSONValue { [.integer(size), .integer(modified)] }

    fileprivate init?(_ json: JSONValue) {
        guard let parts = json.array, parts.count == 2, let size = parts[0].integer, let modified = parts[1].integer.map(Nanoseconds.bounded) else { return nil }
        self.init(size: size, modified: modified)
    }
}

extension JSONValue {
    /// A time in milliseconds since 1970, as far off as JSON tells exactly: whoever adds to it gets a number all the same. `nil` for
    /// anything else.
    var time: Int64? { integer.flatMap { (-(1 << 53)...1 << 53).contains($0) ? $0 : nil } }

    fileprivate static func path(_ path: RelativePath) -> JSONValue { .string(Base64.encode(path.bytes)) }

    /// Nothing is believed of a path but that it lies in the project, hidden folders apart.
    fileprivate func path(_ name: String) -> RelativePath? {
        guard let path = self[name]?.string.flatMap(Base64.decode).flatMap({ RelativePath(bytes: $0) }), !path.isRoot,
            path.names.allSatisfy({ $0.isPossible && !$0.isHidden })
        else { return nil }
        return path
    }
}
