import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// The script that git carries out.
@Suite struct GitHookTests {
    private static let odd = ["Poems", "It's 100% $x & `co`", "-n", "a\nb", "ä \"b\" \\", "$(touch owned)", "'; touch owned; '"]

    private func hook(_ occasion: GitHook.Occasion, _ program: String, _ projects: [String]) -> GitHook {
        GitHook(occasion, program: Array(program.utf8), projects: projects.sorted().map { RelativePath([Name($0)]) }.sorted())
    }

    @Test(arguments: GitHook.Occasion.allCases) func `it is read back as it was written, and nothing else is taken for it`(occasion: GitHook.Occasion) {
        let whole = hook(occasion, "/opt/it's/shed", Self.odd)
        #expect(GitHook(occasion, reading: whole.bytes) == whole)
        let atTop = GitHook(occasion, program: Array("/shed".utf8), projects: [.root])
        #expect(GitHook(occasion, reading: atTop.bytes) == atTop)
        let bytes = atTop.bytes
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= 1
            // Of another program or project it may be; of other commands it is none.
            if let read = GitHook(occasion, reading: changed) { #expect(read.bytes == changed) }
            #expect(GitHook(occasion, reading: Array(bytes[..<position])) == nil)
        }
        #expect(GitHook(occasion, reading: bytes + Array("rm -rf x\n".utf8)) == nil)
        #expect(GitHook(occasion, reading: Array(String(decoding: bytes, as: UTF8.self).replacing("exit 0\n", with: "touch x\nexit 0\n").utf8)) == nil)
        #expect(GitHook(occasion, reading: [UInt8](repeating: 0x27, count: 1 << 20)) == nil)
    }

    @Test func `it is asked for a merge, a checkout of a branch and a rebase, and names of projects are nothing to the shell`() throws {
        let shelf = try Shelf()
        try shelf.shell("mkdir tree; printf '#!/bin/sh\\nprintf \"%%s|\" \"$@\" >> ../asked; exit 1\\n' > 'it'\\''s'; chmod +x 'it'\\''s'")
        for name in Self.odd {
            let path = shelf.path + "/tree/" + name
            mkdir(path, 0o755)
            mkdir(path + "/.shed", 0o755)
            _ = fopen(path + "/.shed/project.json", "we").map(fclose)
        }
        func ran(_ occasion: GitHook.Occasion, _ arguments: String, _ projects: [String]) throws -> String {
            let bytes = hook(occasion, shelf.path + "/it's", projects).bytes
            let file = try #require(fopen(shelf.path + "/hook", "we"))
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
            return try shelf.shell("rm -f asked; chmod +x hook; cd tree; ../hook \(arguments) < /dev/null; echo $?; cat ../asked 2> /dev/null || :; ls -d owned 2> /dev/null || :")
        }
        let all = Self.odd.map { RelativePath([Name($0)]) }.sorted().map { "-C|./\(String(decoding: $0.bytes, as: UTF8.self))|check|--quiet|" }.joined()
        #expect(try ran(.merge, "0", Self.odd) == "0\n" + all)
        #expect(try ran(.checkout, "a b 1", Self.odd) == "0\n" + all)
        #expect(try ran(.checkout, "a b 0", Self.odd) == "0\n")
        #expect(try ran(.rewrite, "rebase", Self.odd) == "0\n" + all)
        #expect(try ran(.rewrite, "amend", Self.odd) == "0\n")
        // A project that is not there on this branch, and a program that is gone.
        #expect(try ran(.merge, "0", ["Gone", "Poems"]) == "0\n-C|./Poems|check|--quiet|")
        try shelf.shell("rm 'it'\\''s'")
        #expect(try ran(.merge, "0", ["Poems"]) == "0\n")
    }
}
