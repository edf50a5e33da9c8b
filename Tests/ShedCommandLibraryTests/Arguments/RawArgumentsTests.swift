import ShedTestSupport
import Testing

@testable import ShedCommand

@Suite struct `Words of a command line` {
    @Test func `are texts where they are UTF-8`() {
        for text in ["", "Ode.txt", "Été", "日本", "👩‍💻", "\u{10fe00}"] {
            #expect(RawArguments.text(of: Array(text.utf8)) == text)
            #expect(RawArguments.bytes(of: text) == Array(text.utf8))
        }
    }

    @Test(arguments: [[0xff], [0xc3], [0x61, 0xc3, 0x28], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x8f, 0xbe, 0x80], [0xf4, 0x8f, 0xbf, 0xbf]] as [[UInt8]])
    func `come back byte for byte where they are not, also those that stand for bytes`(bytes: [UInt8]) {
        #expect(RawArguments.bytes(of: RawArguments.text(of: bytes)) == bytes)
    }

    @Test func `come back whatever bytes they have`() {
        var random = SeededRandom(1)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
            #expect(RawArguments.bytes(of: RawArguments.text(of: bytes)) == bytes)
        }
    }
}
