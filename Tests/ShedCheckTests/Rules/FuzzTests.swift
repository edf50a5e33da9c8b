import Glibc
import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import ShedRules
import ShedTestSupport
import Testing

/// Anything may stand in the files of a sidecar: `check` ends with findings or an error that says what to do, never with a
/// crash, and changes none of them.
///
/// 200 cases, or as many as `SHED_CASES` says; 100,000 with `SHED_TORTURE=1`. `SHED_SEED` says where chance begins.
struct `Random bytes in the sidecar` {
    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    private static let cases = number("SHED_TORTURE") == 1 ? 100_000 : number("SHED_CASES") ?? 200
    private static let seed = UInt64(number("SHED_SEED") ?? 1)

    /// What is done to a file.
    private enum Damage: CaseIterable {
        case replaced, flipped, cut, doubled, inserted, nested
    }

    private static func damaged(_ bytes: [UInt8], _ damage: Damage, _ chance: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        let place = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &chance)
        switch damage {
        case .replaced: return (0..<Int.random(in: 1...300, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) }
        case .flipped: if !bytes.isEmpty { bytes[place] ^= UInt8.random(in: 1...255, using: &chance) }
        case .cut: bytes.removeLast(bytes.count - place)
        case .doubled: bytes.insert(contentsOf: bytes[place...], at: place)
        case .inserted: bytes.insert(contentsOf: tokens.randomElement(using: &chance).map { Array($0.utf8) } ?? [], at: place)
        case .nested: bytes.insert(contentsOf: [UInt8](repeating: chance.next() % 2 == 0 ? 0x5b : 0x7b, count: 2_000), at: place)
        }
        return bytes
    }

    private static let tokens = [
        "\"", "\\", "\u{0}", "null", "-1", "9223372036854775808", "1e999", "{}", "[", "]", "= \n", "[[a]]", "[a.b]\n", "\u{feff}", "'''", "\"\"\"",
        "quiet = -1\n", "bulk = 99999999999999999999\n", "\\ud800", "**/", "!", "[z-a]", "../../etc", "{\"format\":1}", "\n\n\n", "#",
    ]

    @Test(.timeLimit(.minutes(60))) func `end in findings or in an error, and change nothing`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project(named: "P")
        try shelf.shell("cd P; echo a > Draft/a.txt; mkdir Collections/A; echo '*.log' > .shedignore; printf 'bulk = 10\\nquiet = \"2 s\"\\n' > .shed/settings.toml")
        try shelf.reopen(project).sync()
        try shelf.shell("cd P; echo b > Draft/b.txt")
        try shelf.reopen(project).sync()
        let batches = try shelf.shell("cd P; ls .shed/ops/*/*.jsonl").split(separator: "\n").map(String.init)
        try #require(batches.count >= 2)
        let files = [".shed/project.json", ".shed/template.json", ".shed/settings.toml", ".shedignore"] + batches
        let whole = files.map { RuleScript.read("\(shelf.path)/P/\($0)") ?? [] }
        var chance = SeededRandom(Self.seed)
        var (errors, found, clean) = (0, 0, 0)
        for number in 0..<Self.cases {
            let position = Int.random(in: 0..<files.count, using: &chance)
            let damage = Damage.allCases.randomElement(using: &chance) ?? .flipped
            let bytes = Self.damaged(whole[position], damage, &chance)
            try write(bytes, "\(shelf.path)/P/\(files[position])")
            let what: Comment = "case \(number) of seed \(Self.seed): \(files[position]) \(damage)"
            do throws(ShedError) {
                let findings = try Project.open(
                    containing: project.home.path, surroundings: shelf.surroundings, purpose: .look).check()
                if findings.isEmpty { clean += 1 } else { found += 1 }
                // A batch has a checksum, and random bytes are neither of the two JSON files.
                let mustShow = position > 3 && bytes != whole[position] || position < 2 && damage == .replaced
                #expect(!mustShow || !findings.isEmpty, what)
            } catch {
                errors += 1
                #expect(error.kind == .environment && error.message.utf8.count > 10, what)
            }
            #expect(RuleScript.read("\(shelf.path)/P/\(files[position])") == bytes, what)
            try write(whole[position], "\(shelf.path)/P/\(files[position])")
        }
        #expect(errors + found + clean == Self.cases)
        #expect(errors > 0 && found > 0)
        // All is as it was, but for the times of the batches, which is why they are folded anew.
        #expect(try shelf.reopen(project, purpose: .look).check().isEmpty)
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        let file = try #require(fopen(path, "we"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
