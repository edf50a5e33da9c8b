import ShedDisk
import ShedModel

/// Templates that were put in place of the one that the project was made from.
///
/// Each is a file of its own in `.shed/templates`, named after when it was made and what it holds, and never changed: two devices that
/// change the template at once write two files, and on both of them the one that was made last is in force. One that is not whole, as
/// while a sync program writes it, is passed over.
extension Sidecar {
    /// The folder that they stand in.
    public static let templates: Name = "templates"

    /// Of so many files it is looked which is the last.
    private static let mostTemplates = 10_000
    /// So many that are not whole are passed over.
    private static let mostTorn = 16

    /// The name of the file of a template.
    /// - Parameter time: milliseconds since 1970, and more than that of the one that is in force.
    private static func templateName(_ bytes: [UInt8], at time: UInt64) -> Name {
        var name: [UInt8] = []
        Hexadecimal.append(time, digits: 16, to: &name)
        name.append(UInt8(ascii: "-"))
        for byte in ContentHash(of: bytes).bytes.prefix(8) { Hexadecimal.append(UInt64(byte), digits: 2, to: &name) }
        return Name(bytes: name + Array(".json".utf8))
    }

    /// When the template was made that a file of that name holds; `nil`: it is no name of such a file.
    private static func time(of name: Name) -> UInt64? {
        let parts = name.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 16, parts[1].count == 21, parts[1].suffix(5).elementsEqual(".json".utf8),
            let time = Hexadecimal.read(Array(parts[0])), Hexadecimal.read(Array(parts[1].prefix(16))) != nil, time < latest
        else { return nil }
        return time
    }

    /// No template is of a later time, so that there is always one that is later than the last.
    private static let latest: UInt64 = 1 << 62

    /// Whether a file of that name is one of these.
    public static func isTemplate(_ name: Name) -> Bool { time(of: name) != nil }

    /// Their names, the last first.
    private func templateNames(_ folder: DirectoryHandle) throws(DiskError) -> [Name] {
        try folder.list(atMost: Sidecar.mostTemplates).filter { $0.kind == .file && Sidecar.isTemplate($0.name) }.map(\.name).sorted(by: >)
    }

    /// - Throws: ``SidecarError/unsupportedFormat(file:_:)`` where the last one is whole and of a newer shed.
    /// - Parameter left: the name of a file that does not count; `nil`: all do.
    func laterTemplate(without left: Name? = nil) throws(SidecarError) -> Template? {
        let folder: DirectoryHandle
        let names: [Name]
        do throws(DiskError) {
            folder = try directory.openDirectory(Sidecar.templates)
            names = try templateNames(folder)
        } catch {
            // A file or a link in its place is no template, and `check` says so.
            guard [.notFound, .notDirectory, .isLink].contains(error.code) else { throw .disk(error) }
            return nil
        }
        for name in names.lazy.filter({ $0 != left }).prefix(Sidecar.mostTorn) {
            if let bytes = Sidecar.wholeTemplate(name, in: folder) { return try Template(bytes: bytes) }
        }
        return nil
    }

    /// What a file of a template holds; `nil`: it is not whole, or cannot be read.
    private static func wholeTemplate(_ name: Name, in folder: DirectoryHandle) -> [UInt8]? {
        guard let bytes = try? folder.read(name, atMost: ProjectFile.largest), let time = time(of: name), templateName(bytes, at: time) == name
        else { return nil }
        return bytes
    }

    /// Whether no file of a template is later than one of that name is, or would be.
    package func isLastTemplate(_ name: Name) -> Bool {
        guard let folder = try? directory.openDirectory(Sidecar.templates), let last = try? templateNames(folder).first else { return true }
        return last <= name
    }

    /// The files that are later than the one in force and are not whole.
    package func tornTemplates() -> [Name] {
        guard let folder = try? directory.openDirectory(Sidecar.templates), let names = try? templateNames(folder) else { return [] }
        return Array(names.prefix(Sidecar.mostTorn).prefix { Sidecar.wholeTemplate($0, in: folder) == nil })
    }

    /// The file that puts a template in place of the one that is in force: its name in ``templates``, and what it holds.
    /// - Parameter now: milliseconds since 1970.
    /// - Throws: ``SidecarError`` where it would not be read.
    package func file(for template: Template, now: Int64) throws(SidecarError) -> (name: Name, bytes: [UInt8]) {
        let bytes = template.bytes
        guard bytes.count <= ProjectFile.largest else { throw .damaged(file: "template.json", reason: "it would be larger than 1 MiB") }
        _ = try Template(bytes: bytes)
        var time = UInt64(clamping: now)
        do throws(DiskError) {
            let folder = try directory.openDirectory(Sidecar.templates)
            if let last = try templateNames(folder).first.flatMap(Sidecar.time(of:)), last >= time { time = last + 1 }
        } catch {
            guard error.code == .notFound else { throw .disk(error) }
        }
        guard time < Sidecar.latest else { throw .damaged(file: "templates", reason: "one of its files is named after a time that no clock shows") }
        return (Sidecar.templateName(bytes, at: time), bytes)
    }
}
