import ShedDisk
import ShedModel

/// Pages as pictures, by pdftoppm.
public enum PDFImage {
    /// How a page becomes a picture.
    public struct Options: Hashable, Sendable {
        /// Pixels an inch, where the page is not too large for it: see ``PDFLimits/pixels``.
        public var resolution: Double
        public var isGray: Bool

        public init(resolution: Double = 150, isGray: Bool = false) {
            self.resolution = resolution
            self.isGray = isGray
        }
    }

    /// Makes a PNG of a page's crop box.
    /// - Throws: `noSuchPage`, `damaged`, `disk(.exists)`; then nothing is made.
    @discardableResult
    public static func render(
        _ page: Int, of file: PDFFile, _ facts: PDFFacts, _ options: Options, _ tools: Tools, _ cancellation: Cancellation? = nil,
        to destination: Destination
    ) throws(PapersError) -> FileCopy {
        let work = try tools.work()
        try draw(page, of: file, facts, options, ["-png"], tools, work, cancellation)
        return try work.deliver("page.png", to: destination)
    }

    /// Makes `page` and the format's suffix in the work directory.
    static func draw(
        _ page: Int, of file: PDFFile, _ facts: PDFFacts, _ options: Options, _ format: [String], _ tools: Tools, _ work: WorkDirectory,
        _ cancellation: Cancellation?
    ) throws(PapersError) {
        let size = try facts.size(of: page, label: file.label)
        var arguments = ["-cropbox", "-f", "\(page)", "-l", "\(page)", "-singlefile"] + scale(size, options, pixels: tools.limits.pixels)
        arguments += options.isGray ? ["-gray"] : []
        let job = ToolJob(.pdftoppm, arguments + format + [ToolJob.path(0), "page"], files: [file], limits: tools.limits.page)
        let result = try tools.run(job, in: work, cancellation)
        guard result.code == 0 else { throw job.failure(result, .damaged) }
    }

    /// How large: by resolution, or by the longer side where the page would have too many pixels.
    static func scale(_ size: PageSize, _ options: Options, pixels: Int) -> [String] {
        let resolution = min(max(options.resolution, 1), 2_400)
        let (width, height) = (size.width * resolution / 72, size.height * resolution / 72)
        guard width * height > Double(pixels) || max(width, height) > 32_000 else { return ["-r", "\(resolution)"] }
        let (longer, shorter) = (max(width, height), min(width, height))
        // longer² · (shorter / longer) pixels; 32,000 is what image formats and programs still take.
        let side = min((Double(pixels) * longer / max(shorter, 1)).squareRoot(), 32_000)
        return ["-scale-to", "\(max(1, Int(bounded: side)))"]
    }
}
