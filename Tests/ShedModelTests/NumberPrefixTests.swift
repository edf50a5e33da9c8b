import ShedModel
import Testing

@Suite struct `A number before a name` {
    @Test(arguments: [
        ("01 Storm.md", 1, 2, "Storm.md"), ("3 Körper.txt", 3, 1, "Körper.txt"), ("000123 x", 123, 6, "x"), ("1984 Again.txt", 1984, 4, "Again.txt"),
        ("02 03 Storm.md", 2, 2, "03 Storm.md"), ("7 - x", 7, 1, "- x"), ("184  x.txt", 184, 3, " x.txt"),
    ] as [(Name, Int, Int, Name)])
    func `is read, and what follows one blank is title`(name: Name, number: Int, width: Int, title: Name) throws {
        let prefix = try #require(NumberPrefix(name))
        #expect(prefix.number == number && prefix.width == width && prefix.title == title)
        #expect(NumberPrefix.name(number, width: width, title) == name)
    }

    @Test(arguments: ["1984.txt", "2024-01-02 Diary.md", "01", "01 ", "01 .txt", "0000001 x", " 1 x", "x 01", "01_x", "", "１ x"] as [Name])
    func `is none where no blank and no name follow a few digits`(name: Name) { #expect(NumberPrefix(name) == nil) }

    @Test func `is put before the whole of a name, and never cuts it`() {
        #expect(NumberPrefix.name(2, width: 2, "1984.txt") == "02 1984.txt")
        #expect(NumberPrefix.name(12, width: 3, "3 Körper.txt") == "012 3 Körper.txt")
        #expect(NumberPrefix.name(1_000, width: 2, "a") == "1000 a")
        let long = Name(String(repeating: "x", count: Name.longest - 3))
        #expect(NumberPrefix.name(1, width: 2, long)?.bytes.count == Name.longest)
        #expect(NumberPrefix.name(1, width: 3, long) == nil && NumberPrefix.name(100, width: 2, long) == nil)
        #expect(NumberPrefix.name(1, width: .max, "a") == "000001 a")
        let name = Name(bytes: [0xff, 0x20, 0x31])
        #expect(NumberPrefix.name(1, width: 2, name).flatMap { NumberPrefix($0)?.title } == name)
    }

    @Test func `has two digits at least, and as many as the greatest needs`() {
        #expect([0, 1, 99, 100, 1_000, -5].map { NumberPrefix.width(upTo: $0) } == [2, 2, 2, 3, 4, 2])
    }
}
