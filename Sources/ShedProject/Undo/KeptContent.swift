import Glibc
import ShedDisk
import ShedModel

/// What a file held before shed wrote over it, as the undo journal keeps it.
public struct KeptContent: Hashable, Sendable {
    /// The number of the entry.
    public let entry: Int
    /// When it was written over, in milliseconds since 1970.
    public let time: Int64
    /// Who wrote over it: `daemon`, or a verb's name.
    public let actor: String
    public let bytes: [UInt8]
}

extension Project {
    /// What the file of a node held before each time that shed wrote over it, the oldest first, as far as it is still kept.
    /// - Parameters:
    ///   - nodes: its ID, and those that were joined with it.
    ///   - limit: files of more bytes are left out.
    public func keptContents(of nodes: Set<NodeID>, atMost limit: Int) throws(ShedError) -> [KeptContent] {
        guard let journal = undo.journal else { return [] }
        do throws(DiskError) {
            var result: [KeptContent] = []
            for number in try journal.numbers() {
                guard let entry = try journal.entry(number, mentioning: nodes) else { continue }
                for case .replaced(let file) in entry.steps where file.node.map(nodes.contains) == true {
                    guard let contents = file.contents, let bytes = try? journal.read(contents, of: number, atMost: limit) else { continue }
                    result.append(KeptContent(entry: number, time: entry.time, actor: entry.actor, bytes: bytes))
                }
            }
            return result
        } catch { throw ShedError(error) }
    }
}

extension UndoJournal {
    /// An entry with those of its steps in which one of some IDs stands; `nil` where there is none.
    fileprivate func entry(_ number: Int, mentioning nodes: Set<NodeID>) throws(DiskError) -> UndoEntry? {
        guard let bytes = try bytes(of: number) else { return nil }
        let ids = nodes.map { Array("\($0)".utf8) }
        func mentions(_ bytes: ArraySlice<UInt8>) -> Bool { ids.contains { $0.stands(in: bytes) } }
        guard mentions(bytes[...]) else { return nil }
        // The first line says whose entry it is.
        // The others are not read; each keeps its place, since what was not done is named by its line.
        let lines = bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
            number == 0 || mentions(line) || UndoEntry.isAboutLines(line) ? line : []
        }
        return UndoEntry(number: number, lines: lines)
    }

    /// What a file held.
    fileprivate func read(_ contents: UndoContents, of number: Int, atMost limit: Int) throws(DiskError) -> [UInt8] {
        switch contents {
        case .part(let offset, let size):
            guard size <= limit else { throw DiskError(errno: EFBIG, action: "read", path: path) }
            return try UndoWriter.read((offset, size), of: number, in: self)
        case .file(let name):
            guard let directory = try directory() else { throw DiskError(.notFound, action: "read", path: path) }
            return try directory.openDirectory(UndoJournal.keptName(of: number)).read(name, atMost: limit)
        }
    }
}

extension [UInt8] {
    /// Whether these bytes, eight at least, are somewhere among others.
    fileprivate func stands(in bytes: ArraySlice<UInt8>) -> Bool {
        withUnsafeBytes { part in
            bytes.withUnsafeBytes { whole in
                guard part.count >= 8, whole.count >= part.count, let wanted = part.baseAddress, let start = whole.baseAddress else { return false }
                let first = wanted.loadUnaligned(as: UInt64.self)
                return (0...(whole.count - part.count)).contains { offset in
                    start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == first && memcmp(start + offset, wanted, part.count) == 0
                }
            }
        }
    }
}
