import ShedHash
import ShedModel

/// A fold as a device keeps it for itself, so that batches which come are added to it and the others need not be read again.
///
/// It is a cache and no part of the sidecar. It holds the batches with their headers, and operations that fold to the same as theirs, so what
/// it is read into is filled by the same road as by the batches themselves, and what comes afterwards is folded into it as into any other:
/// state is a function of the set of batches. The batches are not read: they are looked at where they stand (``KeptBatches``).
public enum SavedFold {
    /// Raised with every change of what stands in it, or of what folding makes of an operation.
    private static let format: UInt8 = 2
    /// More bytes than that cannot name one another.
    private static let largest = Int(KeptBatches.listed)
    private static let opening = Array("shed-fold".utf8) + [format]

    /// What was read for a fold, and where each file of it is known.
    public struct Known {
        let fold: Fold
        let id: (BatchFile) -> BatchID?

        /// - Parameter id: the identity of a file that is in the fold, if that is still as it was.
        public init(_ fold: Fold, id: @escaping (BatchFile) -> BatchID?) { (self.fold, self.id) = (fold, id) }
    }

    /// The bytes of a settled fold; `nil` where it cannot be kept: what is set at the greatest stamp hangs on all batches there are, and a
    /// file that could not be read may be another one by the next time.
    /// - Parameter key: says of which project it is, and by what program; only with the same can it be read.
    public static func bytes(of fold: Fold, key: [UInt8]) -> [UInt8]? {
        guard fold.isPlain else { return nil }
        var writer = SavedBytes.Writer()
        writer.bytes = opening
        writer.text(key)
        writer.replicas(of: fold)
        writer.batches(of: fold)
        writer.operations(of: fold)
        guard writer.bytes.count < SavedFold.largest else { return nil }
        writer.bytes += checksum(of: writer.bytes[...])
        return writer.bytes
    }

    static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.digest()
    }

    /// Which fold some bytes are of, as they say at their end; empty for no such bytes.
    public static func checksum(_ bytes: [UInt8]) -> [UInt8] { bytes.count > opening.count + 32 ? Array(bytes.suffix(32)) : [] }

    /// Reads what ``bytes(of:key:)`` made.
    /// - Parameter fold: an empty one of the project.
    /// - Returns: `nil` for anything else, and where the clock says otherwise by now which stamps are from the future.
    public static func fold(_ bytes: [UInt8], key: [UInt8], into fold: Fold) -> Fold? {
        guard bytes.count > opening.count + 32, bytes.starts(with: opening), checksum(of: bytes.dropLast(32)).elementsEqual(bytes.suffix(32))
        else { return nil }
        var reader = SavedBytes.Reader(bytes: bytes, position: opening.count, end: bytes.count - 32)
        do throws(SavedBytes.Malformed) {
            guard try reader.text() == key else { return nil }
            return try reader.fold(into: fold)
        } catch { return nil }
    }
}

extension Fold {
    /// Whether a file's batch or base is in it.
    func holds(_ id: BatchID) -> Bool { graph[id]?.isFolded == true || bases.contains(id) }

    /// How many files are in it, copies not counted.
    var fileCount: Int { graph.foldedCount + bases.count }

    /// Whether the operations of a batch that is not there itself were counted, as a base has them.
    func hasCounted(_ id: BatchID) -> Bool { graph[id].map { $0.isCounted && !$0.isFolded } ?? false }
}

/// Numbers and texts in a row of bytes.
enum SavedBytes {
    struct Malformed: Error {}

    struct Writer {
        var bytes: [UInt8] = []
        /// The places of replicas and of batches in the lists that stand before.
        private var places: [ReplicaID: Int] = [:]

        mutating func fixed(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }

        mutating func half(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }

        mutating func number(_ value: Int) {
            var rest = UInt64(bitPattern: Int64(value))
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
        }

        mutating func text(_ text: [UInt8]) {
            number(text.count)
            bytes += text
        }

        mutating func text(_ text: String) { self.text(Array(text.utf8)) }

        mutating func id(_ id: NodeID) {
            fixed(id.high)
            fixed(id.low)
        }

        mutating func batch(_ id: BatchID) {
            for word in [id.words.0, id.words.1, id.words.2, id.words.3] { fixed(word) }
        }

        mutating func replica(_ replica: ReplicaID) { number(places[replica] ?? 0) }

        /// All that stamps and headers name, so that each is named by a small number.
        mutating func replicas(of fold: Fold) {
            var all: Set<ReplicaID> = []
            for writer in fold.graph.writers { all.insert(writer.replica) }
            for stamped in fold.labels.operations { all.insert(stamped.at.replica) }
            for entry in fold.entries { for kept in entry.operations() { all.insert(kept.at.replica) } }
            for hint in fold.hints.all { all.insert(hint.stamp.replica) }
            if let latest = fold.maxStamp { all.insert(latest.replica) }
            number(all.count)
            for (place, replica) in all.sorted().enumerated() {
                places[replica] = place
                fixed(replica.rawValue)
            }
        }

        mutating func stamp(_ stamp: Stamp) {
            fixed(stamp.time)
            replica(stamp.replica)
        }

        mutating func field(_ field: Field) {
            switch field {
            case .type(let type):
                bytes.append(FieldKind.type.rawValue)
                text(type.rawValue)
            case .role(let role?):
                bytes.append(FieldKind.role.rawValue)
                text(role.rawValue)
            case .accepts(let accepts?):
                bytes.append(FieldKind.accepts.rawValue)
                text(accepts.rawValue)
            case .place(let place?):
                bytes.append(FieldKind.place.rawValue)
                id(place.parent)
                text(place.name.bytes)
            case .created(let time):
                bytes.append(FieldKind.created.rawValue)
                fixed(UInt64(bitPattern: time))
            default:
                bytes.append(FieldKind.other.rawValue)
                text(field.name)
                text(field.json.compact)
            }
        }
    }

    enum FieldKind: UInt8 {
        case type, role, accepts, place, created, other
    }

    /// Every step is checked against the end: bytes of any origin give a value or an error, and no more memory than they take themselves.
    struct Reader {
        let bytes: [UInt8]
        var position: Int
        let end: Int
        var replicas: [ReplicaID] = []

        init(bytes: [UInt8], position: Int, end: Int) { (self.bytes, self.position, self.end) = (bytes, position, end) }

        var isAtEnd: Bool { position == end }

        mutating func byte() throws(Malformed) -> UInt8 {
            guard position < end else { throw Malformed() }
            defer { position += 1 }
            return bytes[position]
        }

        mutating func fixed() throws(Malformed) -> UInt64 {
            guard end - position >= 8 else { throw Malformed() }
            defer { position += 8 }
            return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
        }

        mutating func number() throws(Malformed) -> Int {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 63, by: 7) {
                let byte = try byte()
                value |= UInt64(byte & 0x7f) << shift
                if byte < 0x80 { return Int(truncatingIfNeeded: value) }
            }
            throw Malformed()
        }

        /// A number of things, each of which takes so many bytes at least.
        mutating func count(of size: Int) throws(Malformed) -> Int {
            let count = try number()
            guard count >= 0, count <= (end - position) / size else { throw Malformed() }
            return count
        }

        /// One of so many things.
        mutating func place(in count: Int) throws(Malformed) -> Int {
            let place = try number()
            guard place >= 0, place < count else { throw Malformed() }
            return place
        }

        mutating func text() throws(Malformed) -> [UInt8] {
            let length = try count(of: 1)
            defer { position += length }
            return Array(bytes[position..<position + length])
        }

        mutating func string() throws(Malformed) -> String {
            guard let text = String(validating: try text(), as: UTF8.self) else { throw Malformed() }
            return text
        }

        mutating func id() throws(Malformed) -> NodeID { NodeID(high: try fixed(), low: try fixed()) }

        mutating func batch() throws(Malformed) -> BatchID { BatchID(words: (try fixed(), try fixed(), try fixed(), try fixed())) }

        mutating func replica() throws(Malformed) -> ReplicaID { replicas[try place(in: replicas.count)] }

        mutating func stamp() throws(Malformed) -> Stamp { Stamp(time: try fixed(), replica: try replica()) }

        mutating func field() throws(Malformed) -> Field {
            guard let kind = FieldKind(rawValue: try byte()) else { throw Malformed() }
            switch kind {
            case .type:
                guard let type = NodeType(rawValue: try string()) else { throw Malformed() }
                return .type(type)
            case .role: return .role(Role(rawValue: try string()))
            case .accepts:
                guard let accepts = Accepts(rawValue: try string()) else { throw Malformed() }
                return .accepts(accepts)
            case .place: return .place(Place(parent: try id(), name: Name(bytes: try text())))
            case .created: return .created(Int64(bitPattern: try fixed()))
            case .other:
                let (name, text) = (try string(), try text())
                guard let value = try? JSONParser.parse(text) else { throw Malformed() }
                return Field(name: name, value: value)
            }
        }
    }
}
