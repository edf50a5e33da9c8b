import ShedModel
import Testing

@Suite struct `FNV-1a` {
    /// What its authors say that it gives (draft-eastlake-fnv; their list of tests).
    @Test(arguments: [
        ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("b", 0xaf63_df4c_8601_f1a5), ("foobar", 0x8594_4171_f739_67e8),
        ("chongo was here!\n", 0x4681_0940_eff5_f915),
    ] as [(String, UInt64)])
    func `gives the numbers that its authors say`(text: String, number: UInt64) {
        #expect(FNV(text.utf8).value == number)
        var hash = FNV()
        for byte in text.utf8 { hash.add(byte) }
        #expect(hash == FNV(Array(text.utf8)))
    }

    @Test func `takes a word of eight bytes as one number`() {
        var hash = FNV()
        hash.add(word: UInt64(UInt8(ascii: "a")))
        #expect(hash.value == FNV("a".utf8).value)
        // Any number will do.
        hash.add(word: .max)
        #expect(hash.value == (0xaf63_dc4c_8601_ec8c ^ UInt64.max) &* 0x100_0000_01b3)
    }
}
