import ShedFuzzTargets
import ShedTestSupport

/// Makes inputs of others: flipped bits, spliced pieces, words of the dictionary, depth and length. The same seed makes the same.
struct Mutator {
    private var random: SeededRandom
    private let words: [[UInt8]]

    init(seed: UInt64, words: [String]) {
        random = SeededRandom(seed)
        // A target's own words come as often as all others together.
        let own = words.map { Array($0.utf8) }
        let repeats = own.isEmpty ? 0 : max(1, Extremes.words.count / own.count)
        self.words = Extremes.words + (0..<repeats).flatMap { _ in own }
    }

    /// Another input, made of one or two of those that there are.
    mutating func next(_ inputs: [[UInt8]]) -> [UInt8] {
        var bytes = pick(inputs)
        for _ in 0..<([1, 1, 2, 3, 6].randomElement(using: &random) ?? 1) { change(&bytes, inputs) }
        return Array(bytes.prefix(FuzzTarget.longest))
    }

    private mutating func pick(_ inputs: [[UInt8]]) -> [UInt8] { inputs.randomElement(using: &random) ?? [] }

    private mutating func place(in bytes: [UInt8]) -> Int { Int.random(in: 0...bytes.count, using: &random) }

    private mutating func stretch(of bytes: [UInt8], atMost most: Int) -> Range<Int> {
        let start = place(in: bytes)
        return start..<start + Int.random(in: 0...min(most, bytes.count - start), using: &random)
    }

    private mutating func change(_ bytes: inout [UInt8], _ inputs: [[UInt8]]) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: flip(&bytes)
        case 2: bytes.removeSubrange(stretch(of: bytes, atMost: 40))
        case 3, 4: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place(in: bytes))
        case 5, 6: replaceNumber(&bytes)
        case 7: bytes.replaceSubrange(stretch(of: bytes, atMost: 12), with: words.randomElement(using: &random) ?? [])
        case 8:
            // Depth and length.
            let run = Extremes.runs.randomElement(using: &random) ?? []
            let count = [3, 20, 70, 300, 1_000].randomElement(using: &random) ?? 3
            bytes.insert(contentsOf: (0..<count).flatMap { _ in run }, at: place(in: bytes))
        case 9:
            // The same once more.
            let piece = Array(bytes[stretch(of: bytes, atMost: 120)])
            bytes.insert(contentsOf: piece, at: place(in: bytes))
        case 10:
            let other = pick(inputs)
            bytes.replaceSubrange(stretch(of: bytes, atMost: 60), with: other[stretch(of: other, atMost: 120)])
        default:
            let other = pick(inputs)
            bytes = Array(bytes[..<place(in: bytes)] + other[place(in: other)...])
        }
    }

    private mutating func flip(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) } else { bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0 }
    }

    /// A run of digits becomes another number: where a text has a number, its ends are what is wanted.
    private mutating func replaceNumber(_ bytes: inout [UInt8]) {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let start = place(in: bytes)
        guard let first = bytes[start...].firstIndex(where: isDigit) ?? bytes.firstIndex(where: isDigit) else { return flip(&bytes) }
        let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(first..<end, with: words.randomElement(using: &random) ?? [])
    }
}
