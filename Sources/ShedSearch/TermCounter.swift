import ShedModel

/// Finds the different words of one text after another. One thread's own.
///
/// A term is a word without case and accents (``TextFolding``), or two neighbours of a script without spaces (``SearchScalars``). The memory
/// it uses follows from how many different terms one text has, of which it keeps ``most`` at most.
public struct TermCounter: ~Copyable {
    /// So many different terms of one text are counted: a text of more is no prose, and is not indexed.
    public static let most = 1_000_000
    /// Of a longer word the beginning counts, in bytes of the folded word. One less in six bits (``Slot``).
    public static let longest = 64

    /// Some bytes of UTF-8 in one number, the first one in the lowest.
    private struct ShortBytes {
        var bytes: UInt64 = 0
        var count = 0

        var isEmpty: Bool { count == 0 }
    }

    private struct Slot {
        /// The term's first eight bytes, the first one in the lowest: most terms have no more. 0: the slot is free, since none holds a NUL.
        var head: UInt64
        var hash: UInt32
        /// Where its bytes begin in `arena`, and in the lowest six bits how many there are, less one.
        var place: UInt32
        /// How often it stands there.
        var count: UInt32

        static let free = Slot(head: 0, hash: 0, place: 0, count: 0)
    }

    private var scalars = SearchScalars()
    private var slots = [Slot](repeating: .free, count: TermCounter.fewSlots)
    private var used = 0
    private var arena: [UInt8] = []
    /// Once the text has ended: the terms and letters with how often they stand there (``TermFrequency``), a space behind each.
    private var tokens: [UInt8] = []
    private var letters = LetterCounts()
    /// How many terms there were, each as often as it stood there.
    public private(set) var length = 0

    // The word that is being read.
    private let word: UnsafeMutablePointer<UInt8>
    private var size = 0
    /// Whether a character of it did not fit any more: then none that comes after it counts.
    private var isCut = false
    /// The scalar of a script without spaces that stood just before.
    private var last = ShortBytes()

    private static let fewSlots = 1 << 13

    /// For each byte: 0 a separator, 0xff no ASCII, else how it is compared.
    private static let ascii: [UInt8] = (0...255).map { byte in
        let value = UInt8(truncatingIfNeeded: byte)
        if value >= 0x80 { return 0xff }
        let sort = SearchScalars.sort(Unicode.Scalar(value))
        return sort == .separator ? 0 : value &- UInt8(ascii: "A") < 26 ? value | 0x20 : value
    }

    public init() {
        // Eight bytes are read at once.
        word = .allocate(capacity: TermCounter.longest + 8)
        word.initialize(repeating: 0, count: TermCounter.longest + 8)
        arena.reserveCapacity(1 << 16)
    }

    deinit { word.deallocate() }

    /// Begins the next text.
    public mutating func begin() {
        if slots.count > 1 << 16 {
            slots = [Slot](repeating: .free, count: TermCounter.fewSlots)
        } else if used > 0 {
            for place in slots.indices { slots[place] = .free }
        }
        arena.removeAll(keepingCapacity: arena.capacity <= 1 << 20)
        tokens.removeAll(keepingCapacity: tokens.capacity <= 1 << 20)
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
        while position < text.count {
            let byte = map[Int(text[position])]
            guard byte != 0, byte != 0xff else { break }
            if size < TermCounter.longest, !isCut {
                word[size] = byte
                size += 1
            }
            position += 1
        }
        self.size = size
        return position
    }

    private mutating func add(_ scalar: UInt32) {
        // Han has neither case nor marks (``TextFolding``).
        if scalar &- 0x4e00 < 0x5200 {
            if size > 0 { endWord() }
            let (lead, middle) = (UInt64(0xe0 | scalar >> 12), UInt64(0x80 | scalar >> 6 & 0x3f))
            return addUnspaced(ShortBytes(bytes: lead | middle << 8 | UInt64(0x80 | scalar & 0x3f) << 16, count: 3))
        }
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
            guard packed.isPair else { return addUnspaced(bytes) }
            addUnspaced(ShortBytes(bytes: packed.bytes & 0xff_ffff, count: 3))
            addUnspaced(ShortBytes(bytes: packed.bytes >> 24, count: 3))
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
            for bytes in form.scalars { addToWord(ShortBytes(bytes: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, count: bytes.count)) }
        case .unspaced:
            if size > 0 { endWord() }
            for bytes in form.scalars {
                addUnspaced(ShortBytes(bytes: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, count: bytes.count))
            }
        }
    }

    private mutating func addToWord(_ bytes: ShortBytes) {
        guard !isCut else { return }
        if size + bytes.count > TermCounter.longest { return addRest(of: bytes) }
        put(bytes, at: size)
        size += bytes.count
    }

    /// As much of what does not fit whole as does, scalar by scalar: so a word ends where the same one does that is written with other characters
    /// (`ﬁ` and `fi`, `ß` and `ss`).
    private mutating func addRest(of bytes: ShortBytes) {
        isCut = true
        var rest = bytes
        while rest.count > 0 {
            let lead = rest.bytes & 0xff
            let width = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
            guard width <= rest.count, size + width <= TermCounter.longest else { return }
            put(ShortBytes(bytes: rest.bytes, count: width), at: size)
            size += width
            rest = ShortBytes(bytes: rest.bytes >> UInt64(8 * width), count: rest.count - width)
        }
    }

    @inline(__always)
    private mutating func put(_ bytes: ShortBytes, at position: Int) {
        for offset in 0..<bytes.count { word[position + offset] = UInt8(truncatingIfNeeded: bytes.bytes >> UInt64(8 * offset)) }
    }

    private mutating func addUnspaced(_ bytes: ShortBytes) {
        if !last.isEmpty {
            let count = last.count + bytes.count
            if count <= 8 {
                self.count(last.bytes | bytes.bytes << UInt64(8 * last.count), count)
            } else {
                put(last, at: 0)
                put(bytes, at: last.count)
                self.count(head(count), count)
            }
        }
        last = bytes
    }

    /// The last one of a run stands alone too, so that every one begins a term.
    private mutating func endPairs() {
        put(last, at: 0)
        count(head(last.count), last.count)
        last = ShortBytes()
    }

    private mutating func endWord() {
        count(head(size), size)
        (size, isCut) = (0, false)
    }

    /// Ends the text.
    public mutating func end() {
        if size > 0 { endWord() }
        if !last.isEmpty { endPairs() }
        guard !isFull else { return }
        // Behind each stand a mark, its class and a space.
        tokens.reserveCapacity(arena.count + 3 * used + 1_024)
        TermCounter.write(slots, arena, into: &tokens, &letters)
        letters.write(into: &tokens)
    }

    private static func write(_ slots: [Slot], _ arena: [UInt8], into tokens: inout [UInt8], _ letters: inout LetterCounts) {
        arena.withUnsafeBufferPointer { arena in
            for slot in slots where slot.head != 0 {
                let (start, size) = (Int(slot.place >> 6), Int(slot.place & 63) + 1)
                letters.add(slot.head, slot.count)
                tokens.append(contentsOf: UnsafeBufferPointer(rebasing: arena[start..<start + size]))
                tokens.append(TermFrequency.mark)
                tokens.append(TermFrequency.digit(of: slot.count))
                tokens.append(0x20)
            }
        }
    }

    /// The first eight bytes of what stands in `word`.
    @inline(__always)
    private func head(_ size: Int) -> UInt64 {
        let head = UInt64(littleEndian: UnsafeRawPointer(word).loadUnaligned(as: UInt64.self))
        return size >= 8 ? head : head & (1 << UInt64(8 * size) &- 1)
    }

    /// Counts a term; one of more than eight bytes stands in `word`.
    @inline(__always)
    private mutating func count(_ head: UInt64, _ size: Int) {
        length += 1
        var mixed = head &* 0x9e37_79b9_7f4a_7c15
        var at = 8
        while at < size {
            let part = UnsafeRawPointer(word).loadUnaligned(fromByteOffset: at, as: UInt64.self)
            mixed ^= mixed >> 29
            mixed = (mixed ^ (size - at >= 8 ? part : part & (1 << UInt64(8 * (size - at)) &- 1))) &* 0x9e37_79b9_7f4a_7c15
            at += 8
        }
        let hash = UInt32(truncatingIfNeeded: mixed ^ mixed >> 32)
        let mask = slots.count - 1
        let (place, isKnown) = slots.withUnsafeBufferPointer { slots -> (Int, Bool) in
            var place = Int(hash) & mask
            while slots[place].head != 0 {
                if slots[place].head == head, slots[place].hash == hash, Int(slots[place].place & 63) == size - 1, size <= 8 || isWord(slots[place], size) {
                    return (place, true)
                }
                place = (place + 1) & mask
            }
            return (place, false)
        }
        if isKnown { slots[place].count &+= 1 } else { insert(head, size, hash, at: place) }
    }

    /// Whether a term, whose beginning is the same, is what stands in `word`.
    private borrowing func isWord(_ slot: Slot, _ size: Int) -> Bool {
        let start = Int(slot.place >> 6)
        return arena.withUnsafeBufferPointer { arena in
            for offset in 8..<size where arena[start + offset] != word[offset] { return false }
            return true
        }
    }

    private mutating func insert(_ head: UInt64, _ size: Int, _ hash: UInt32, at free: Int) {
        guard !isFull else { return }
        slots[free] = Slot(head: head, hash: hash, place: UInt32(truncatingIfNeeded: arena.count << 6 | (size - 1)), count: 1)
        for offset in 0..<min(8, size) { arena.append(UInt8(truncatingIfNeeded: head >> UInt64(8 * offset))) }
        if size > 8 { arena.append(contentsOf: UnsafeBufferPointer(start: word + 8, count: size - 8)) }
        used += 1
        if used * 2 > slots.count { grow() }
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: .free, count: old.count * 2)
        let mask = slots.count - 1
        for slot in old where slot.head != 0 {
            var place = Int(slot.hash) & mask
            while slots[place].head != 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }

    /// Gives what FTS5 is to be given of a text that has ended (``TermFrequency``): each term once, and each letter that begins some.
    borrowing func withTokens<Value>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value { try tokens.withUnsafeBufferPointer(body) }

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
