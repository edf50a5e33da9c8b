import ShedModel
import ShedTestSupport
import Testing

@testable import ShedProject

/// git's configuration files, read without git.
@Suite struct GitConfigTextTests {
    private func value(_ name: String, _ text: String) -> String? {
        guard let value = GitConfigText(Array(text.utf8)).core[name] else { return nil }
        return value.map { String(decoding: $0, as: UTF8.self) } ?? "(set)"
    }

    /// As `git config -f FILE core.NAME` says it.
    @Test(arguments: [
        ("[core]\n\tautocrlf = true\n", "true"), ("[core]\nautocrlf=input", "input"), ("[CORE]\n  AutoCRLF = yes # always\n", "yes"),
        ("[core] autocrlf = true\n", "true"), ("[core]\nautocrlf\n", "(set)"), ("[core]\nautocrlf = a\nautocrlf = b ; last\n", "b"),
        ("[core]\nautocrlf = \"a # b\" c\n", "a # b c"), ("[core]\nautocrlf = a\\\n b\n", "a b"), ("[core]\r\nautocrlf = true\r\n", "true"),
        ("[core]\nautocrlf = \"\\\"x\\\\\"\n", "\"x\\"), ("; [core]\n# autocrlf = true\n", nil), ("[core \"x\"]\nautocrlf = true\n", nil),
        ("[remote \"]\\\"core]\"]\nautocrlf = true\n[core]\nautocrlf = false\n", "false"), ("[user]\nautocrlf = true\n", nil), ("\u{feff}[core]\nautocrlf=true", "true"),
        ("[core", nil), ("[core]\nautocrlf = \"", ""), ("[core]\nautocrlf = \\", ""), ("", nil), ("autocrlf = true", nil),
    ] as [(String, String?)]) func `a value is read as git reads it`(text: String, expected: String?) {
        #expect(value("autocrlf", text) == expected)
    }

    @Test(arguments: ShortRun.part(of: Array(0..<8 as Range<UInt64>))) func `any bytes are read in one pass`(seed: UInt64) {
        var numbers = SeededRandom(seed)
        let parts = ["[", "]", "core", "\"", "\\", "\n", "=", "#", " ", "autocrlf", "\u{0}", "\r", "x"].map { Array($0.utf8) }
        for _ in 0..<200 {
            let bytes = (0..<(numbers.next() % 60)).flatMap { _ in parts[Int(numbers.next() % UInt64(parts.count))] }
            _ = GitConfigText(bytes).core
        }
        #expect(GitConfigText([UInt8](repeating: UInt8(ascii: "["), count: 3 << 20)).core.isEmpty)
    }
}
