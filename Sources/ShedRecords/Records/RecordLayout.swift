/// A record file in its parts: the pairs, and the white space between them.
///
/// Each pair is written as lead, key, gap, value, trail; a comma stands between a trail and the next lead.
struct RecordLayout {
    private(set) var record: Record
    private var tokens: [RecordToken] = []
    /// Before the first lead: up to the opening brace, with it.
    private var start = 0
    /// Where the closing brace stands.
    private var end = 0
    private let lineEnd: [UInt8]

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecordsError) {
        record = try RecordText.parse(bytes)
        var reader = RecordReader(bytes)
        try reader.open()
        start = reader.position
        tokens.reserveCapacity(record.pairs.count)
        while let token = try reader.nextPair() { tokens.append(token) }
        end = reader.position - 1
        let feed = bytes.firstIndex(of: 0x0a)
        lineEnd = feed.map { $0 > 0 && bytes[$0 - 1] == 0x0d } == true ? [0x0d, 0x0a] : [0x0a]
    }

    /// Writes the file with other pairs.
    func render(_ items: [PairList.Item], of bytes: [UInt8]) -> [UInt8] {
        if items.isEmpty, tokens.isEmpty { return bytes }
        var result = Array(bytes[..<start])
        result.reserveCapacity(bytes.count + 256)
        var model: Int?
        for (number, item) in items.enumerated() {
            if number > 0 { result.append(UInt8(ascii: ",")) }
            result.append(contentsOf: lead(item, isFirst: number == 0, after: model, in: bytes))
            model = item.origin ?? model
            let token = item.origin.map { tokens[$0] }
            if let token, item.keepsKey {
                result.append(contentsOf: bytes[token.key.start..<token.key.end])
            } else {
                RecordText.append(item.pair.key, to: &result)
            }
            result.append(contentsOf: gap(item.origin ?? model ?? tokens.indices.last, in: bytes))
            if let token, item.keepsValue {
                result.append(contentsOf: bytes[token.value.start..<token.value.end])
            } else {
                RecordText.append(item.pair.value, to: &result)
            }
            if number < items.count - 1, tokens.count > 1 {
                result.append(contentsOf: trail(min(item.origin ?? 0, tokens.count - 2), in: bytes))
            }
        }
        if !items.isEmpty { result.append(contentsOf: tokens.isEmpty ? lineEnd[...] : trail(tokens.count - 1, in: bytes)) }
        result.append(contentsOf: bytes[end...])
        return result
    }

    /// The white space before a pair.
    private func lead(_ item: PairList.Item, isFirst: Bool, after model: Int?, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard let first = tokens.first else { return lineEnd + [0x20, 0x20] }
        if isFirst { return bytes[start..<first.key.start] }
        if let origin = item.origin, origin > 0 { return lead(origin, in: bytes) }
        if tokens.count > 1 { return RecordLayout.withoutEmptyLines(lead(max(1, model ?? 1), in: bytes)) }
        let lead = bytes[start..<first.key.start]
        if !lead.isEmpty { return RecordLayout.withoutEmptyLines(lead) }
        // On one line: with a space where there is one behind the colon.
        return gap(0, in: bytes).last == UInt8(ascii: ":") ? [] : [0x20]
    }

    private func lead(_ number: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let between = bytes[tokens[number - 1].value.end..<tokens[number].key.start]
        return between[(between.firstIndex(of: UInt8(ascii: ",")) ?? between.startIndex)...].dropFirst()
    }

    private func gap(_ number: Int?, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard let number else { return [UInt8(ascii: ":"), 0x20] }
        return bytes[tokens[number].key.end..<tokens[number].value.start]
    }

    private func trail(_ number: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let end = number + 1 < tokens.count ? tokens[number + 1].key.start : end
        let rest = bytes[tokens[number].value.end..<end]
        return rest.prefix { $0 != UInt8(ascii: ",") }
    }

    /// The white space from its last line break on: what groups pairs is not repeated.
    private static func withoutEmptyLines(_ space: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let feed = space.lastIndex(of: 0x0a) else { return space }
        return space[(feed > space.startIndex && space[feed - 1] == 0x0d ? feed - 1 : feed)...]
    }
}
