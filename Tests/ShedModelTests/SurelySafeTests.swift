import ShedModel
import Testing

@Suite struct `A text that is surely safe to show` {
    private func isSurelySafe(_ text: String) -> Bool { Array(text.utf8).withUnsafeBufferPointer { EscapedText.isSurelySafe($0) } }

    @Test func `holds no scalar that is unsafe, nor the end of a line`() {
        for value in 0..<0x11_0000 as Range<UInt32> {
            guard let scalar = Unicode.Scalar(value), EscapedText.isUnsafe(scalar) else { continue }
            #expect(!isSurelySafe("a\(Character(scalar))b"), "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["", "wind and sea, 3 #", "Käfer größer Straße", "東京の水、ガス", "Привет, мир", "😀"]) func `is what most texts are`(text: String) {
        #expect(isSurelySafe(text))
    }
}
