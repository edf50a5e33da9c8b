/// Finds the lines of a text that may hold a word, so that the others need not be read letter by letter. It may name lines that hold none;
/// it leaves out none that does. One thread's own: it keeps what it learnt of characters.
///
/// A word stands in a text in ASCII alone, which is looked for in the bytes as they are (``ASCIIPattern``); or some scalar of it is another.
/// Then the first of these is met here, what stands before it is ASCII, and what follows is compared up to the first thing that is no
/// character of its own. Lines with such things are named in any case.
struct SearchScan {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Those that are ASCII once they are folded.
    private let patterns: [ASCIIPattern]
    /// Whether all are.
    private let isASCII: Bool
    /// Where each pattern stands next, as far as it was looked for; `Int.max`: nowhere.
    private var upcoming: [Int] = []
    /// Where a scalar that is not ASCII may belong to a word, and how many of these places are passed.
    private var places: [Int32] = []
    private var passed = 0
    /// What is known of each scalar below U+10000.
    private var weights = [Weight](repeating: .unknown, count: 0x1_0000)

    private enum Weight: UInt8 {
        case unknown
        /// It is a character of its own, of no word.
        case nothing
        /// It may belong to a word, by what stands beside it.
        case something
        /// What it makes of what stands beside it is not looked into.
        case anything
    }

    init(_ words: SearchWords) {
        patterns = words.words.compactMap(ASCIIPattern.init)
        isASCII = patterns.count == words.words.count
    }

    // MARK: Reading

    /// Begins a text, at the beginning of a line.
    /// - Parameter text: less than 2 GiB.
    /// - Returns: `false` if it is not UTF-8.
    mutating func begin(_ text: UnsafeBufferPointer<UInt8>, _ finder: inout SearchFinder) -> Bool {
        upcoming = [Int](repeating: -1, count: patterns.count)
        places.removeAll(keepingCapacity: true)
        passed = 0
        var position = 0
        while true {
            guard SearchScan.skip(text, &position, weights) else { return false }
            guard position < text.count else { return true }
            guard let (scalar, width) = SearchFinder.scalar(text, position) else {
                // Above U+FFFF.
                places.append(Int32(truncatingIfNeeded: position))
                position += 4
                continue
            }
            if weights[Int(scalar)] == .unknown { weights[Int(scalar)] = SearchScan.weight(of: finder.code(of: scalar), finder) }
            switch weights[Int(scalar)] {
            case .unknown, .nothing: break
            case .something: if isPart(text, at: position, finder.code(of: scalar), &finder) { places.append(Int32(truncatingIfNeeded: position)) }
            case .anything: places.append(Int32(truncatingIfNeeded: position))
            }
            position += width
        }
    }

    /// Goes on to the next scalar that is more than nothing.
    /// - Returns: `false` if what stands there is not UTF-8.
    private static func skip(_ text: Bytes, _ position: inout Int, _ weights: [Weight]) -> Bool {
        guard let base = text.baseAddress else { return true }
        let bytes = UnsafeRawPointer(base)
        return weights.withUnsafeBufferPointer { weights in
            while position < text.count {
                if position + 8 <= text.count {
                    let high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) & 0x8080_8080_8080_8080
                    position += high == 0 ? 8 : high.trailingZeroBitCount / 8
                    if high == 0 { continue }
                }
                while position < text.count, text[position] >= 0x80 {
                    guard let (scalar, width) = SearchFinder.scalar(text, position) else { return isLong(text, position) }
                    guard weights[Int(scalar)] == .nothing else { return true }
                    position += width
                }
                if position < text.count { position += 1 }
            }
            return true
        }
    }

    /// Whether a scalar above U+FFFF stands there.
    private static func isLong(_ text: Bytes, _ position: Int) -> Bool {
        guard position + 4 <= text.count, case let lead = text[position], lead >= 0xf0, lead < 0xf5 else { return false }
        for offset in 1..<4 where text[position + offset] & 0xc0 != 0x80 { return false }
        return lead == 0xf0 ? text[position + 1] >= 0x90 : lead == 0xf4 ? text[position + 1] < 0x90 : true
    }

    private static func weight(of code: UInt32, _ finder: SearchFinder) -> Weight {
        if code == SearchFinder.notPlain { return .anything }
        guard let several = finder.expansion(of: code) else { return code == SearchWords.other ? .nothing : .something }
        // What is folded to nothing may stand anywhere in a word, and much of it in a row.
        if several.isEmpty { return .anything }
        return several.allSatisfy { $0 == SearchWords.other } ? .nothing : .something
    }

    // MARK: Words with scalars that are not ASCII

    /// Whether a scalar may be the first of a word that is not ASCII.
    private func isPart(_ text: Bytes, at position: Int, _ code: UInt32, _ finder: inout SearchFinder) -> Bool {
        let several = finder.expansion(of: code)
        let head: UInt32? = if let several { several.first } else { code }
        for word in finder.words.words {
            // The word begins within what it is folded to.
            for skipped in (several ?? []).indices.dropFirst() where several?[skipped] == word.units.first {
                if goesOn(word.units, from: 0, in: text, at: position, skipping: skipped, &finder) { return true }
            }
            for before in word.units.indices where head == nil || head == word.units[before] {
                if stands(word.units[..<before], in: text, before: position, &finder),
                    goesOn(word.units, from: before, in: text, at: position, skipping: 0, &finder)
                {
                    return true
                }
            }
        }
        return false
    }

    /// Whether the beginning of a word stands there in ASCII.
    private func stands(_ units: ArraySlice<UInt32>, in text: Bytes, before position: Int, _ finder: inout SearchFinder) -> Bool {
        guard position >= units.count else { return false }
        var at = position
        for unit in units.reversed() {
            at -= 1
            guard text[at] < 0x80, finder.code(of: UInt32(text[at])) == unit else { return false }
        }
        return true
    }

    /// Whether the rest of a word may stand there.
    /// - Parameter skipped: how many of the first scalar's units are left out.
    private func goesOn(
        _ word: [UInt32], from index: Int, in text: Bytes, at position: Int, skipping skipped: Int, _ finder: inout SearchFinder
    ) -> Bool {
        var (index, at, skipped) = (index, position, skipped)
        while index < word.count {
            guard at < text.count, text[at] != UInt8(ascii: "\n") else { return false }
            guard let (scalar, width) = SearchFinder.scalar(text, at), case let code = finder.code(of: scalar), code != SearchFinder.notPlain else { return true }
            if let several = finder.expansion(of: code) {
                if several.isEmpty { return true }
                for unit in several.dropFirst(skipped) {
                    guard index < word.count else { return true }
                    guard unit == word[index] else { return false }
                    index += 1
                }
            } else {
                guard code == word[index] else { return false }
                index += 1
            }
            skipped = 0
            at += width
        }
        return true
    }

    // MARK: Finding

    /// The next place whose line may hold a word.
    /// - Parameter text: the one that was begun last.
    mutating func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var nearest = Int.max
        for (index, pattern) in patterns.enumerated() {
            if upcoming[index] < start { upcoming[index] = pattern.next(in: text, from: start) ?? .max }
            nearest = min(nearest, upcoming[index])
        }
        while passed < places.count, places[passed] < start { passed += 1 }
        if passed < places.count { nearest = min(nearest, Int(places[passed])) }
        return nearest == .max ? nil : nearest
    }

    /// Whether one of the words cannot stand anywhere in the text that was begun last.
    mutating func lacksAny(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard places.isEmpty else { return false }
        _ = next(in: text, from: 0)
        return !isASCII || upcoming.contains(.max)
    }

    /// How often each of the words stands in the text that was begun last, from the beginning of a line on.
    /// - Returns: `nil` where bytes alone do not tell.
    func counts(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> [Int]? {
        guard isASCII, places.last ?? -1 < start else { return nil }
        return patterns.map { $0.count(in: text, from: start) }
    }
}
