import ShedModel
import ShedRecords
import Testing

@Suite("Values")
struct ValueTests {
    @Test(arguments: ["0", "-0", "7", "-12", "1.5", "-0.25", "1e3", "1E+3", "1.5e-3", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "0.1000000000000000055511151231257827", "1e22", "123456789012345678901234567890"])
    func `are numbers as JSON has them`(text: String) throws {
        let number = try #require(RecordNumber(text))
        switch number {
        case .integer(let value): #expect(Int64(text) == value)
        case .decimal(let value):
            #expect(Double(text) == value)
            #expect(Int64(text) == nil)
        }
    }

    @Test(arguments: ["", "-", "+1", "01", "-01", ".5", "1.", "1e", "1e+", " 1", "1 ", "1,5", "0x10", "nan", "inf", "1e400", "-1e999999999999999999999", "1_000", "١"])
    func `are no numbers in other spellings`(text: String) { #expect(RecordNumber(text) == nil) }

    @Test func `are in the order of the numbers, exactly`() throws {
        let ascending = [
            "-1e300", "-9223372036854775808", "-9223372036854775807", "-1.5", "-1", "-0.5", "0", "0.1", "1", "1.5", "2", "9007199254740992",
            "9007199254740993", "9223372036854775807", "9223372036854775808", "1e300",
        ]
        let numbers = try ascending.map { try #require(RecordNumber($0)) }
        for left in numbers.indices {
            for right in numbers.indices {
                #expect((numbers[left] < numbers[right]) == (left < right), "\(ascending[left]) \(ascending[right])")
                #expect((numbers[left] == numbers[right]) == (left == right), "\(ascending[left]) \(ascending[right])")
            }
        }
        #expect(RecordNumber("1.0") == RecordNumber("1"))
        #expect(RecordNumber("10e-1") == RecordNumber("1"))
    }

    @Test(arguments: [
        ("1970", 0, 31_536_000), ("1970-01", 0, 2_678_400), ("1970-01-01", 0, 86_400), ("1972-02", 65_750_400, 68_256_000),
        ("2000-02-29", 951_782_400, 951_868_800), ("1970-01-02T00:00", 86_400, 86_460), ("1970-01-01T00:00:01", 1, 2),
        ("1970-01-01T00:00:00Z", 0, 1), ("1970-01-01T01:00+01:00", 0, 60), ("1969-12-31T23:30-00:30", 0, 60),
        ("0000-01-01", -62_167_219_200, -62_167_132_800), ("9999-12-31T23:59:59Z", 253_402_300_799, 253_402_300_800),
        ("1900-02-28", -2_203_977_600, -2_203_891_200), ("2026-11-21T18:30:15-05:00", 1_795_303_815, 1_795_303_816),
    ])
    func `are dates`(text: String, start: Int64, end: Int64) throws {
        let date = try #require(RecordDate(text))
        #expect(date.start == start)
        #expect(date.end == end)
    }

    @Test(arguments: [
        "", "197", "19700", "1970-", "1970-1", "1970-00", "1970-13", "1970-01-", "1970-01-00", "1970-01-32", "1970-04-31", "1900-02-29",
        "2001-02-29", "1970-01-01T", "1970-01-01T24:00", "1970-01-01T00:60", "1970-01-01T00:00:60", "1970-01-01 00:00", "1970-01-01T00:00z",
        "1970-01-01T00:00+0100", "1970-01-01T00:00+24:00", "1970-01-01T00:00Zx", "1970T00:00", "1970-01T00:00", "70-01-01", "-1970", "1970/01/01",
    ])
    func `are no dates where the day does not exist or the spelling is another`(text: String) { #expect(RecordDate(text) == nil) }

    @Test func `are booleans`() {
        for text in ["true", "TRUE", "Yes", "yes"] { #expect(RecordBoolean.read(text) == true) }
        for text in ["false", "No", "NO"] { #expect(RecordBoolean.read(text) == false) }
        for text in ["", "1", "0", "y", "truE ", "on", "\u{14}rue"] { #expect(RecordBoolean.read(text) == nil) }
    }

    @Test(arguments: [
        ("Ode", "\u{f3}D\u{c9}"), ("strasse", "Stra\u{df}e"), ("STRASSE", "stra\u{1e9e}e"), ("\u{e9}", "e\u{301}"), ("\u{1ec7}", "e"), ("\u{3a3}", "\u{3c2}"),
        ("\u{3ac}\u{1f82}", "\u{3b1}\u{391}"), ("\u{130}I", "ii"), ("k", "\u{212a}"), ("\u{304c}", "\u{304b}\u{3099}"), ("\u{ac00}", "\u{1100}\u{1161}"),
        ("\u{419}", "\u{438}"), ("\u{fb03}", "FFI"),
    ])
    func `are the same without case and accents`(left: String, right: String) { #expect(TextFolding.fold(left) == TextFolding.fold(right)) }

    @Test(arguments: [("a", "b"), ("\u{304b}", "\u{304c}"), ("\u{f8}", "o"), ("\u{915}", "\u{915}\u{93f}"), ("\u{4e00}", "\u{4e8c}"), ("", "a")])
    func `are not the same where the letters differ`(left: String, right: String) { #expect(TextFolding.fold(left) != TextFolding.fold(right)) }

    @Test func `fold once and for all, and broken bytes stay`() {
        for value in [0x80..<0x600, 0x1e00..<0x2200, 0x3000..<0x3100].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let folded = TextFolding.fold(String(scalar))
            #expect(TextFolding.fold(String(decoding: folded, as: UTF8.self)) == folded, "\(scalar.escaped(asASCII: true))")
        }
        let broken: [UInt8] = [0x41, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xe2, 0x82]
        #expect(broken.withUnsafeBufferPointer { TextFolding.fold($0) } == [0x61] + broken.dropFirst())
    }
}
