import ShedModel
import ShedPapers
import Testing

/// What of a name is its place in an order.
@Suite struct `A name with a number before it` {
    @Test(arguments: [
        ("02 Calculus p5.pdf", 2, "Calculus p5.pdf"), ("2. Calculus.pdf", 2, "Calculus.pdf"), ("003-x.pdf", 3, "x.pdf"), ("7) x", 7, "x"),
        ("12_34 x", 12, "34 x"), ("999999 x", 999_999, "x"), ("1 - x", 1, "x"), ("1 -x", 1, "-x"), ("1 -", 1, "-"), ("1 -.pdf", 1, "-.pdf"),
        ("1 _ ", 1, "_ "), ("1  x", 1, "x"), ("1 -- x", 1, "-- x"),
    ]) func `says its place`(name: String, number: Int, title: String) {
        let ordered = OrderedName(Name(name))
        #expect(ordered.number == number)
        #expect(ordered.title == Name(title))
    }

    @Test(arguments: ["Calculus.pdf", "2023.pdf", "12", "12 ", "1234567 x", "12x.pdf", " 1 x", "-1 x", "01 .pdf", "01.pdf", "01 . .pdf", "1-", "1- .pdf"]) func `is none otherwise`(name: String) {
        let ordered = OrderedName(Name(name))
        #expect(ordered.number == nil)
        #expect(ordered.title == Name(name))
    }

    @Test(arguments: ["- Algebra", "-Foo", "-", "_ x", ". x", ") x", " x", "  - x", "-- x", "- .pdf", "-.pdf", "Algebra", "- 2 Sets"])
    func `keeps a title that begins with what could divide, whatever number it gets`(title: String) {
        var name = OrderedName(Name(title)).numbered(7, of: 7, isFile: true)
        #expect(name == Name("07 \(title)") && OrderedName(name).wholeTitle == Name(title))
        for number in [1, 12, 130] {
            name = OrderedName(name).numbered(number, of: 130, isFile: true)
            #expect(OrderedName(name).number == number && OrderedName(name).wholeTitle == Name(title), "\(name)")
        }
        #expect(name == Name("130 \(title)"))
    }

    @Test func `is made so that it is read as it was meant, however long it is`() {
        for length in [2, 100, 240, 250, 251, 255] {
            let title = Name(String(repeating: "é", count: length / 2) + ".pdf")
            for number in [1, 10, 99, 100, 5_000] {
                let name = OrderedName.name(number, of: number, title.bytes.count > 255 ? Name("x.pdf") : title, isFile: true)
                #expect(name.isPossible && name.text != nil && name.hasSuffix(".pdf"))
                #expect(OrderedName(name).number == number)
            }
        }
        #expect(OrderedName.name(3, of: 120, "x.pdf", isFile: true) == "003 x.pdf")
    }
}
