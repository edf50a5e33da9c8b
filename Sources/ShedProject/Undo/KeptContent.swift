import Glibc
import ShedDisk
import ShedMessages
import ShedModel

/// What a file held before shed wrote over it, as the undo journal keeps it.
public struct KeptContent: Hashable, Sendable {
    /// The number of the entry; `nil` for what it held elsewhere, and an import brought along.
    public let entry: Int?
    /// When it was written over, in milliseconds since 1970.
    public let time: Int64
    /// Who wrote over it: `daemon`, or a verb's name; what an import brought may say anything.
    public let actor: String
    public let bytes: [UInt8]
}

/// Where the journal keeps what a file held.
struct KeptPlace: Hashable {
    var entry: Int
    /// When it was written over, in milliseconds since 1970.
    var time: Int64
    var actor: String
    var contents: UndoContents
    /// Whether an import brought it along.
    var isBrought: Bool
}

extension Project {
    /// What the file of a node held before each time that shed wrote over it, the oldest first, as far as it is still kept.
    /// - Parameters:
    ///   - nodes: its ID, and those that were joined with it.
    ///   - limit: files of more bytes are left out.
    public func keptContents(of nodes: Set<NodeID>, atMost limit: Int) throws(ShedError) -> [KeptContent] {
        guard let journal = undo.journal else { return [] }
        do throws(DiskError) {
            var places: [KeptPlace] = []
            for number in try journal.numbers() {
                for (node, place) in try journal.entry(number, mentioning: nodes)?.keptPlaces ?? [] where nodes.contains(node) { places.append(place) }
            }
            return contents(of: places, atMost: limit).map { place, bytes in
                KeptContent(entry: place.isBrought ? nil : place.entry, time: place.time, actor: place.actor, bytes: bytes)
            }
        } catch { throw ShedError(error) }
    }

    /// The same of all nodes that are asked for, in the order of the journal, without the bytes: all entries are read once.
    /// - Parameter node: which one a file is by the ID that it had then; `nil` where it is none of them.
    /// - Returns: also which entries cannot be read, and why: clauses.
    func keptPlaces(_ node: (NodeID) -> NodeID?) -> (places: [NodeID: [KeptPlace]], lost: [Message]) {
        guard let journal = undo.journal else { return ([:], []) }
        var places: [NodeID: [KeptPlace]] = [:]
        var lost: [Message] = []
        let numbers: [Int]
        do throws(DiskError) { numbers = try journal.numbers() } catch { return ([:], [error.words]) }
        for number in numbers {
            do throws(DiskError) {
                for (old, place) in try journal.entryOfContents(number)?.keptPlaces ?? [] { if let id = node(old) { places[id, default: []].append(place) } }
            } catch { lost.append(.versionLost(version: "\(number)", reason: error.why)) }
        }
        return (places, lost)
    }

    /// What a file held.
    /// - Returns: the bytes of each place in the order of ``keptContents(of:atMost:)``; without those that are gone by now, or longer.
    private func contents(of places: [KeptPlace], atMost limit: Int) -> [(place: KeptPlace, content: [UInt8])] {
        Project.inOrder(places.compactMap { place in content(of: place, atMost: limit).map { (place, $0) } })
    }

    /// What stands in a place; `nil` where it is gone by now, longer, or cannot be read.
    func content(of place: KeptPlace, atMost limit: Int) -> [UInt8]? { try? readContent(of: place, atMost: limit) }

    /// What stands in a place; `nil` where it is gone by now, or longer.
    func readContent(of place: KeptPlace, atMost limit: Int) throws(DiskError) -> [UInt8]? {
        do throws(DiskError) { return try undo.journal?.read(place.contents, of: place.entry, atMost: limit) } catch {
            if error.code == .notFound || error.code == .tooLarge { return nil }
            throw error
        }
    }

    /// What came along from elsewhere was before all that was here, and stands there once: an export may come back to where it was made.
    static func inOrder<Content: Hashable>(_ places: [(place: KeptPlace, content: Content)]) -> [(place: KeptPlace, content: Content)] {
        guard places.contains(where: \.place.isBrought) else { return places }
        var known = Set(places.filter { !$0.place.isBrought }.map { Moment(time: $0.place.time, content: $0.content) })
        let brought = places.filter { $0.place.isBrought && known.insert(Moment(time: $0.place.time, content: $0.content)).inserted }
        return brought + places.filter { !$0.place.isBrought }
    }
}

/// What a file held, and when it was written over.
private struct Moment<Content: Hashable>: Hashable {
    var time: Int64
    var content: Content
}

extension UndoEntry {
    /// What it keeps of what files held, by the IDs that they had then.
    fileprivate var keptPlaces: [(NodeID, KeptPlace)] {
        steps.compactMap { step in
            switch step {
            case .replaced(let file):
                guard let node = file.node, let contents = file.contents else { return nil }
                return (node, KeptPlace(entry: number, time: time, actor: actor, contents: contents, isBrought: false))
            case .kept(let kept):
                return (kept.node, KeptPlace(entry: number, time: kept.time, actor: kept.actor, contents: kept.contents, isBrought: true))
            default: return nil
            }
        }
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

    /// An entry with those of its steps alone that may keep what a file held; `nil` where it has none.
    fileprivate func entryOfContents(_ number: Int) throws(DiskError) -> UndoEntry? {
        guard let bytes = try bytes(of: number) else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
            number == 0 || UndoEntry.keepsContents(line) || UndoEntry.isAboutLines(line) ? line : []
        }
        return lines.contains(where: UndoEntry.keepsContents) ? UndoEntry(number: number, lines: lines) : nil
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
