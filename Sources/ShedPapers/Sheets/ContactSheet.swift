import ShedDisk
import ShedMessages
import ShedModel

/// Small pictures of several pages beside each other, to look at instead of reading.
///
/// A sheet is a PDF that we write ourselves around the JPEG pictures that pdftoppm makes: a PDF takes those as they are,
/// so nothing has to be decoded or compressed here. The PNG is that PDF, rendered. So both look alike, and neither
/// ImageMagick nor netpbm is needed.
public enum ContactSheet {
    /// One page on a sheet.
    public struct Cell: Sendable {
        public var file: PDFFile
        public var facts: PDFFacts
        /// From 1.
        public var page: Int
        /// Stands below the picture, as much of it as there is room for. What Windows-1252 has not is shown as `?`.
        public var caption: String

        public init(_ file: PDFFile, _ facts: PDFFacts, page: Int, caption: String) {
            self.file = file
            self.facts = facts
            self.page = page
            self.caption = caption
        }
    }

    public struct Options: Hashable, Sendable {
        /// Pictures in a row, 1 to 10.
        public var columns: Int
        /// The longer side of a picture, in pixels, 50 to 1,000.
        public var side: Int

        public init(columns: Int = 4, side: Int = 360) {
            self.columns = min(max(columns, 1), 10)
            self.side = min(max(side, 50), 1_000)
        }
    }

    /// How many pages a PDF and a PNG can show.
    public static let mostInPDF = 2_000
    public static let mostInPNG = 200

    /// Makes a PDF of sheets of A4.
    /// - Throws: `noPages`, `noSuchPage`, `tooManyPages`, `disk(.exists)`; then nothing is made. A page that cannot be
    ///   drawn leaves its frame empty.
    @discardableResult
    public static func pdf(
        _ cells: [Cell], _ options: Options, _ tools: Tools, _ cancellation: Cancellation? = nil, to destination: Destination
    ) throws(PapersError) -> FileCopy {
        let work = try tools.work()
        let layout = SheetLayout(columns: options.columns, rows: nil)
        try write(cells, options, layout, atMost: mostInPDF, tools, work, cancellation)
        return try work.deliver("sheet.pdf", to: destination)
    }

    /// Makes one PNG, as high as it must be.
    /// - Throws: as ``pdf(_:_:_:_:to:)``.
    @discardableResult
    public static func png(
        _ cells: [Cell], _ options: Options, _ tools: Tools, _ cancellation: Cancellation? = nil, to destination: Destination
    ) throws(PapersError) -> FileCopy {
        let work = try tools.work()
        let rows = (cells.count + options.columns - 1) / options.columns
        let layout = SheetLayout(columns: options.columns, rows: max(rows, 1))
        try write(cells, options, layout, atMost: mostInPNG, tools, work, cancellation)
        let sheet = try PDFFile("sheet.pdf", in: work.handle, limits: tools.limits)
        let facts = PDFFacts(sizes: [PageSize(width: layout.width, height: layout.height)])
        // A picture is drawn at about the pixels that it has.
        let resolution = Double(options.side) / layout.picture.height * 72
        return try PDFImage.render(1, of: sheet, facts, PDFImage.Options(resolution: resolution), tools, cancellation, to: destination)
    }

    private static func write(
        _ cells: [Cell], _ options: Options, _ layout: SheetLayout, atMost most: Int, _ tools: Tools, _ work: WorkDirectory,
        _ cancellation: Cancellation?
    ) throws(PapersError) {
        guard !cells.isEmpty else { throw PapersError(.noPages, .pdfNothingToShow, cure: .pdfChoosePages) }
        guard cells.count <= most else {
            throw PapersError(.tooManyPages, .pdfSheetTooLarge(count: cells.count, most: most), cure: .pdfShowFewer)
        }
        for cell in cells { _ = try cell.facts.size(of: cell.page, label: cell.file.label) }
        let pictures = try Thumbnails.make(cells, side: options.side, tools, work, cancellation)
        var sheet = SheetPDF(layout)
        for (cell, picture) in zip(cells, pictures) { sheet.add(picture, caption: cell.caption) }
        let bytes = sheet.finish()
        try PapersError.onDisk { () throws(DiskError) in try work.handle.write("sheet.pdf", bytes, replacing: false) }
    }
}
