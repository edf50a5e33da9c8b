import ShedModel

/// Writes a PDF of pictures with captions (PDF 1.4).
struct SheetPDF {
    private let layout: SheetLayout
    private var bytes = Array("%PDF-1.4\n".utf8)
    /// Where each object begins, by number from 1.
    private var offsets: [Int] = [0, 0, 0]
    private var pages: [Int] = []
    private var content = ""
    private var images: [(name: String, object: Int)] = []
    private var cells = 0

    init(_ layout: SheetLayout) {
        self.layout = layout
        define(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
    }

    /// Adds a cell; a frame without picture where there is none.
    mutating func add(_ picture: JPEGPicture?, caption: String) {
        if cells == layout.cells { endPage() }
        let (x, y) = layout.corner(cells)
        let room = layout.picture
        var (width, height) = (room.width, room.height)
        if let picture {
            let scale = min(room.width / Double(picture.width), room.height / Double(picture.height))
            (width, height) = (Double(picture.width) * scale, Double(picture.height) * scale)
        }
        let (left, low) = (x + (room.width - width) / 2, y + (room.height - height) / 2)
        let box = "\(SheetPDF.text(left)) \(SheetPDF.text(low)) \(SheetPDF.text(width)) \(SheetPDF.text(height))"
        if let picture {
            let name = "I\(cells)"
            images.append((name, embed(picture)))
            let matrix = "\(SheetPDF.text(width)) 0 0 \(SheetPDF.text(height)) \(SheetPDF.text(left)) \(SheetPDF.text(low))"
            content += "q \(matrix) cm /\(name) Do Q\n"
        }
        content += "0.6 G 0.5 w \(box) re S\n"
        // Helvetica at 8 points is 4.5 points wide on the average.
        let letters = WindowsText.bytes(caption).prefix(max(0, Int(bounded: room.width / 4.5)))
        content += "BT /F 8 Tf \(SheetPDF.text(x)) \(SheetPDF.text(y - 10)) Td <\(Hexadecimal.string(of: letters))> Tj ET\n"
        cells += 1
    }

    /// The file.
    mutating func finish() -> [UInt8] {
        if cells > 0 { endPage() }
        define(1, "<</Type/Catalog/Pages 2 0 R>>")
        define(2, "<</Type/Pages/Count \(pages.count)/Kids[\(pages.map { "\($0) 0 R" }.joined(separator: " "))]>>")
        let start = bytes.count
        bytes += "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8
        for offset in offsets {
            let digits = String(offset)
            bytes += (String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n").utf8
        }
        bytes += "trailer<</Size \(offsets.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8
        return bytes
    }

    private mutating func endPage() {
        let stream = append(Array(content.utf8), "")
        let names = images.map { "/\($0.name) \($0.object) 0 R" }.joined()
        let box = "[0 0 \(SheetPDF.text(layout.width)) \(SheetPDF.text(layout.height))]"
        offsets.append(0)
        pages.append(offsets.count)
        let resources = "<</Font<</F 3 0 R>>/XObject<<\(names)>>>>"
        define(offsets.count, "<</Type/Page/Parent 2 0 R/MediaBox\(box)/Contents \(stream) 0 R/Resources\(resources)>>")
        (content, images, cells) = ("", [], 0)
    }

    private mutating func embed(_ picture: JPEGPicture) -> Int {
        let space = picture.components == 1 ? "/DeviceGray" : "/DeviceRGB"
        let size = "/Width \(picture.width)/Height \(picture.height)"
        return append(picture.bytes, "/Type/XObject/Subtype/Image\(size)/ColorSpace\(space)/BitsPerComponent 8/Filter/DCTDecode")
    }

    /// Appends a stream.
    /// - Returns: its object number.
    private mutating func append(_ stream: [UInt8], _ entries: String) -> Int {
        offsets.append(bytes.count)
        bytes += "\(offsets.count) 0 obj<<\(entries)/Length \(stream.count)>>stream\n".utf8
        bytes += stream
        bytes += "\nendstream endobj\n".utf8
        return offsets.count
    }

    private mutating func define(_ number: Int, _ value: String) {
        offsets[number - 1] = bytes.count
        bytes += "\(number) 0 obj\(value)endobj\n".utf8
    }

    /// A number with two decimals.
    private static func text(_ number: Double) -> String {
        let hundredths = Int(bounded: min(max(number * 100, -1e15), 1e15).rounded())
        let rest = String(abs(hundredths) % 100)
        return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100)." + (rest.count == 1 ? "0" : "") + rest
    }
}
