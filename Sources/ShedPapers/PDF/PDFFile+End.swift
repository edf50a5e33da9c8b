import ShedDisk
import ShedModel

extension PDFFile {
    /// Whether nothing was cut off its end: `%%EOF` stands in the last 1,024 bytes before what programs fill files up with, NUL
    /// and white space (PDF 1.7, annex H, note 18).
    func hasEnd() throws(PapersError) -> Bool {
        try PapersError.onDisk { () throws(DiskError) -> Bool in
            guard let end = try file.endOfPDF(atMost: size) else { return false }
            return try file.read(before: end, atMost: 1_024).containsText("%%EOF")
        }
    }
}

extension ReadableFile {
    /// So much behind the end of a PDF is passed over, in bytes.
    private static let mostFilling: Int64 = 1 << 20

    /// Whether this is the beginning of a PDF of which more is likely to come: it is empty, or begins as one and does not end as
    /// one, with `startxref`, the place of its list of objects, and `%%EOF` (PDF 1.7, 7.5.5). Reads little, however large it is.
    /// What is no PDF, and a PDF whose objects alone are damaged, is none.
    public func isBeginningOfPDF() throws(DiskError) -> Bool {
        guard size > 0 else { return true }
        let start = try read(at: 0, atMost: 1_024)
        guard let header = start.offset(of: "%PDF-") else { return false }
        guard let end = try endOfPDF(atMost: ReadableFile.mostFilling) else { return true }
        let tail = try read(before: end, atMost: 1_024)
        guard tail.ends(with: "%%EOF"), let place = tail.placeOfObjects, place < size else { return true }
        // Of what stands before the header some programs take no account.
        for offset in [place, place &+ Int64(header)] where try isListOfObjects(at: offset) { return false }
        return true
    }

    /// Where a PDF ends but for what programs fill files up with; `nil` where nothing else is found.
    /// - Parameter most: so many bytes are looked at.
    fileprivate func endOfPDF(atMost most: Int64) throws(DiskError) -> Int64? {
        let piece: Int64 = 1 << 16
        var end = size
        while end > max(0, size - most) {
            let start = max(0, end - piece)
            let bytes = try read(at: start, atMost: Int(end - start))
            if let last = bytes.lastIndex(where: { !ReadableFile.fills($0) }) { return start + Int64(last) + 1 }
            end = start
        }
        return nil
    }

    fileprivate func read(before end: Int64, atMost count: Int64) throws(DiskError) -> [UInt8] {
        let start = max(0, end - count)
        return try read(at: start, atMost: Int(end - start))
    }

    /// Whether a cross-reference table begins at an offset, or an object, as a cross-reference stream is one.
    private func isListOfObjects(at offset: Int64) throws(DiskError) -> Bool {
        guard offset > 0, offset < size else { return false }
        let text = try read(at: offset, atMost: 64).drop(while: ReadableFile.fills)
        if text.starts(with: "xref".utf8) { return true }
        let words = text.split(maxSplits: 3, whereSeparator: ReadableFile.fills)
        return words.count >= 3 && words[0].isNumber && words[1].isNumber && words[2].starts(with: "obj".utf8)
    }

    private static func fills(_ byte: UInt8) -> Bool { [0, 0x09, 0x0a, 0x0c, 0x0d, 0x20].contains(byte) }
}

extension [UInt8] {
    /// The number behind the last `startxref`; `nil` where there is none.
    fileprivate var placeOfObjects: Int64? {
        let word = Array("startxref".utf8)
        guard count > word.count, let found = indices.dropLast(word.count).last(where: { self[$0...].starts(with: word) }) else { return nil }
        let digits = self[(found + word.count)...].drop { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d }.prefix { $0.isDigit }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }

    fileprivate func offset(of text: String) -> Int? { indices.first { self[$0...].starts(with: text.utf8) } }
}

extension ArraySlice<UInt8> {
    fileprivate var isNumber: Bool { !isEmpty && allSatisfy(\.isDigit) }
}
