import Glibc
import ShedTOML
import Testing

/// A text of a megabyte is read or refused: it takes no stack, no memory and no time beyond bounds.
@Suite struct TOMLLimitTests {
    private func cause(_ text: String, _ limits: TOMLLimits = TOMLLimits()) -> TOMLError.Cause? {
        do throws(TOMLError) { _ = try TOMLTable(parsing: Array(text.utf8), limits: limits) } catch { return error.cause }
        return nil
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// What stands before, what is repeated how often, what stands between, what is repeated as often, and what ends it.
    @Test(arguments: [
        ("", "a.", 200_000, "a = 1", "", ""), ("[", "a.", 200_000, "a]", "", ""), ("[[", "'a'.", 200_000, "a]]", "", ""), ("[", "\"a\" . ", 100_000, "a]", "", ""),
        ("a = ", "[", 200_000, "", "", ""), ("a = ", "[", 200_000, "", "]", ""), ("a = ", "{a = ", 100_000, "1", "", ""), ("a = ", "{a = ", 100_000, "1", "}", ""),
        ("a = ", "{a.a.a = ", 1_000, "1", "}", ""), ("a = {", "a.", 200_000, "a = 1", "", "}"), ("a = ", "[{a = ", 1_000, "1", "}]", ""),
        ("a = [1, {b = 2}, ", "[", 1_000, "", "]", "]"),
    ]) func `what nests too deep is refused`(start: String, left: String, count: Int, middle: String, right: String, end: String) {
        let text = start + Self.repeated(left, count) + middle + Self.repeated(right, count) + end
        #expect(cause(text) == .tooDeep(most: TOMLLimits().depth))
        // Whatever was open before.
        #expect(cause("b = [{c = 1},\n'}']\n[d]\n" + text) == .tooDeep(most: TOMLLimits().depth))
    }

    @Test(arguments: [
        "a.b.c.d.e.f.g.h = 1", "[a.b.c]\nd.e = 1\n[a.b.c.f]", "[[a]]\n[[a.b]]\n[[a.b.c]]\nd = [1]", "a = [[[[[[[1]]]]]]]", "a = [{b = [{c = [1]}]}]",
        "a = {b.c.d.e.f.g = 1, b.x = 2, c = {d = [], e = 1.5, f = 1}}", "a = [[[[[[]]]]], [[[[[]]]]]]\nb.c.d.e.f.g.h.i = 1",
    ]) func `what nests as deep as it may is read`(text: String) {
        #expect(cause(text, TOMLLimits(depth: 8)) == nil)
        #expect(cause(text, TOMLLimits(depth: 5)) == .tooDeep(most: 5))
    }

    @Test func `the deepest text that is allowed is read`() {
        let most = TOMLLimits().depth
        let lists = "a = " + Self.repeated("[", most - 1) + Self.repeated("]", most - 1)
        let tables = "a = " + Self.repeated("{a = ", most / 2 - 1) + "1" + Self.repeated("}", most / 2 - 1)
        let names = Self.repeated("a.", most - 1) + "a = 1"
        let headers = "[" + Self.repeated("a.", most / 2 - 1) + "a]"
        for text in [lists, tables, names, headers] { #expect(cause(text) == nil) }
        #expect(cause(lists.replacing("= ", with: "= [")) == .tooDeep(most: most))
        #expect(cause("a." + names) == .tooDeep(most: most))
    }

    @Test func `too many names, values or bytes are refused`() {
        let most = TOMLLimits().count
        #expect(cause((0..<most).map { "a\($0)=1\n" }.joined()) == nil)
        #expect(cause((0...most).map { "a\($0)=1\n" }.joined()) == .tooMany(most: most))
        #expect(cause("a = [" + Self.repeated("1,", most - 2) + "]") == nil)
        #expect(cause("a = [" + Self.repeated("1,", most) + "]") == .tooMany(most: most))
        #expect(cause(Self.repeated("[[a]]\n", most + 1)) == .tooMany(most: most))
        #expect(cause("#" + Self.repeated("x", 1 << 20)) == .tooLong(most: 1 << 20))
        #expect(cause("a = '" + Self.repeated("x", 1_000_000) + "'") == nil)
        #expect(cause("a = 1", TOMLLimits(length: 4)) == .tooLong(most: 4))
    }

    @Test func `an error of a limit says where`() {
        let error = #expect(throws: TOMLError.self) { try TOMLTable(parsing: Array("a = 1\n[b]\nc = [[1]]".utf8), limits: TOMLLimits(depth: 4)) }
        #expect(error?.cause == .tooDeep(most: 4))
        #expect(error?.description == "line 3, column 6: names and brackets nest deeper than 4 levels")
    }

    /// In a process of its own, so that it counts its own memory only. A reader that does not free its tables takes some
    /// kilobytes for a text that it can read, and for all of them more than the bound.
    @Test func `reading leaves no memory behind, whether it succeeds or fails`() async {
        await #expect(processExitsWith: .success) {
            let texts = [
                "a = 'one text that is long enough to be allocated'\nb = [1, 2.5, {c = 1979-05-27T07:32:00Z}]\n[d.e]\nf.g = true\n[[h]]\n[[h]]\n",
                "a = 'one text that is long enough to be allocated'\nb = [1, {c = [2, }]", "a = 1\na = 2", "[=]", "a.b.c = \u{a7}", "a = [}",
            ].map { Array($0.utf8) }
            func read(_ times: Int) { for number in 0..<times { _ = try? TOMLTable(parsing: texts[number % texts.count]) } }
            read(1_000)
            let before = residentBytes()
            read(20_000)
            exit(before > 0 && residentBytes() < before + (4 << 20) ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}

/// How much memory the process has, by proc(5).
private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, 200, file) != nil else { return 0 }
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
}
