import ShedModel

/// Finds the different words of one text after another. One thread's own.
///
/// A term is a word without case and accents (``TextFolding``), or two neighbours of a script without spaces (``SearchScalars``). The memory
/// it uses follows from how many different terms one text has, of which it keeps ``most`` at most.
public struct TermCounter: ~Copyable {
    /// So many different terms of one text are counted: a text of more is no prose, and is not indexed.
    public static let most = 1 << 20
    /// Of a longer word the beginning counts, in bytes of the folded word.
    public static let longest = 64

    /// Some bytes of UTF-8 in one number, the first one in the lowest.
    private struct ShortBytes {
        var bytes: UInt64 = 0
        var count = 0

        var isEmpty: Bool { count == 0 }
    }

    private struct Slot {
        var hash: UInt32 = 0
        /// Where its bytes begin in `arena`.
        var start: UInt32 = 0
        var length: UInt32 = 0
        var isTaken = false
    }

    private var scalars = SearchScalars()
    private var slots = [Slot](repeating: Slot(), count: 1 << 13)
    private var used = 0
    private var arena: [UInt8] = []
    /// How many terms there were, each as often as it stood there.
    public private(set) var length = 0

    // The word that is being read.
    private var word = [UInt8](repeating: 0, count: TermCounter.longest + 8)
    private var size = 0
    /// Whether a character of it did not fit any more: then none that comes after it counts.
    private var isCut = false
    /// The scalar of a script without spaces that stood just before.
    private var last = ShortBytes()

    /// For each byte: 0 a separator, 0xff no ASCII, else how it is compared.
    private static let ascii: [UInt8] = (0...255).map { byte in
        let value = UInt8(truncatingIfNeeded: byte)
        if value >= 0x80 { return 0xff }
        let sort = SearchScalars.sort(Unicode.Scalar(value))
        return sort == .separator ? 0 : value &- UInt8(ascii: "A") < 26 ? value | 0x20 : value
    }

    public init() { arena.reserveCapacity(1 << 16) }

    /// Begins the next text.
    public mutating func begin() {
        if slots.count > 1 << 16 { slots = [Slot](repeating: Slot(), count: 1 << 13) } else { for place in slots.indices { slots[place].isTaken = false } }
        arena.removeAll(keepingCapacity: arena.capacity <= 1 << 20)
        (used, length, size, isCut) = (0, 0, 0, false)
        last = ShortBytes()
    }

    /// Whether there were more terms than are counted.
    public var isFull: Bool { used >= TermCounter.most }

    /// Counts what a piece of a text holds; a word may go on in the next one.
    /// - Returns: how many bytes at its end are the beginning of a sequence that is to come first in the next piece; `nil` if it is no UTF-8.
    public mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        var position = 0
        return TermCounter.ascii.withUnsafeBufferPointer { map in
            while position < text.count {
                let byte = map[Int(text[position])]
                if byte == 0 {
                    if size > 0 { endWord() }
                    if !last.isEmpty { endPairs() }
                    position += 1
                    // What separates words comes in runs.
                    continue
                }
                if byte != 0xff {
                    if !last.isEmpty { endPairs() }
                    position = take(text, from: position, map)
                    continue
                }
                guard let (scalar, width) = TermCounter.scalar(text, position) else {
                    return TermCounter.isBroken(text, position) ? text.count - position : nil
                }
                add(scalar)
                position += width
            }
            return 0
        }
    }

    /// Takes a run of ASCII letters and digits.
    @inline(__always)
    private mutating func take(_ text: UnsafeBufferPointer<UInt8>, from start: Int, _ map: UnsafeBufferPointer<UInt8>) -> Int {
        var position = start
        var size = self.size
        word.withUnsafeMutableBufferPointer { word in
            while position < text.count {
                let byte = map[Int(text[position])]
                guard byte != 0, byte != 0xff else { break }
                if size < TermCounter.longest, !isCut {
                    word[size] = byte
                    size += 1
                }
                position += 1
            }
        }
        self.size = size
        return position
    }

    private mutating func add(_ scalar: UInt32) {
        guard scalar < 0x1_0000, case let packed = scalars.packed(scalar), !packed.isLong else { return addLong(scalar) }
        let bytes = ShortBytes(bytes: packed.bytes, count: packed.count)
        switch packed.sort {
        case .separator:
            if size > 0 { endWord() }
            if !last.isEmpty { endPairs() }
        case .nothing: break
        case .word:
            if !last.isEmpty { endPairs() }
            addToWord(bytes)
        case .unspaced:
            if size > 0 { endWord() }
            addUnspaced(bytes)
        }
    }

    /// One that is rare, or folded to much.
    private mutating func addLong(_ scalar: UInt32) {
        let form = scalars.form(scalar)
        switch form.sort {
        case .separator:
            if size > 0 { endWord() }
            if !last.isEmpty { endPairs() }
        case .nothing: break
        case .word:
            if !last.isEmpty { endPairs() }
            isCut = isCut || size + form.bytes.count > TermCounter.longest
            guard !isCut else { return }
            for byte in form.bytes {
                word[size] = byte
                size += 1
            }
        case .unspaced:
            if size > 0 { endWord() }
            for bytes in form.scalars {
                addUnspaced(ShortBytes(bytes: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, count: bytes.count))
            }
        }
    }

    private mutating func addToWord(_ bytes: ShortBytes) {
        isCut = isCut || size + bytes.count > TermCounter.longest
        guard !isCut else { return }
        put(bytes, at: size)
        size += bytes.count
    }

    @inline(__always)
    private mutating func put(_ bytes: ShortBytes, at position: Int) {
        for offset in 0..<bytes.count { word[position + offset] = UInt8(truncatingIfNeeded: bytes.bytes >> UInt64(8 * offset)) }
    }

    private mutating func addUnspaced(_ bytes: ShortBytes) {
        if !last.isEmpty {
            put(last, at: 0)
            put(bytes, at: last.count)
            count(last.count + bytes.count)
        }
        last = bytes
    }

    /// The last one of a run stands alone too, so that every one begins a term.
    private mutating func endPairs() {
        put(last, at: 0)
        count(last.count)
        last = ShortBytes()
    }

    private mutating func endWord() {
        count(size)
        (size, isCut) = (0, false)
    }

    /// Ends the text.
    public mutating func end() {
        if size > 0 { endWord() }
        if !last.isEmpty { endPairs() }
    }

    /// Counts what stands in `word`.
    private mutating func count(_ size: Int) {
        length += 1
        let mask = slots.count - 1
        let (found, isNew) = word.withUnsafeBufferPointer { word -> (Int, Bool) in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            var at = 0
            while at + 8 <= size {
                let part = UnsafeRawBufferPointer(word).loadUnaligned(fromByteOffset: at, as: UInt64.self)
                hash = (hash ^ part) &* 0x9e37_79b9_7f4a_7c15
                hash ^= hash >> 29
                at += 8
            }
            var rest: UInt64 = 0
            while at < size { (rest, at) = (rest << 8 | UInt64(word[at]), at + 1) }
            hash = (hash ^ rest) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 32
            let short = UInt32(truncatingIfNeeded: hash)
            var place = Int(short) & mask
            while slots[place].isTaken {
                let slot = slots[place]
                if slot.hash == short, Int(slot.length) == size, arena.withUnsafeBufferPointer({ arena in
                    for offset in 0..<size where arena[Int(slot.start) + offset] != word[offset] { return false }
                    return true
                }) {
                    return (place, false)
                }
                place = (place + 1) & mask
            }
            slots[place] = Slot(hash: short, start: UInt32(truncatingIfNeeded: arena.count), length: UInt32(size))
            return (place, true)
        }
        if isNew {
            guard !isFull else { return }
            arena += word[..<size]
            slots[found].isTaken = true
            used += 1
            if used * 2 > slots.count { grow() }
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        let mask = slots.count - 1
        for slot in old where slot.isTaken {
            var place = Int(slot.hash) & mask
            while slots[place].isTaken { place = (place + 1) & mask }
            slots[place] = slot
        }
    }

    /// Gives each term once, with a hash of it.
    borrowing func forEach(_ body: (UnsafeBufferPointer<UInt8>, UInt32) throws -> Void) rethrows {
        try arena.withUnsafeBufferPointer { arena in
            for slot in slots where slot.isTaken {
                try body(UnsafeBufferPointer(rebasing: arena[Int(slot.start)..<Int(slot.start + slot.length)]), slot.hash)
            }
        }
    }

    /// The terms with a space behind each.
    borrowing func write(to text: inout [UInt8]) {
        text.removeAll(keepingCapacity: true)
        for slot in slots where slot.isTaken {
            text += arena[Int(slot.start)..<Int(slot.start + slot.length)]
            text.append(0x20)
        }
    }

    /// A sequence of UTF-8 that is not ASCII.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> (UInt32, Int)? {
        let lead = text[position]
        let width = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
        guard width > 0, position + width <= text.count else { return nil }
        var value = UInt32(lead) & (0x7f >> UInt32(width))
        for offset in 1..<width {
            guard text[position + offset] & 0xc0 == 0x80 else { return nil }
            value = value << 6 | UInt32(text[position + offset] & 0x3f)
        }
        guard value >= (width == 2 ? 0x80 : width == 3 ? 0x800 : 0x10000), value < 0x11_0000, value & 0xffff_f800 != 0xd800 else { return nil }
        return (value, width)
    }

    /// Whether what stands at a position is the beginning of a sequence that the end of the text cuts.
    private static func isBroken(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        let lead = text[position]
        let width = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
        guard width > text.count - position else { return false }
        return text[(position + 1)...].allSatisfy { $0 & 0xc0 == 0x80 }
    }
}
