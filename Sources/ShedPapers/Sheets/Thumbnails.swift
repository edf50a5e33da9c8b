import ShedDisk
import ShedModel

/// The small pictures of pages.
enum Thumbnails {
    /// Makes them: one run of pdftoppm for pages of one file that follow each other.
    /// - Returns: a JPEG for each cell, in order; `nil` for a page that cannot be drawn.
    static func make(
        _ cells: [ContactSheet.Cell], side: Int, _ tools: Tools, _ work: WorkDirectory, _ cancellation: Cancellation?
    ) throws(PapersError) -> [JPEGPicture?] {
        var pictures: [JPEGPicture?] = []
        var start = 0
        while start < cells.count {
            var end = start
            while end + 1 < cells.count, cells[end + 1].file === cells[start].file, cells[end + 1].page == cells[end].page + 1 { end += 1 }
            pictures += try draw(cells[start].file, cells[start].page...cells[end].page, side, tools, work, cancellation)
            start = end + 1
        }
        return pictures
    }

    private static func draw(
        _ file: PDFFile, _ pages: ClosedRange<Int>, _ side: Int, _ tools: Tools, _ work: WorkDirectory, _ cancellation: Cancellation?
    ) throws(PapersError) -> [JPEGPicture?] {
        let arguments =
            ["-jpeg", "-jpegopt", "quality=80", "-cropbox", "-scale-to", "\(side)", "-f", "\(pages.lowerBound)", "-l", "\(pages.upperBound)"]
        let job = ToolJob(.pdftoppm, arguments + [ToolJob.path(0), "small"], files: [file], limits: tools.limits.tool)
        // What it could not draw has no file then; the others have.
        _ = try tools.run(job, in: work, cancellation)
        var found: [Int: JPEGPicture] = [:]
        try PapersError.onDisk { () throws(DiskError) in
            for entry in try work.handle.list(atMost: 100_000) where entry.name.bytes.starts(with: "small-".utf8) {
                let digits = String(decoding: entry.name.bytes.dropFirst(6).prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
                if let page = Int(digits) { found[page] = JPEGPicture(try work.handle.read(entry.name, atMost: 16 << 20)) }
                try work.handle.removeFile(entry.name)
            }
        }
        return pages.map { found[$0] }
    }
}
