import ShedModel

/// What this machine knows of the links of one view: how each was last seen to stand, and how its file was then. Losing it loses
/// nothing but that an edit in place of a link is taken for an edit.
///
/// The bytes are kept as they are: with ten thousand links a change of one reads and writes them, and makes no value for each.
public struct LinkBook: Sendable {
    /// What the whole was like when all links were last right.
    public struct Summary: Hashable, Sendable {
        /// What the links follow from, as a number: in All which batches, in a collection what all of it comes to. 0 where something failed.
        public var basis: UInt64 = 0
        /// In All, how many nodes had been seen, and how many of them were missing; 0 in a collection, whose basis has that.
        public var present: UInt64 = 0
        /// The digest of the view's folder (``Snapshot/Directory/digest``).
        public var digest: UInt64 = 0
        /// Which directory that folder was (inode).
        public var folder: UInt64 = 0
        /// When that directory was made and last changed (ctime), in nanoseconds since 1970, if all that was in it then is known: links of
        /// the view, and the digest.
        public var stamp: Stamp?
        /// Whether no link could be made there, so that nobody tries again and again.
        public var isUnable = false
        /// Whether links of somebody else's stood there, of which nothing is said by all of the view's being right.
        public var hasOthers = false
        /// Whether something else than links stood there.
        public var isMixed = false
        /// Whether another folder was the view's before, so that what stands there and is not in the book is somebody else's, wherever it leads.
        public var isMoved = false

        public init() {}

        /// A state of the view's folder.
        public struct Stamp: Hashable, Sendable {
            public var birth: Int64
            public var changed: Int64

            public init(birth: Int64, changed: Int64) { (self.birth, self.changed) = (birth, changed) }
        }

        /// The view's folder, where it is known what is in it: links of the view and nothing else.
        public var settled: SettledFolder? {
            guard let stamp, !isUnable, !hasOthers, !isMixed else { return nil }
            return SettledFolder(inode: folder, birth: stamp.birth, changed: stamp.changed, digest: digest)
        }

        /// So many bytes it has.
        public static let length = LinkBook.mark.count + 7 * 8

        /// Reads the beginning of a book.
        /// - Returns: `nil` for what no shed wrote.
        public init?(_ file: [UInt8]) {
            guard file.count >= Summary.length, file.starts(with: LinkBook.mark) else { return nil }
            let numbers = (0..<7).map { LinkBook.number(file, LinkBook.mark.count + $0 * 8) }
            (basis, present, digest, folder) = (numbers[0], numbers[1], numbers[2], numbers[3])
            (isUnable, hasOthers, isMixed) = (numbers[4] & 1 != 0, numbers[4] & 2 != 0, numbers[4] & 8 != 0)
            isMoved = numbers[4] & 16 != 0
            stamp = numbers[4] & 4 == 0 ? nil : Stamp(birth: Int64(bitPattern: numbers[5]), changed: Int64(bitPattern: numbers[6]))
        }

        /// What a book begins with.
        public var bytes: [UInt8] {
            var bytes = LinkBook.mark
            let flags: UInt64 = (isUnable ? 1 : 0) | (hasOthers ? 2 : 0) | (stamp == nil ? 0 : 4) | (isMixed ? 8 : 0) | (isMoved ? 16 : 0)
            let times = [stamp?.birth ?? 0, stamp?.changed ?? 0].map { UInt64(bitPattern: $0) }
            for number in [basis, present, digest, folder, flags] + times { LinkBook.append(number, to: &bytes) }
            return bytes
        }
    }

    /// A file as it was when its link was last seen. Device numbers change when a machine starts anew, so there is none.
    public struct Seen: Hashable, Sendable {
        public var inode: UInt64
        /// Nanoseconds since 1970.
        public var birth: Int64
        public var written: WriteStamp

        public init(_ evidence: Evidence) { (inode, birth, written) = (evidence.inode, evidence.birth, WriteStamp(evidence)) }

        fileprivate init(inode: UInt64, birth: Int64, _ written: WriteStamp) { (self.inode, self.birth, self.written) = (inode, birth, written) }
    }

    /// One link.
    public struct Record: Hashable, Sendable {
        /// The file's node.
        public var id: NodeID
        /// The group of the file's own name (``LinkNames/key(of:)``).
        public var key: UInt64
        /// `nil` where the link was not seen standing.
        public var seen: Seen?
        /// The link's name; `nil` where it has none.
        public var name: Name?
        /// What it holds.
        public var text: [UInt8]

        public init(id: NodeID, key: UInt64, seen: Seen?, name: Name?, text: [UInt8]) {
            (self.id, self.key, self.seen, self.name, self.text) = (id, key, seen, name, text)
        }

        /// A file that is a node and stands in place of a link.
        public init(stranger id: NodeID, _ name: Name) { self.init(id: id, key: 0, seen: nil, name: name, text: []) }

        /// Whether it is such a file, and no link.
        public var isStranger: Bool { text.isEmpty && name != nil }
    }

    public var summary = Summary()
    /// The records, one behind the other.
    private var bytes: [UInt8] = []
    public private(set) var count = 0

    public init() {}

    /// A book of at most so many bytes is read: more than a million links.
    public static let longest = 512 << 20
    fileprivate static let mark = Array("shedview2\n".utf8)
    private static let headLength = Summary.length + 8
    private static let fixed = 16 + 8 + 1 + 32 + 2 + 2

    // MARK: Reading and writing

    /// - Returns: `nil` for what no shed wrote, or what was cut off.
    public init?(_ file: [UInt8]) {
        guard file.count >= LinkBook.headLength, let summary = Summary(file),
            LinkBook.number(file, Summary.length) == UInt64(file.count - LinkBook.headLength)
        else { return nil }
        self.summary = summary
        bytes = Array(file[LinkBook.headLength...])
        var position = 0
        while position < bytes.count {
            guard let end = end(of: position), !isZero(position) else { return nil }
            position = end
            count += 1
        }
    }

    public var file: [UInt8] {
        var file = summary.bytes
        file.reserveCapacity(LinkBook.headLength + bytes.count)
        LinkBook.append(UInt64(bytes.count), to: &file)
        file += bytes
        return file
    }

    /// Where the next record begins; `nil` where this one is not whole.
    private func end(of position: Int) -> Int? {
        guard position + LinkBook.fixed <= bytes.count else { return nil }
        let end = position + LinkBook.fixed + short(position + LinkBook.fixed - 4) + short(position + LinkBook.fixed - 2)
        return end <= bytes.count ? end : nil
    }

    private func isZero(_ position: Int) -> Bool { LinkBook.number(bytes, position) == 0 && LinkBook.number(bytes, position + 8) == 0 }
    private func short(_ position: Int) -> Int { Int(bytes[position]) << 8 | Int(bytes[position + 1]) }
    private func id(at position: Int) -> NodeID { NodeID(high: LinkBook.number(bytes, position), low: LinkBook.number(bytes, position + 8)) }
    private func key(at position: Int) -> UInt64 { LinkBook.number(bytes, position + 16) }

    fileprivate static func number(_ bytes: [UInt8], _ position: Int) -> UInt64 {
        bytes.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
    }

    fileprivate static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private func record(at position: Int) -> Record {
        let words = (0..<4).map { LinkBook.number(bytes, position + 25 + $0 * 8) }
        func time(_ word: UInt64) -> Int64 { Int64(bitPattern: word) }
        let nameLength = short(position + LinkBook.fixed - 4)
        let name = bytes[(position + LinkBook.fixed)..<(position + LinkBook.fixed + nameLength)]
        let text = bytes[(position + LinkBook.fixed + nameLength)..<(position + LinkBook.fixed + nameLength + short(position + LinkBook.fixed - 2))]
        let seen = Seen(inode: words[0], birth: time(words[1]), WriteStamp(size: time(words[2]), modified: time(words[3])))
        return Record(
            id: id(at: position), key: key(at: position), seen: bytes[position + 24] == 1 ? seen : nil, name: name.isEmpty ? nil : Name(bytes: Array(name)),
            text: Array(text))
    }

    // MARK: Looking up

    /// The records of nodes. Costs one pass.
    public func records(of ids: Set<NodeID>) -> [NodeID: Record] {
        var found: [NodeID: Record] = [:]
        let filter = IDFilter(ids)
        forEach { position in if filter.holds(self, position) { found[id(at: position)] = record(at: position) } }
        return found
    }

    /// The nodes of groups. Costs one pass.
    public func ids(ofKeys keys: Set<UInt64>) -> [NodeID] {
        var found: [NodeID] = []
        forEach { position in if keys.contains(key(at: position)) { found.append(id(at: position)) } }
        return found
    }

    /// Whether a node that is none of some has a name of its own of a group. Costs one pass.
    public func hasKey(_ key: UInt64, besides ids: Set<NodeID>) -> Bool {
        var isThere = false
        forEach { position in if self.key(at: position) == key, !ids.contains(id(at: position)) { isThere = true } }
        return isThere
    }

    /// All records.
    public var records: [Record] {
        var all: [Record] = []
        all.reserveCapacity(count)
        forEach { all.append(record(at: $0)) }
        return all
    }

    /// Tells the records of some nodes from thousands of others, for which one number is compared.
    private struct IDFilter {
        private let ids: Set<NodeID>
        private let lows: Set<UInt64>
        private let only: UInt64?

        init(_ ids: Set<NodeID>) {
            self.ids = ids
            lows = Set(ids.map(\.low))
            only = lows.count == 1 ? lows.first : nil
        }

        func holds(_ book: LinkBook, _ position: Int) -> Bool {
            let low = LinkBook.number(book.bytes, position + 8)
            guard only.map({ $0 == low }) ?? lows.contains(low) else { return false }
            return ids.contains(book.id(at: position))
        }
    }

    private func forEach(_ body: (Int) -> Void) {
        var position = 0
        while position < bytes.count, let end = end(of: position) {
            body(position)
            position = end
        }
    }

    // MARK: Changing

    /// Puts records in, in place of those of the same nodes, and takes others out.
    public mutating func replace(_ records: [Record], removing removed: Set<NodeID> = []) {
        let gone = IDFilter(removed.union(records.map(\.id)))
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count + records.count * 128)
        var start = 0
        var number = 0
        forEach { position in
            guard gone.holds(self, position) else {
                number += 1
                return
            }
            kept += bytes[start..<position]
            start = end(of: position) ?? bytes.count
        }
        kept += bytes[start...]
        bytes = kept
        count = number
        for record in records { append(record) }
    }

    private mutating func append(_ record: Record) {
        let name = record.name?.bytes ?? []
        guard name.count <= Name.longest, record.text.count <= Int(UInt16.max), record.id != NodeID(high: 0, low: 0) else { return }
        LinkBook.append(record.id.high, to: &bytes)
        LinkBook.append(record.id.low, to: &bytes)
        LinkBook.append(record.key, to: &bytes)
        bytes.append(record.seen == nil ? 0 : 1)
        let seen = record.seen ?? Seen(Evidence())
        LinkBook.append(seen.inode, to: &bytes)
        for number in [seen.birth, seen.written.size, seen.written.modified] { LinkBook.append(UInt64(bitPattern: number), to: &bytes) }
        for length in [name.count, record.text.count] { bytes += [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] }
        bytes += name
        bytes += record.text
        count += 1
    }
}
