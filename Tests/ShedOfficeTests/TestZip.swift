/// Makes zip archives, also such as no program makes.
struct TestZip {
    struct Part {
        var name: String
        var bytes: [UInt8]
        /// 0: stored; 8: deflated, in one block that is only stored.
        var method = 0
        var flags = 0
        /// What the list says in place of the truth.
        var size: Int?
        var checksum: UInt32?
        var offset: Int?
        /// What its own head says in place of the truth of how much stands there besides its name.
        var extra = 0
    }

    var parts: [Part] = []
    /// What the end says in place of the truth.
    var count: Int?
    var comment: [UInt8] = []

    /// A document in Office Open XML with this in `word/document.xml`.
    static func docx(_ xml: String) -> TestZip {
        TestZip(parts: [Part(name: "word/document.xml", bytes: Array(xml.utf8))])
    }

    /// The same with this in its body.
    static func docx(body: String) -> TestZip {
        docx("<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>\(body)</w:body></w:document>")
    }

    var bytes: [UInt8] {
        var file: [UInt8] = []
        var list: [UInt8] = []
        for part in parts {
            let packed = part.method == 8 ? TestZip.deflated(part.bytes) : part.bytes
            let name = Array(part.name.utf8)
            let sum = part.checksum ?? TestZip.crc(part.bytes)
            let shared = TestZip.little([20, part.flags, part.method, 0, 0x21], 2) + TestZip.little([Int(sum), packed.count, part.size ?? part.bytes.count], 4)
            list += TestZip.little([0x0201_4b50], 4) + TestZip.little([20], 2) + shared + TestZip.little([name.count, 0, 0, 0, 0], 2)
            list += TestZip.little([0, part.offset ?? file.count], 4) + name
            file += TestZip.little([0x0403_4b50], 4) + shared + TestZip.little([name.count, part.extra], 2) + name + packed
        }
        let end = TestZip.little([0x0605_4b50], 4) + TestZip.little([0, 0, count ?? parts.count, count ?? parts.count], 2)
            + TestZip.little([list.count, file.count], 4) + TestZip.little([comment.count], 2) + comment
        return file + list + end
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count <= 0xffff)
        return [1] + little([bytes.count, 0xffff ^ bytes.count], 2) + bytes
    }

    private static func little(_ numbers: [Int], _ width: Int) -> [UInt8] {
        numbers.flatMap { number in (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
    }
}
