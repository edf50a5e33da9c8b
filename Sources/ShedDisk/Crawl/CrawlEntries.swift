import CLinux
import ShedModel

/// Entries and their names, one behind the other: of one folder while it is read, or of all that were.
struct CrawlEntries {
    private(set) var names: [UInt8] = []
    private(set) var entries: [Snapshot.Entry] = []

    /// Makes room for a large tree. Memory that is never touched costs nothing; arrays that grow by copying cost a tenth of
    /// a large crawl.
    mutating func expectMany() {
        let count = 1 << 18
        entries.reserveCapacity(count)
        names.reserveCapacity(count * 24)
        entries.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { shed_prefer_large_pages(start, count * MemoryLayout<Snapshot.Entry>.stride) }
        }
    }

    /// Adds an entry; where its name stands is filled in.
    mutating func append(_ entry: Snapshot.Entry, name: UnsafeBufferPointer<UInt8>) {
        var entry = entry
        (entry.nameOffset, entry.nameLength) = (names.count, name.count)
        entries.append(entry)
        names.append(contentsOf: name)
    }

    /// Says which directory an entry is.
    mutating func setDirectory(_ number: Int32, of entry: Int) { entries[entry].directory = number }

    /// Adds all of another.
    /// - Returns: where its entries stand now.
    mutating func append(contentsOf other: CrawlEntries) -> Range<Int> {
        let (base, start) = (names.count, entries.count)
        names.append(contentsOf: other.names)
        entries.append(contentsOf: other.entries)
        entries.withUnsafeMutableBufferPointer { entries in
            for position in start..<entries.count { entries[position].nameOffset += base }
        }
        return start..<entries.count
    }

    /// Leaves directories alone.
    mutating func removeFiles() {
        var kept = CrawlEntries()
        for entry in entries where entry.kind == .directory {
            names.withUnsafeBufferPointer { names in
                kept.append(entry, name: UnsafeBufferPointer(rebasing: names[entry.nameOffset..<entry.nameOffset + entry.nameLength]))
            }
        }
        if kept.entries.isEmpty { removeAll() } else { self = kept }
    }

    /// Empties it, and keeps its memory.
    mutating func removeAll() {
        names.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }
}
