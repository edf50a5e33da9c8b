import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

/// Names, links, special files and depths that a friendly program would not make.
@Suite(.waitsForPrograms) struct `Odd names and odd files` {
    private static let names: [[UInt8]] = [
        Array("new\nline.txt".utf8), Array("bad".utf8) + [0xff, 0xfe], Array(repeating: 0x78, count: 255), Array("tab\there".utf8),
        Array("\u{1b}[31mred".utf8), Array("-rf".utf8), Array("--help".utf8), Array("a\\nb".utf8), Array("u\u{202e}gnp.txt".utf8),
        Array("q\"uote's $(touch HACKED)`".utf8), Array("trail ".utf8), Array("%s%n".utf8), Array("*".utf8),
    ]

    @Test(arguments: names) func `every name that a file system holds goes through all verbs byte for byte`(name: [UInt8]) throws {
        let shelf = try Shelf.withPoems()
        func path(_ folder: String) -> [UInt8] { Array("\(folder)/".utf8) + name }
        for folder in ["Draft", "Collections"] {
            shelf.write("\(folder)\n", to: Array("Poems/".utf8) + path(folder))
        }
        func run(_ words: [UInt8]...) throws -> Shelf.Result { try shelf.run(words, in: "Poems") }
        func at(_ place: [UInt8]) -> String {
            String(decoding: Shelf.read(bytes: Array("\(shelf.work)/Poems/".utf8) + place), as: UTF8.self)
        }
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        #expect(at(path("Draft")) == "Draft\n")
        #expect(at(path("Rejected")) == "Collections\n")
        let listed = try shelf.shed("ls", "Draft", "-0", in: "Poems").out
        #expect(listed == path("Draft") + [0] || listed == name + [0])
        let shown = try shelf.shed("tree", in: "Poems")
        #expect(shown.code == 0 && !shown.text.contains("\u{1b}[31m") && !shown.text.contains("new\nline"))
        let dashes = Array("--".utf8)
        #expect(try run(Array("mv".utf8), dashes, path("Draft"), Array("Ready".utf8)).code == 0)
        #expect(at(path("Ready")) == "Draft\n")
        #expect(try run(Array("rm".utf8), dashes, path("Ready")).code == 0)
        #expect(at(path("Trash")) == "Draft\n")
        #expect(try run(Array("restore".utf8), dashes, path("Trash")).code == 0)
        #expect(at(path("Ready")) == "Draft\n")
        #expect(try run(Array("accept".utf8), Array("--to".utf8), Array("Draft".utf8), dashes, path("Rejected")).code == 0)
        #expect(at(path("Draft")) == "Collections\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("status", "--json", in: "Poems").json()["clean"]?.bool == true)
        #expect(try shelf.shed("check", "--json", in: "Poems").json()["summary"]?["errors"]?.integer == 0)
        #expect(!shelf.exists("Poems/HACKED"))
    }

    /// Folders named d, each in the one before, with a file in the innermost. The shell would take half a minute of processor time for
    /// 8,000 of them: it makes the whole path anew with each `cd`.
    private static func tower(_ levels: Int, in folder: String) -> String {
        """
        (cd \(folder) && perl -e 'for (1 .. \(levels)) { mkdir "d" or die $!; chdir "d" or die $! } open F, ">leaf.txt"; print F "leaf\\n"')
        """
    }

    @Test(arguments: [(250, "Research"), (250, "Trash")])
    func `a tree is as deep as people make them, and deeper`(levels: Int, folder: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; "$SHED" allow Research both > /dev/null
            \(Self.tower(levels, in: folder))
            "$SHED" sync > /dev/null; "$SHED" accept \(folder)/d > /dev/null; for v in sync status check tree 'tree --json' 'tree -0' 'ls'; do r $v; done
            find . -name leaf.txt | wc -l
            """)
        #expect(output == "sync 0\nstatus 0\ncheck 0\ntree 0\ntree 0\ntree 0\nls 0\n1\n")
    }

    /// 8,000 folders, each in the next, took gigabytes and half a minute.
    @Test func `what is deeper than shed goes is said, and never taken for deleted`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; "$SHED" allow Research both > /dev/null
            \(Self.tower(8_000, in: "Research"))
            "$SHED" sync > /dev/null; "$SHED" accept Research/d > /dev/null 2>&1
            r sync; said 'too deep'; unsaid removed; r status; said 'too deep'; unsaid removed
            r check --format concise; said 'error.*unreadable-entry'; r tree; find . -name leaf.txt | wc -l
            """)
        #expect(output == "sync 1\nstatus 0\ncheck 1\ntree 0\n1\n")
    }

    // MARK: Links

    @Test func `links and special files are reported, and never followed, moved or opened`() throws {
        let shelf = try Shelf.withPoems()
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let place = Array("\(shelf.work)/Poems/Collections/sock".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0)
        let output = try shelf.scenario("""
            mkdir out; echo secret > out/s.txt; cd Poems; echo a > Draft/a.txt
            ln -s ../../out Draft/out; ln -s nowhere Draft/dangling; ln -s . Draft/loop; ln -s self Draft/self; ln -s /etc/passwd Draft/p.txt
            ln -s ../../out Love; mkfifo Draft/pipe Collections/pipe root.pipe
            find . -type l -o -type p -o -type s | grep -v '^./All/' | sort > $T/odd
            r sync; said 'added    Draft/a.txt'; r sync; r status; said Clean
            r check --format concise; for p in Draft/out Draft/p.txt Love; do said "$p:.*leaving-link"; done; said 'Draft/dangling:.*dangling-link'
            for p in Draft/pipe Collections/pipe Collections/sock root.pipe; do said "$p:.*special-file"; done
            for v in 'rm Draft/out' 'mv Draft/pipe Ready' 'add file Love/x.txt' 'add file Draft/out/x.txt' 'mv Draft/a.txt Draft/out' 'mv Draft/a.txt Love'; do r $v; done
            r show Draft/p.txt; unsaid root:; r show Love/s.txt; unsaid secret
            find . -type l -o -type p -o -type s | grep -v '^./All/' | sort | cmp $T/odd - && echo untouched; ls ../out; ls Draft/a.txt
            """)
        #expect(output.hasPrefix("sync 0\nsync 0\nstatus 0\ncheck 1\nrm 1\nmv 1\nadd 1\nadd 1\nmv 1\nmv 1\nshow "))
        #expect(output.hasSuffix("untouched\ns.txt\nDraft/a.txt\n"))
    }

    @Test func `a link in place of a template folder takes nothing out of the project`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            mkdir out; echo secret > out/s.txt; cd Poems; for n in a b c; do echo $n > Draft/$n.txt; done; "$SHED" sync > /dev/null
            for f in Research Trash Ready; do rmdir $f; ln -s ../out $f; done; ln -s ../out Rejected; echo x > Collections/x.txt
            r sync; r rm Draft/a.txt; r mv Draft/b.txt Research; r mv Draft/b.txt Ready; r add file Research/q.txt; r restore --all; r rm Draft/a.txt
            r empty-trash --yes; ls ../out; ls 'Rejected (shed)'; ls Draft; find . -type l ! -path './All/*' | wc -l
            """)
        #expect(output == """
            sync 1\nrm 0\nmv 1\nmv 1\nadd 1\nrestore 0\nrm 0\nempty-trash 0\ns.txt\nx.txt\nb.txt\nc.txt\n4\n
            """)
    }

    @Test func `a sidecar that is a link is none`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            mv Poems/.shed sidecar; ln -s ../sidecar Poems/.shed; find sidecar | sort > $T/before; cd Poems
            for v in status check sync ls; do r $v; said 'in no shed project'; done; r adopt . --kind poetry --yes
            cd ..; find sidecar | sort | cmp $T/before - && echo untouched
            """)
        #expect(output == "status 2\ncheck 2\nsync 2\nls 2\nadopt 1\nuntouched\n")
    }

    @Test func `a link in place of the batches is an error`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            mv Poems/.shed/ops ops; ln -s ../../ops Poems/.shed/ops; find ops | sort > $T/before; cd Poems; echo a > Draft/a.txt
            for v in status check sync 'rm Draft/a.txt'; do r $v; said '.shed/ops: it is a symbolic link'; done
            cd ..; find ops | sort | cmp $T/before - && echo untouched
            """)
        #expect(output == "status 2\ncheck 2\nsync 2\nrm 2\nuntouched\n")
    }

    @Test(arguments: [".shed/settings.toml", ".shed/project.json", ".shed/template.json"], ["mkfifo F", "ln -s /etc/passwd F", "mkdir F"])
    func `what stands in place of a file of the sidecar is neither opened nor followed`(file: String, command: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; rm -f \(file); \(command.replacing("F", with: file))
            for v in status check sync ls; do r $v; said '\(file): it is \\(not a regular file\\|a symbolic link\\)'; unsaid root:; done
            """)
        #expect(output == "status 2\ncheck 2\nsync 2\nls 2\n")
    }

    @Test(arguments: ["mkfifo .shedignore", "ln -s /etc/passwd .shedignore", "mkdir .shedignore"])
    func `what stands in place of the ignore file ignores nothing`(command: String) throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo a > Draft/a.txt; \(command); for v in status check sync; do r $v; done; r show Draft/a.txt
            """)
        // A finding: nothing is ignored, and that is said.
        #expect(output == "status 0\ncheck 1\nsync 0\nshow 0\n")
    }
}

extension Shelf {
    static func read(bytes path: [UInt8]) -> [UInt8] {
        guard let file = fopen((path + [0]).map { CChar(bitPattern: $0) }, "re") else { return [] }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        return Array(buffer[..<fread(&buffer, 1, buffer.count, file)])
    }
}

extension String {
    /// `replacing` of the standard library needs more than Glibc.
    func replacing(_ letter: Character, with text: String) -> String { map { $0 == letter ? text : String($0) }.joined() }
}
