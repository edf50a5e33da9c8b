import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import ShedRules
import ShedTestSupport
import Testing

@testable import ShedCheck
@testable import ShedDisk

/// What is looked at in each project.
@Suite struct DoctorProjectTests {
    private func examine(_ shelf: Shelf) -> [Diagnosis] {
        var machine = Doctor.Machine()
        // Nobody's watches are counted: what other programs hold is not the matter here.
        machine.processes = shelf.path + "/none"
        return Doctor(shelf.surroundings, version: "0", machine: machine).examine()
    }

    private func projects(_ shelf: Shelf) -> [Diagnosis] { examine(shelf).filter { $0.check.group == .projects } }

    private func statuses(_ found: [Diagnosis]) -> [String] { found.filter { $0.status != .ok }.map { "\($0.check.rawValue) \($0.status.rawValue)" } }

    @Test func `a sound project is all ok, and its folders are counted`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        let project = try shelf.project()
        let folders = try shelf.shell("find 'My Poems' -type d ! -path '*/.shed*' | wc -l").filter(\.isNumber)
        let found = projects(shelf)
        #expect(statuses(found) == [] && found.allSatisfy { $0.subject == project.home.path })
        #expect(found.contains { $0.check == .index && $0.message == "its index has 0 files in \(folders) folders" })
        #expect(examine(shelf).first { $0.check == .watchLimit }?.message.hasPrefix("\(folders) folders in 1 project need") == true)
    }

    @Test func `a project that is gone or replaced is a note`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        try shelf.shell("mv 'My Poems' away")
        #expect(statuses(projects(shelf)) == ["root note"])
        try shelf.shell("mkdir 'My Poems'")
        #expect(statuses(projects(shelf)) == ["root note"])
        try shelf.shell("rmdir 'My Poems'; echo > 'My Poems'")
        #expect(statuses(projects(shelf)) == ["root warning"])
    }

    @Test(arguments: [
        ("rm -r .shed", "sidecar warning"), ("rm .shed/project.json", "sidecar warning"), ("echo '{' > .shed/project.json", "sidecar error"),
        ("sed -i 's/\"format\": *1/\"format\": 99/' .shed/project.json", "sidecar error"), ("rm .shed/template.json", "sidecar error"),
        ("echo 'quiet = \"never\"' > .shed/settings.toml", "sidecar error"), ("mv .shed x; ln -s x .shed", "sidecar error"),
        ("rm .shed/project.json; mkfifo .shed/project.json", "sidecar error"), ("head -c 2000000 /dev/zero > .shed/project.json", "sidecar error"),
    ])
    func `a sidecar that cannot be read is named`(damage: String, expected: String) throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        try shelf.shell("cd 'My Poems'; \(damage)")
        #expect(statuses(projects(shelf)) == [expected])
    }

    @Test func `another project's sidecar is a warning`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        _ = try shelf.project(named: "Other")
        try shelf.shell("cp Other/.shed/project.json 'My Poems/.shed/project.json'")
        #expect(statuses(projects(shelf)) == ["sidecar warning"])
    }

    @Test func `a damaged index is a note, and nothing else is in its way`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        try shelf.shell("cd state/projects/*; rm -f index.sqlite-*; head -c 70000 /dev/zero | tr '\\0' x > index.sqlite")
        #expect(statuses(projects(shelf)) == ["index note"])
        try shelf.shell("cd state/projects/*; rm index.sqlite")
        #expect(statuses(projects(shelf)) == ["index note"])
        try shelf.shell("cd state/projects/*; mkfifo index.sqlite")
        #expect(statuses(projects(shelf)) == ["index warning"])
    }

    @Test func `one project at two places is a note at both, until somebody says what it is`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        let project = try shelf.project()
        // With a carrier's marks the second place is taken for a replica.
        try shelf.shell("mkdir 'My Poems/.stfolder'; cp -a 'My Poems' Second")
        let second = try shelf.trusted("Second")
        try #require(second.home.id == project.home.id)
        try second.sync()
        #expect(statuses(projects(shelf)) == ["twin note", "twin note"])
        try second.declare(asCopy: false)
        #expect(statuses(projects(shelf)) == [])
    }

    @Test(arguments: [
        (".shed\n", "git warning"), (".shed/\n", "git warning"), (".*\n", "git warning"), ("*.jsonl\n", "git warning"), ("ops/\n", "git warning"),
        ("*.txt\n!.shed\n", ""), (".*\n!.shed\n", ""), ("# .shed\n", ""), ("", ""),
    ])
    func `git may not leave the sidecar out`(ignore: String, expected: String) throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        for file in [".gitignore", ".git/info/exclude"] {
            try shelf.shell("cd 'My Poems'; rm -f .gitignore; mkdir -p .git/info; printf '%s' '\(ignore)' > \(file)")
            let found = projects(shelf)
            #expect(statuses(found) == (expected.isEmpty ? [] : [expected]), "\(file)")
            if !expected.isEmpty { #expect(found.last.map { $0.message.hasPrefix(file + " leaves out ") && $0.message.contains(".shed") } == true) }
        }
    }

    @Test func `what git leaves out does not matter where there is no git`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        try shelf.shell("echo .shed > 'My Poems/.gitignore'")
        #expect(statuses(projects(shelf)) == [])
    }

    @Test(arguments: [
        (".shed", true), ("(?d).shed", true), ("(?i)(?d).SHED", true), ("/.shed/ops", true), ("*", true), ("// .shed", false), ("#include .shed", false),
        ("!.shed\n*", false), ("*\n!.shed", true), (".SHED", false), ("", false), ("!", false), ("(?i)!(?d).Sh*", false), ("*.jsonl", true),
    ])
    func `Syncthing's patterns are read as Syncthing does`(ignore: String, isLost: Bool) throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        try shelf.shell("cd 'My Poems'; printf '%s' '\(ignore)' > .stignore")
        #expect(statuses(projects(shelf)) == (isLost ? ["syncthing warning"] : []))
    }

    @Test func `each lack of a file system is a note of its own`() {
        func found(_ magic: Int, hasBirthTimes: Bool = true) -> [Diagnosis] {
            ProjectChecks.fileSystem(FileSystemFacts(magic: magic, hasBirthTimes: hasBirthTimes), name: "x", hasBirthTimes: hasBirthTimes)
        }
        #expect(found(0xef53).map(\.status) == [.ok])
        #expect(found(0xef53, hasBirthTimes: false).map(\.status) == [.note])
        #expect(found(0x4d44).count == 1 && found(0x4d44)[0].message.contains("inode"))
        #expect(found(0x6969).map(\.status) == [.note, .note, .note])
        #expect(found(0xabc)[0].message.contains("does not know"))
    }

    @Test func `commands can be pasted, whatever the path`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        func said(_ bytes: [UInt8]) throws -> [UInt8] {
            // As bash reads it: dash knows no $'…'.
            try shelf.shell("cat > word.sh <<'EOF'\nprintf %s \(ShellWord.quote(bytes)) | od -An -v -tx1\nEOF\nbash word.sh").split { !$0.isHexDigit }
                .compactMap { UInt8($0, radix: 16) }
        }
        for text in ["/a/b", "/a b", "/it's", "/$(x)`y`\"z\"!", "/ä’", "/a\nb\t1", "/\u{202e}x", "~", "*"] { #expect(try said(Array(text.utf8)) == Array(text.utf8)) }
        #expect(try said([0x2f, 0xff, 0x31, 0x27, 0x20]) == [0x2f, 0xff, 0x31, 0x27, 0x20])
    }

    @Test(arguments: ShortRun.part(of: Array(0..<4 as Range<UInt64>)))
    func `a damaged state directory or sidecar is survived, and what is said is safe to show`(seed: UInt64) throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        var numbers = SeededRandom(seed)
        let files = try shelf.shell("echo '{\"pid\": 1, \"since\": 2}' > state/projects/*/watch.json 2>/dev/null || true; find state 'My Poems/.shed' -type f -size -200k -name '*.*'")
            .split(separator: "\n").map(String.init)
        try #require(files.count >= 4)
        for _ in 0..<40 {
            let path = shelf.path + "/" + files[Int(numbers.next() % UInt64(files.count))]
            let whole = try #require(ProcessFile.read(path, atMost: 1 << 20))
            var bytes = whole
            for _ in 0...(numbers.next() % 8) where !bytes.isEmpty { bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: numbers.next()) }
            if numbers.next() % 4 == 0 { bytes.removeLast(Int(numbers.next() % UInt64(bytes.count + 1))) }
            try write(bytes, to: path)
            let found = examine(shelf)
            #expect(Set(found.map(\.check.group)).isSuperset(of: [.limits, .state, .daemon, .programs, .versions]))
            for text in found.flatMap({ [$0.message, $0.cost, $0.remedy] }) {
                #expect(!text.unicodeScalars.contains(where: EscapedText.isUnsafe), "\(text)")
            }
            try write(whole, to: path)
        }
        #expect(statuses(projects(shelf)) == [])
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "we"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
