import ShedExchange
import ShedMessages
import ShedModel
@testable import ShedImport

/// A source in memory: files by their paths, and links. Says what it is asked to say.
final class MemoryTree: SourceTree {
    let name: Name
    let file: Name?
    private var files: [RelativePath: [UInt8]] = [:]
    private var others: Set<RelativePath> = []
    private var sizes: [RelativePath: Int64] = [:]

    init(_ name: Name, file: Name? = nil, _ files: KeyValuePairs<String, String> = [:]) {
        (self.name, self.file) = (name, file)
        for (path, text) in files { put(path, text) }
    }

    func put(_ path: String, _ text: String) { put(path, Array(text.utf8)) }
    func put(_ path: String, _ bytes: [UInt8]) { files[RelativePath(bytes: path.utf8) ?? .root] = bytes }
    /// A link, which is never followed.
    func link(_ path: String) { others.insert(RelativePath(bytes: path.utf8) ?? .root) }
    /// What is said of a file's size in place of the truth.
    func claim(_ path: String, _ size: Int64) { sizes[RelativePath(bytes: path.utf8) ?? .root] = size }

    func entries(of folder: RelativePath) throws(ImportFault) -> [SourceEntry] {
        var found: [Name: SourceEntry] = [:]
        for (path, bytes) in files where path.names.count > folder.names.count && path.isInside(folder) {
            let name = path.names[folder.names.count]
            let isFile = path.names.count == folder.names.count + 1
            found[name] = SourceEntry(name: name, kind: isFile ? .file : .directory, size: isFile ? sizes[path] ?? Int64(bytes.count) : 0)
        }
        for path in others where path.parent == folder { if let name = path.last { found[name] = SourceEntry(name: name, kind: .link) } }
        return found.values.sorted { $0.name < $1.name }
    }

    func entry(at path: RelativePath) throws(ImportFault) -> SourceEntry? {
        guard let name = path.last else { return SourceEntry(name: name, kind: .directory) }
        return try entries(of: path.parent).first { $0.name == name }
    }

    func read(_ path: RelativePath, _ take: ([UInt8]) throws(ImportFault) -> Void) throws(ImportFault) {
        guard let bytes = files[path] else { throw ImportFault(.importLacks(path: "\(path)"), at: path) }
        try take(bytes)
    }

    /// As the readers see it.
    var folder: TreeFolder { TreeFolder(self, ImportLimits()) }
}

/// What came of a source, in lines: two blanks further in for each folder, with tags, and the text behind an arrow.
func outline(_ items: [ForeignItem], _ depth: Int = 0) -> String {
    items.map { item in
        let tags = item.tags.map { " #\($0.group.map { "\($0)/" } ?? "")\($0.name)" }.joined()
        let start = String(repeating: "  ", count: depth) + "\(item.name)"
        return switch item.content {
        case .folder(let children): "\(start)/\(tags)\n" + outline(children, depth + 1)
        case .made(let bytes): "\(start)\(tags) → \(String(decoding: bytes, as: UTF8.self).replacing("\n", with: "⏎"))\n"
        case .file(let path, _): "\(start)\(tags) = \(path)\n"
        }
    }.joined()
}

/// The cause for which something is not read; `nil` where it is.
func cause(_ body: () throws -> some Any) -> ForeignError.Cause? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? ForeignError)?.cause
    }
}
