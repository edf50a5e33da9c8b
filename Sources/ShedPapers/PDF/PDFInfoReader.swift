/// What pdfinfo prints.
enum PDFInfoReader {
    /// The sizes of the pages, in order. The document's title and the like come first and are the document's own words,
    /// lines that look like facts among them; so only what follows the last line `Pages:` counts, and there must be as
    /// many sizes as it says.
    /// - Returns: `nil` where that is not so, or a size is not finite and above 0.
    static func sizes(_ output: [UInt8]) -> [PageSize]? {
        let lines = output.textLines
        guard let start = lines.lastIndex(where: { $0.hasPrefix("Pages:") }) else { return nil }
        var sizes: [PageSize] = []
        for line in lines[(start + 1)...] {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count >= 4, words[0] == "Page", let page = Int(words[1]) else { continue }
            if words[2] == "size:", words.count >= 6, words[4] == "x" {
                guard page == sizes.count + 1, let width = Double(words[3]), let height = Double(words[5]), width > 0, height > 0,
                    width.isFinite, height.isFinite
                else { return nil }
                sizes.append(PageSize(width: width, height: height))
            } else if words[2] == "rot:", page > 0, page == sizes.count, let rotation = Int(words[3]) {
                sizes[page - 1].rotation = ((rotation % 360) + 360) % 360
            }
        }
        let count = lines[start].split(separator: " ", omittingEmptySubsequences: true).last.flatMap { Int($0) }
        return count == sizes.count ? sizes : nil
    }
}
