/// Many patterns held against the bytes of a name or of a path at once. A byte costs a few operations for each 64 states, however the
/// patterns are made and however many there are; a pattern has about as many states as bytes.
///
/// All states that hold are bits of one row, which a byte shifts on (Baeza-Yates and Gonnet, “A new approach to text searching”, 1992;
/// with `*` as in Navarro and Raffinot, “Flexible Pattern Matching in Strings”, 2002). Nothing is tried twice.
struct GlobAutomaton: Sendable {
    /// So many states there may be of patterns that come with a project: what 340 patterns of twelve bytes need.
    static let mostStates = 4_096
    private static let slash = UInt8(ascii: "/")

    private let most: Int
    private var count = 0
    /// The states that a byte leads into from the state before, by word and then by byte, as long as patterns are added.
    private var made: [UInt64] = []
    /// The same by byte and then by word.
    private var advance: [UInt64] = []
    /// The states that any byte but a slash leaves as they are: `*`, and within a name that `**` passes over.
    private var stay: [UInt64] = []
    /// Within such a name, from the state behind, which is its beginning: by any byte but a slash.
    private var enter: [UInt64] = []
    /// The beginnings of such names, from the state two before: by a slash.
    private var skip: [UInt64] = []
    private var start: [UInt64] = []
    /// The states in which a pattern has been met.
    private var ends: [UInt64] = []
    /// Those of patterns that are not for directories alone.
    private var endsOfAll: [UInt64] = []
    /// The pattern of each such state.
    private var numbers: [Int32] = []

    init(most: Int = mostStates) { self.most = most }

    var isEmpty: Bool { count == 0 }
    /// How many words the states need.
    var words: Int { stay.count }

    /// Adds a pattern.
    /// - Parameter number: greater than those before.
    /// - Returns: whether there was room.
    mutating func add(_ parts: [IgnorePattern.Part], number: Int32, isForDirectories: Bool) -> Bool {
        let needed = GlobAutomaton.states(of: parts)
        guard count + needed <= most else { return false }
        grow(to: count + needed)
        var state = count
        // Whether a slash is still to come before the next part.
        var isInName = false
        for part in parts {
            switch part {
            case .anyDepth:
                state += isInName ? 2 : 1
                if isInName { set(state, in: \.skip) }
                set(state - 1, in: \.stay)
                set(state - 1, in: \.enter)
                allow(GlobAutomaton.slash, into: state)
                isInName = false
            case .glob(let glob):
                if isInName {
                    state += 1
                    allow(GlobAutomaton.slash, into: state)
                }
                if state == count { set(state, in: \.start) }
                for token in glob.tokens { read(token, &state) }
                isInName = true
            }
            if state == count + 1, case .anyDepth = part { set(state, in: \.start) }
        }
        set(state, in: \.ends)
        if !isForDirectories { set(state, in: \.endsOfAll) }
        numbers[state] = number
        count = state + 1
        return true
    }

    /// How many states a pattern needs.
    static func states(of parts: [IgnorePattern.Part]) -> Int {
        parts.reduce(1) { sum, part in
            if case .glob(let glob) = part { sum + glob.tokens.count + 1 } else { sum + 2 }
        }
    }

    private mutating func read(_ token: Glob.Token, _ state: inout Int) {
        if token == .star { return set(state, in: \.stay) }
        state += 1
        for byte in UInt8.min...UInt8.max where byte != GlobAutomaton.slash {
            let isTaken = switch token {
            case .literal(let literal): literal == byte
            case .set(let set): set.contains(byte)
            case .one, .star: true
            }
            if isTaken { allow(byte, into: state) }
        }
    }

    private mutating func grow(to states: Int) {
        numbers += Array(repeating: -1, count: max(0, states - numbers.count))
        let more = max(0, (states + 63) / 64 - words)
        let zeros = [UInt64](repeating: 0, count: more)
        for row in [\GlobAutomaton.stay, \.enter, \.skip, \.start, \.ends, \.endsOfAll] { self[keyPath: row] += zeros }
        made += [UInt64](repeating: 0, count: more << 8)
    }

    /// Says that all patterns are there: nothing is met before.
    mutating func finish() {
        advance = (0..<made.count).map { made[($0 % words) << 8 | $0 / words] }
        made = []
    }

    private mutating func set(_ state: Int, in row: WritableKeyPath<GlobAutomaton, [UInt64]>) { self[keyPath: row][state >> 6] |= 1 << UInt64(state & 63) }

    private mutating func allow(_ byte: UInt8, into state: Int) { made[(state >> 6) << 8 | Int(byte)] |= 1 << UInt64(state & 63) }
}

extension GlobAutomaton {
    /// What holds before the first byte.
    var beginning: [UInt64] { start }

    /// What holds after a directory's name and the slash behind it.
    func entering(_ directory: UnsafeBufferPointer<UInt8>, from states: [UInt64]) -> [UInt64] {
        var states = states
        states.withUnsafeMutableBufferPointer { states in
            for byte in directory { step(&states, byte) }
            step(&states, GlobAutomaton.slash)
        }
        return states
    }

    /// Tells the number of each pattern that is met by a name that comes now.
    func meet(_ name: UnsafeBufferPointer<UInt8>, isDirectory: Bool, from states: [UInt64], _ tell: (Int32) -> Void) {
        guard count > 0 else { return }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { buffer in
            var current = buffer
            _ = current.initialize(from: states)
            for byte in name { step(&current, byte) }
            for word in 0..<words {
                var met = current[word] & (isDirectory ? ends[word] : endsOfAll[word])
                while met != 0 {
                    tell(numbers[word << 6 | met.trailingZeroBitCount])
                    met &= met - 1
                }
            }
        }
    }

    private func step(_ states: inout UnsafeMutableBufferPointer<UInt64>, _ byte: UInt8) {
        let count = states.count
        let isSlash = byte == GlobAutomaton.slash
        let first = Int(byte) * count
        advance.withUnsafeBufferPointer { advance in
            stay.withUnsafeBufferPointer { stay in
                enter.withUnsafeBufferPointer { enter in
                    var before: UInt64 = 0
                    for word in 0..<count {
                        let own = states[word]
                        let after = word + 1 < count ? states[word + 1] : 0
                        // Most are empty most of the time.
                        if own | before | after != 0 {
                            let next = (own << 1 | before >> 63) & advance[first + word]
                            let further = isSlash ? (own << 2 | before >> 62) & skip[word] : own & stay[word] | (own >> 1 | after << 63) & enter[word]
                            states[word] = next | further
                        }
                        before = own
                    }
                }
            }
        }
    }
}
