import ShedModel

/// The sizes of photos that were looked up, as the index keeps them. Lost with it, they are looked up again.
struct PixelSizes: Equatable {
    private struct Entry: Equatable {
        /// In bytes.
        var size: Int64
        /// In nanoseconds since 1970.
        var modified: Int64
        /// `nil` where the file does not say it.
        var pixels: PixelSize?
    }

    /// What they are called in the index.
    static let key = "photos.pixel-sizes"

    private var entries: [NodeID: Entry] = [:]

    /// Reads a line for each: its ID and four numbers. What is none is passed over.
    init(_ bytes: [UInt8]?) {
        for line in (bytes ?? []).split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 5, let id = NodeID(parts[0]), let size = Int64(parts[1]), let modified = Int64(parts[2]), let width = Int(parts[3]),
                let height = Int(parts[4])
            else { continue }
            entries[id] = Entry(size: size, modified: modified, pixels: width > 0 ? PixelSize(width: width, height: height) : nil)
        }
    }

    var bytes: [UInt8] {
        let lines = entries.sorted { $0.key < $1.key }.map { id, entry in
            "\(id) \(entry.size) \(entry.modified) \(entry.pixels?.width ?? 0) \(entry.pixels?.height ?? 0)"
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    subscript(id: NodeID) -> PixelSize? { entries[id]?.pixels }

    /// Whether the file was looked at as it is now.
    func isFresh(_ id: NodeID, _ evidence: Evidence) -> Bool { entries[id].map { $0.size == evidence.size && $0.modified == evidence.modified } ?? false }

    mutating func note(_ pixels: PixelSize?, of id: NodeID, _ evidence: Evidence) {
        entries[id] = Entry(size: evidence.size, modified: evidence.modified, pixels: pixels)
    }

    /// Forgets all but these.
    mutating func keep(_ ids: Set<NodeID>) { entries = entries.filter { ids.contains($0.key) } }
}
