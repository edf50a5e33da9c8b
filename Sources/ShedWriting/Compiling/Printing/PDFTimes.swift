/// The times in a PDF as LibreOffice writes it (ISO 32000-1), and what it makes up anew each time: when it was made, its `/ID` and its
/// checksum.
package enum PDFTimes {
    /// The same file, made on 1980-01-01, with an `/ID` that follows from what it holds. Signs are replaced by as many others, and only in
    /// the trailer, the document's information and its XMP packet, so each place in its table stays right. Takes time linear to the file.
    /// - Parameter digest: gives hexadecimal digits that stand for some bytes.
    /// - Returns: `nil` for a file whose objects are not found by a plain table.
    package static func fixed(_ bytes: [UInt8], digest: ([UInt8]) -> String) -> [UInt8]? {
        guard let table = Table(bytes) else { return nil }
        var result = bytes
        for key in ["/Info", "/Metadata"] {
            let holder = key == "/Info" ? table.trailer : table.object(named: "/Root", in: table.trailer, bytes)
            guard let holder, let object = table.object(named: key, in: holder, bytes) else { continue }
            for word in timeWords { fixTime(after: Array(word.utf8), in: object, &result) }
        }
        let names = hexadecimals(in: table.trailer, result)
        for range in names { result.replaceSubrange(range, with: [UInt8](repeating: UInt8(ascii: "0"), count: range.count)) }
        let hash = Array(digest(result).uppercased().utf8)
        guard !hash.isEmpty else { return result }
        for range in names { result.replaceSubrange(range, with: (0..<range.count).map { hash[$0 % hash.count] }) }
        return result
    }

    private static let timeWords = ["/CreationDate(D:", "/ModDate(D:", "<xmp:CreateDate>", "<xmp:ModifyDate>", "<xmp:MetadataDate>"]

    /// The digits of a time as those of 1980-01-01T00:00:00, or of 1980-01-01 and what fits.
    private static func fixTime(after word: [UInt8], in range: Range<Int>, _ bytes: inout [UInt8]) {
        guard var position = find(word, in: range, bytes).map({ $0 + word.count }) else { return }
        var digits = Array("19800101000000".utf8)[...]
        while position < range.upperBound, position < bytes.count, let digit = digits.first {
            switch bytes[position] {
            case 0x30...0x39:
                bytes[position] = digit
                digits = digits.dropFirst()
            case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "T"): break
            default: return
            }
            position += 1
        }
    }

    /// The places of numbers of 32 hexadecimal digits: `<…>` of `/ID` and `/…` of `/DocChecksum`.
    private static func hexadecimals(in range: Range<Int>, _ bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = range.lowerBound
        for position in range {
            guard isHexadecimal(bytes[position]) else {
                if position - start == 32, start > range.lowerBound, bytes[start - 1] == UInt8(ascii: "<") || bytes[start - 1] == UInt8(ascii: "/") {
                    found.append(start..<position)
                }
                start = position + 1
                continue
            }
        }
        return found
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) }

    /// Where some bytes stand first within a range.
    static func find(_ bytes: [UInt8], in range: Range<Int>, _ text: [UInt8]) -> Int? {
        guard let first = bytes.first, range.count >= bytes.count else { return nil }
        var position = range.lowerBound
        let end = range.upperBound - bytes.count
        while position <= end {
            if text[position] == first, text[position..<position + bytes.count].elementsEqual(bytes) { return position }
            position += 1
        }
        return nil
    }

    // MARK: Its table

    /// The table of a file's objects with its trailer (7.5.4, 7.5.5), where it is one of plain text in one piece.
    private struct Table {
        /// From `trailer` to `startxref`.
        let trailer: Range<Int>
        /// Where its lines of 20 bytes begin, and how many there are.
        private let entries: Int
        private let count: Int

        init?(_ bytes: [UInt8]) {
            let tail = max(0, bytes.count - 1_024)..<bytes.count
            guard let end = PDFTimes.find(Array("startxref".utf8), in: tail, bytes), let place = Table.number(after: end + 9, bytes, atMost: bytes.count),
                place.value + 5 < end, bytes[place.value..<place.value + 4].elementsEqual("xref".utf8),
                let first = Table.number(after: place.value + 4, bytes, atMost: 0), let count = Table.number(after: first.end, bytes, atMost: bytes.count / 20)
            else { return nil }
            var entries = count.end
            while entries < end, bytes[entries] == 0x20 || bytes[entries] == 0x0a || bytes[entries] == 0x0d { entries += 1 }
            let after = entries + count.value * 20
            guard after + 7 <= end, bytes[after..<after + 7].elementsEqual("trailer".utf8) else { return nil }
            (trailer, self.entries, self.count) = (after..<end, entries, count.value)
        }

        /// The bytes of the object that a key within a range refers to: 64 KiB at most are looked at.
        func object(named key: String, in range: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
            guard let place = PDFTimes.find(Array(key.utf8), in: range, bytes), let number = Table.number(after: place + key.utf8.count, bytes, atMost: count - 1),
                let start = Table.number(after: entries + number.value * 20, bytes, atMost: bytes.count - 1)?.value
            else { return nil }
            let most = start..<min(bytes.count, start + 64 << 10)
            guard let end = PDFTimes.find(Array("endobj".utf8), in: most, bytes) else { return nil }
            return start..<end
        }

        /// A number with blanks before it.
        private static func number(after position: Int, _ bytes: [UInt8], atMost most: Int) -> (value: Int, end: Int)? {
            var position = position
            while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x0a || bytes[position] == 0x0d { position += 1 }
            let start = position
            var value = 0
            while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 12 {
                value = value * 10 + Int(bytes[position] - 0x30)
                position += 1
            }
            return position > start && value <= most ? (value, position) : nil
        }
    }
}
