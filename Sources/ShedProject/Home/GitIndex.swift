/// Looks for paths in git's index. Source: gitformat-index(5), versions 2 to 4.
enum GitIndex {
    /// A larger index is not read: 32 MiB, in bytes.
    static let largest = 32 << 20

    /// Which of some keys an index holds. A key is a path; that of a folder ends with “/”, and is held where a file below it is.
    /// - Parameter keys: sorted by their bytes.
    /// - Returns: their positions, and whether all that git knows stands in this file; `nil` for what cannot be read.
    static func find(_ keys: [[UInt8]], in bytes: [UInt8]) -> (found: Set<Int>, isWhole: Bool)? {
        bytes.withUnsafeBytes { bytes in
            // SHA-1, or SHA-256: the file does not say.
            for hash in [20, 32] {
                var scan = Scan(bytes: bytes, hash: hash, keys: keys)
                if scan.run() { return (scan.found, scan.isWhole) }
            }
            return nil
        }
    }

    /// One pass. Entries are sorted by their paths, as the keys are.
    private struct Scan {
        let bytes: UnsafeRawBufferPointer
        /// The length of a hash in bytes.
        let hash: Int
        let keys: [[UInt8]]
        var found: Set<Int> = []
        var isWhole = true
        private var next = 0
        private var position = 12
        private var name: [UInt8] = []

        init(bytes: UnsafeRawBufferPointer, hash: Int, keys: [[UInt8]]) {
            self.bytes = bytes
            self.hash = hash
            self.keys = keys
        }

        /// Where entries and extensions end: a hash follows.
        private var end: Int { bytes.count - hash }

        /// - Returns: whether it could be read to its end.
        mutating func run() -> Bool {
            guard end >= 12, bytes.starts(with: "DIRC".utf8), case let version = number(at: 4, bytes: 4), (2...4).contains(version) else { return false }
            for _ in 0..<number(at: 8, bytes: 4) {
                guard readEntry(version) else { return false }
                take()
            }
            while position < end {
                guard position + 8 <= end else { return false }
                // Most of a split index stands in another file.
                if bytes[position..<position + 4].elementsEqual("link".utf8) { isWhole = false }
                position += 8 + number(at: position + 4, bytes: 4)
            }
            return position == end
        }

        /// Marks the keys that the entry's path settles.
        private mutating func take() {
            while next < keys.count, !name.lexicographicallyPrecedes(keys[next]) {
                if name.starts(with: keys[next]), name.count == keys[next].count || keys[next].last == UInt8(ascii: "/") { found.insert(next) }
                next += 1
            }
        }

        private mutating func readEntry(_ version: Int) -> Bool {
            let flags = position + 40 + hash
            guard flags + 2 <= end else { return false }
            let bits = number(at: flags, bytes: 2)
            let start = flags + (version >= 3 && bits & 0x4000 != 0 ? 4 : 2)
            return version == 4 ? readCutName(at: start) : readName(at: start, length: bits & 0xfff)
        }

        private mutating func readName(at start: Int, length: Int) -> Bool {
            guard let stop = length < 0xfff ? start + length : zero(from: start), stop < end, bytes[stop] == 0 else { return false }
            name.removeAll(keepingCapacity: true)
            name.append(contentsOf: bytes[start..<stop])
            // Filled up with one to eight zeros.
            position += (stop - position + 8) & ~7
            return position <= end
        }

        /// Of version 4: how much of the name before is cut off, and what follows then.
        private mutating func readCutName(at start: Int) -> Bool {
            var start = start
            var cut = 0
            while true {
                guard start < end, cut < 1 << 24 else { return false }
                let byte = Int(bytes[start])
                start += 1
                cut = cut << 7 | byte & 127
                if byte & 128 == 0 { break }
                cut += 1
            }
            guard cut <= name.count, let stop = zero(from: start) else { return false }
            name.removeLast(cut)
            name.append(contentsOf: bytes[start..<stop])
            position = stop + 1
            // Names that grow and grow would cost the square of the file.
            return name.count <= 4_096
        }

        private func zero(from start: Int) -> Int? { start <= end ? bytes[start..<end].firstIndex(of: 0) : nil }

        private func number(at start: Int, bytes count: Int) -> Int {
            var value = 0
            for index in start..<start + count { value = value << 8 | Int(bytes[index]) }
            return value
        }
    }
}
