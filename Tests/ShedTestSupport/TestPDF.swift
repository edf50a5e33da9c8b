/// Writes PDFs for tests: pages of text or of one picture, and whatever a test wants in them besides.
public struct TestPDF: Sendable {
    /// A picture in 256 greys, row by row from the top.
    public struct Picture: Sendable {
        public var width: Int
        public var height: Int
        public var greys: [UInt8]

        public init(width: Int, height: Int, greys: [UInt8]) {
            self.width = width
            self.height = height
            self.greys = greys
        }

        /// Reads a PGM (`P5`) as pdftoppm writes it.
        public init?(pgm bytes: [UInt8]) {
            let head = bytes.prefix(40).split(maxSplits: 4) { [0x20, 0x0a].contains($0) }.prefix(4).map { String(decoding: $0, as: UTF8.self) }
            guard head.count == 4, head[0] == "P5", let width = Int(head[1]), let height = Int(head[2]), head[3] == "255",
                bytes.count > width * height
            else { return nil }
            self.init(width: width, height: height, greys: Array(bytes.suffix(width * height)))
        }

        /// Makes it look like a scan: grey paper, and specks.
        public mutating func addNoise(_ random: inout SeededRandom) {
            for position in greys.indices {
                let chance = random.next()
                if chance % 500 == 0 { greys[position] = UInt8(truncatingIfNeeded: chance >> 32) }
                greys[position] = UInt8(max(0, min(255, Int(greys[position]) - 12 + Int(chance >> 40 & 15))))
            }
        }
    }

    public struct Page: Sendable {
        /// Lines of Latin-1 text from the top down, in 24 points.
        public var lines: [String]
        public var picture: Picture?
        /// In points.
        public var box = "[0 0 595 842]"
        /// More entries of the page's dictionary.
        public var entries = ""

        public init(_ lines: [String] = [], picture: Picture? = nil, box: String = "[0 0 595 842]", entries: String = "") {
            self.lines = lines
            self.picture = picture
            self.box = box
            self.entries = entries
        }
    }

    public var pages: [Page]
    /// Entries of the catalog, in the syntax of PDF.
    public var catalog = ""
    public var title = "Test"
    /// Which characters the font's letters stand for, where not for themselves: lines of a ToUnicode map such as
    /// `<46> <000C>`.
    public var letters: [String] = []

    /// The font of all text, by its name: what draws the pages takes it from the machine, or one that is like it.
    public var font = "Helvetica"

    public init(_ pages: [Page]) { self.pages = pages }

    /// Pages that say their number: “Page 3”.
    public init(pages count: Int) { pages = (0..<count).map { Page(["Page \($0 + 1)"]) } }

    /// The file.
    public var bytes: [UInt8] {
        var writer = Writer()
        let map = letters.isEmpty ? "" : "/ToUnicode 4 0 R"
        writer.define(1, "<</Type/Catalog/Pages 2 0 R\(catalog)>>")
        writer.define(3, "<</Type/Font/Subtype/Type1/BaseFont/\(font)/Encoding/WinAnsiEncoding\(map)>>")
        let head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def 1 begincodespacerange <00> <FF> endcodespacerange\n"
        let body = "\(letters.count) beginbfchar\n\(letters.joined(separator: "\n"))\nendbfchar\nendcmap end end"
        writer.define(4, stream: Array((head + body).utf8))
        writer.define(5, "<</Title(\(title))>>")
        var kids: [Int] = []
        for page in pages {
            var content = page.lines.enumerated().map { "BT /F 24 Tf 60 \(760 - 40 * $0.offset) Td (\($0.element)) Tj ET\n" }.joined()
            var images = ""
            if let picture = page.picture {
                let size = "/Width \(picture.width)/Height \(picture.height)"
                let number = writer.add(stream: picture.greys, "/Type/XObject/Subtype/Image\(size)/ColorSpace/DeviceGray/BitsPerComponent 8")
                images = "/XObject<</I \(number) 0 R>>"
                content += "q 595 0 0 842 0 0 cm /I Do Q\n"
            }
            let stream = writer.add(stream: content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
            let resources = "<</Font<</F 3 0 R>>\(images)>>"
            let entries = "/MediaBox\(page.box)/Contents \(stream) 0 R/Resources\(resources)\(page.entries)"
            kids.append(writer.add("<</Type/Page/Parent 2 0 R\(entries)>>"))
        }
        writer.define(2, "<</Type/Pages/Count \(kids.count)/Kids[\(kids.map { "\($0) 0 R" }.joined(separator: " "))]>>")
        return writer.finish(root: 1, info: 5)
    }

    private struct Writer {
        private var bytes = Array("%PDF-1.7\n".utf8)
        private var offsets = [Int](repeating: 0, count: 5)

        mutating func define(_ number: Int, _ value: String) {
            offsets[number - 1] = bytes.count
            bytes += "\(number) 0 obj\n\(value)\nendobj\n".utf8
        }

        mutating func define(_ number: Int, stream: [UInt8], _ entries: String = "") {
            offsets[number - 1] = bytes.count
            bytes += "\(number) 0 obj\n<<\(entries)/Length \(stream.count)>>stream\n".utf8
            bytes += stream
            bytes += "\nendstream\nendobj\n".utf8
        }

        mutating func add(_ value: String) -> Int {
            offsets.append(0)
            define(offsets.count, value)
            return offsets.count
        }

        mutating func add(stream: [UInt8], _ entries: String = "") -> Int {
            offsets.append(0)
            define(offsets.count, stream: stream, entries)
            return offsets.count
        }

        mutating func finish(root: Int, info: Int) -> [UInt8] {
            let start = bytes.count
            bytes += "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8
            for offset in offsets {
                let digits = String(offset)
                bytes += (String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n").utf8
            }
            bytes += "trailer<</Size \(offsets.count + 1)/Root \(root) 0 R/Info \(info) 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8
            return bytes
        }
    }
}
