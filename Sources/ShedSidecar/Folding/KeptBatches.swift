import ShedModel

/// The batches of a fold that was kept (``SavedFold``), looked at where they stand in its bytes: a verb that has one more asks of a few.
///
/// They stand in the order in which they came, in columns of one width: identities; their order; for each the number of its replica, its latest
/// time, where it is from, and whom it names. Whatever the bytes are, each question has an answer.
struct KeptBatches: Sendable {
    /// What many batches have in common.
    struct Source: Hashable, Sendable {
        var project: NodeID
        var replica: ReplicaID
        /// The base whose word the header is; `nil` where the batch itself was there.
        var base: BatchID?
        var isFolded: Bool
        var isCounted: Bool
    }

    /// What one pass over all tells of those from one source.
    struct Tally: Sendable {
        var count = 0
        /// The highest number, and the first batch that has it.
        var sequence: UInt64 = 0
        var newest = 0
        var latest = Int64.min
    }

    /// Bytes that each takes in the columns.
    static let width = 60
    /// Set in what tells whom one names where that is a list; else it is the place of its only parent, counted from 1, or 0 for none.
    static let listed: UInt32 = 1 << 31

    let count: Int
    let sources: [Source]
    /// Of each source.
    let tallies: [Tally]
    /// The last of them, where each but the first names just the one before it in one line.
    let end: Int?
    private let bytes: [UInt8]
    private let start: Int
    private let names: Range<Int>

    init() { (count, sources, tallies, end, bytes, start, names) = (0, [], [], nil, [], 0, 0..<0) }

    /// - Parameters:
    ///   - start: where the columns begin in `bytes`.
    ///   - names: where the lists of names stand in them.
    /// - Returns: `nil` where one speaks of what is not there.
    init?(_ bytes: [UInt8], at start: Int, _ count: Int, names: Range<Int>, sources: [Source], end: Int?) {
        guard start >= 0, count >= 0, count < Int(KeptBatches.listed), start <= bytes.count, count <= (bytes.count - start) / KeptBatches.width,
            names.lowerBound >= 0, names.upperBound <= bytes.count, end.map({ 0..<count ~= $0 }) ?? true
        else { return nil }
        var tallies = [Tally](repeating: Tally(), count: sources.count)
        let isWhole = bytes.withUnsafeBytes { bytes in
            for position in 0..<count {
                let row = start + 36 * count + 24 * position
                let sequence = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: row, as: UInt64.self))
                let latest = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: row + 8, as: Int64.self))
                let source = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row + 16, as: UInt32.self)))
                let named = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row + 20, as: UInt32.self))
                let order = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 32 * count + 4 * position, as: UInt32.self))
                guard source < tallies.count, order < count, named < KeptBatches.listed ? named <= count : named - KeptBatches.listed < names.count
                else { return false }
                if tallies[source].count == 0 || tallies[source].sequence < sequence { (tallies[source].sequence, tallies[source].newest) = (sequence, position) }
                if tallies[source].latest < latest { tallies[source].latest = latest }
                tallies[source].count += 1
            }
            return true
        }
        guard isWhole else { return nil }
        (self.count, self.sources, self.tallies, self.end, self.bytes, self.start, self.names) = (count, sources, tallies, end, bytes, start, names)
    }

    // MARK: Columns

    @inline(__always)
    private func word<Word: FixedWidthInteger>(at offset: Int, as type: Word.Type) -> Word {
        bytes.withUnsafeBytes { Word(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }

    @inline(__always)
    private func row(_ position: Int) -> Int { start + 36 * count + 24 * position }

    func id(_ position: Int) -> BatchID {
        let offset = start + 32 * position
        return bytes.withUnsafeBytes { bytes in
            func word(_ number: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8 * number, as: UInt64.self)) }
            return BatchID(words: (word(0), word(1), word(2), word(3)))
        }
    }

    /// The position of the batch that is so manieth in the order of identities.
    func ranked(_ rank: Int) -> Int { Int(word(at: start + 32 * count + 4 * rank, as: UInt32.self)) }

    /// The position of a batch; `nil` for one that is not there.
    func position(of id: BatchID) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let position = ranked(middle)
            let there = self.id(position)
            if there == id { return position }
            if there < id { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    func number(_ position: Int) -> Fork.Key { Fork.Key(replica: source(position).replica, sequence: word(at: row(position), as: UInt64.self)) }

    func latest(_ position: Int) -> Int64 { word(at: row(position) + 8, as: Int64.self) }

    func source(_ position: Int) -> Source { sources[Int(word(at: row(position) + 16, as: UInt32.self))] }

    // MARK: Names

    /// The position of the only batch that one names; `nil` where it names several, none, or one that is not there.
    func onlyParent(_ position: Int) -> Int? {
        let named = word(at: row(position) + 20, as: UInt32.self)
        return named > 0 && named < KeptBatches.listed ? Int(named) - 1 : nil
    }

    private func named(_ position: Int) -> (parents: [BatchID], without: [BatchID]) {
        let named = word(at: row(position) + 20, as: UInt32.self)
        guard named >= KeptBatches.listed else { return (named == 0 ? [] : [id(Int(named) - 1)], []) }
        var reader = SavedBytes.Reader(bytes: bytes, position: names.lowerBound + Int(named - KeptBatches.listed), end: names.upperBound)
        do throws(SavedBytes.Malformed) { return (try list(&reader), try list(&reader)) } catch { return ([], []) }
    }

    private func list(_ reader: inout SavedBytes.Reader) throws(SavedBytes.Malformed) -> [BatchID] {
        let length = try reader.count(of: 1)
        var named: [BatchID] = []
        named.reserveCapacity(length)
        for _ in 0..<length {
            let place = try reader.place(in: count + 1)
            named.append(place == 0 ? try reader.batch() : id(place - 1))
        }
        return named
    }

    func vertex(_ position: Int) -> BatchGraph.Vertex {
        let (source, named) = (source(position), named(position))
        let header = Batch.Header(
            project: source.project, replica: source.replica, sequence: number(position).sequence, parents: named.parents, without: named.without)
        return BatchGraph.Vertex(
            id: id(position), header: header, base: source.base, latest: latest(position), isFolded: source.isFolded, isCounted: source.isCounted)
    }
}
