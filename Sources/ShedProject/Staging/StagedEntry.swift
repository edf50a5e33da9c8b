import ShedDisk
import ShedModel

/// One thing of a staged change: a file or folder that is written and waits to be put into its place.
package struct StagedEntry: Hashable {
    /// Its name in the staging folder.
    var name: Name
    /// The file that was written.
    var identity: FileIdentity
    /// Its size and when it was last changed, as it was written: later a person may have. `nil` for a folder.
    var written: WriteStamp?
    /// What it holds, where it was written from memory. The journal does not say it.
    var hash: ContentHash?
    /// Where it goes.
    var target: RelativePath
    /// The folder in which that is, where it is neither the project's root nor comes along: said by the journal alone. An earlier shed
    /// passes over it.
    var folder: FileIdentity?
    /// The file that stands there and is replaced, as it was when that was decided; `nil`: nothing may stand there.
    var replaced: Evidence?
    /// What that held when what is written was made of it: it is looked at once more when it is replaced. `nil` where it was made of something
    /// else. An earlier shed passes over it.
    var held: ContentHash?
    /// The rule by which what is replaced goes to Rejected; `nil`: it goes for good.
    var rejecting: String?
    /// Whether what is replaced is kept for who takes it back, also where it goes to Rejected. The journal does not say it.
    var isKept = false
    /// Whether a folder goes again where nothing was put into it: it was made only for what is moved there.
    var isProvisional = false
    /// Whether it also replaces what some program has open to write to it. The journal says it of each, whatever it follows from, so that
    /// who finishes the change does as was decided. An earlier shed passes over the word.
    var overridesWriters = false

    /// Has the files on a device, whatever its number was when they were written down.
    mutating func rebase(on device: UInt64) {
        identity.device = device
        folder?.device = device
        replaced?.device = device
    }

    /// Whether a file is the one that was written, and as it was written.
    func isUntouched(_ evidence: Evidence?) -> Bool {
        guard let evidence, evidence.identity == identity else { return false }
        return written == nil || written == WriteStamp(evidence)
    }
}

extension StagedEntry {
    /// One line of the journal. Paths are in base64: they need not be UTF-8.
    var json: JSONValue {
        var object: JSONObject = [
            "name": .string(Base64.encode(name.bytes)), "target": .string(Base64.encode(target.bytes)),
            "file": identity.json,
        ]
        if let written {
            object["written-size"] = .integer(written.size)
            object["written"] = .integer(written.modified)
        }
        if let replaced {
            object["replaced"] = replaced.identity.json
            object["size"] = .integer(replaced.size)
            object["modified"] = .integer(replaced.modified)
        }
        object["held"] = held.map { .string("\($0)") }
        object["rejecting"] = rejecting.map { .string($0) }
        object["folder"] = folder?.json
        if isProvisional { object["provisional"] = true }
        if overridesWriters { object["overrides-writers"] = true }
        return .object(object)
    }

    /// `nil` for a line that no shed wrote. Nothing is believed of a path but that it lies in the project, hidden
    /// folders apart.
    init?(_ json: JSONValue) {
        guard let name = json["name"]?.string.flatMap(Base64.decode).map(Name.init(bytes:)), name.isPossible, !name.isHidden,
            let target = json["target"]?.string.flatMap(Base64.decode).flatMap({ RelativePath(bytes: $0) }), !target.isRoot,
            target.names.allSatisfy({ $0.isPossible && !$0.isHidden }), let identity = json["file"].flatMap(FileIdentity.init)
        else { return nil }
        self.init(name: name, identity: identity, target: target)
        rejecting = json["rejecting"]?.string
        held = json["held"]?.string.flatMap { ContentHash($0) }
        folder = json["folder"].flatMap(FileIdentity.init)
        isProvisional = json["provisional"] == true
        overridesWriters = json["overrides-writers"] == true
        if let size = json["written-size"]?.integer, let modified = json["written"]?.integer.map(Nanoseconds.bounded) {
            written = WriteStamp(size: size, modified: modified)
        }
        guard let value = json["replaced"] else { return }
        guard let identity = FileIdentity(value), let size = json["size"]?.integer, let modified = json["modified"]?.integer.map(Nanoseconds.bounded) else {
            return nil
        }
        replaced = Evidence(
            device: identity.device, inode: identity.inode, birth: identity.birth, size: size, modified: modified)
    }
}

extension FileIdentity {
    /// For journals.
    var json: JSONValue { .array([.string(String(device)), .string(String(inode)), .integer(birth)]) }

    init?(_ json: JSONValue) {
        guard let parts = json.array, parts.count == 3, let device = parts[0].string.flatMap({ UInt64($0) }),
            let inode = parts[1].string.flatMap({ UInt64($0) }), let birth = parts[2].integer.map(Nanoseconds.bounded)
        else { return nil }
        self.init(device: device, inode: inode, birth: birth)
    }
}
