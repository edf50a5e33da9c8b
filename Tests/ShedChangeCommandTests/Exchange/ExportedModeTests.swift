import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Permissions in exports` {
    private static let modes = "find Draft -mindepth 1 -printf '%P %m\\n' | sort"

    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        let made = try shelf.script("""
            set -e; umask 022; "$SHED" allow Draft both -q; "$SHED" add folder Draft/Private -q; chmod 700 Draft/Private
            printf 'echo\\n' > Draft/run.sh; printf 'key\\n' > Draft/secret.txt; printf 'read\\n' > Draft/read.txt; printf 'in\\n' > Draft/Private/in.txt; printf 'x\\n' > Draft/plain.txt
            chmod 755 Draft/run.sh; chmod 600 Draft/secret.txt; chmod 444 Draft/read.txt; "$SHED" sync -q
            """)
        try #require(made.code == 0, "\(made.everything)")
        return shelf
    }

    @Test(arguments: ["zip", "tree"])
    func `come back, in a new project and in one that is there`(form: String) throws {
        let shelf = try shelf()
        let before = try shelf.script(Self.modes).text
        #expect(before == "Private 700\nPrivate/in.txt 644\nplain.txt 644\nread.txt 444\nrun.sh 755\nsecret.txt 600\n")
        try #require(try shelf.shed("export", "--\(form)", "../out", in: "Poems").code == 0)
        try #require(try shelf.script("umask 022; \"$SHED\" import out Again -q", in: ".").code == 0)
        #expect(try shelf.script(Self.modes, in: "Again").text == before)
        try #require(try shelf.shed("export", "Draft", "--\(form)", "../part", in: "Poems").code == 0)
        try #require(try shelf.shed("new", "blank", "Other").code == 0)
        let into = try shelf.script("umask 022; \"$SHED\" import ../part --to . -q", in: "Other")
        try #require(into.code == 0, "\(into.everything)")
        #expect(try shelf.script(Self.modes, in: "Other").text == before)
        #expect(try shelf.shed("check", in: "Other").code == 0)
    }

    @Test func `of an archive are those that unzip gives, and a folder can be read by nobody else`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("export", "--tree", "../out", in: "Poems").code == 0)
        #expect(try shelf.script("find . -perm /077", in: "out").text == "")
        #expect(try shelf.script("find files -name '*.sh' -perm 700", in: "out").text == "files/Draft/run.sh\n")
        try #require(try shelf.shed("export", "--zip", "../out.zip", in: "Poems").code == 0)
        let unpacked = try shelf.script("command -v unzip >/dev/null || exit 0; umask 022; mkdir u; cd u; unzip -q ../out.zip; stat -c %a files/Draft/run.sh files/Draft/secret.txt", in: ".")
        #expect(unpacked.text == "755\n600\n" || unpacked.text.isEmpty, "\(unpacked.everything)")
    }

    @Test func `of unknown origin give nobody more than the umask, and leave one's own files readable`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("export", "--tree", "../out", in: "Poems").code == 0)
        let set = { (mode: String) in "sed -i 's/\"mode\":\"[0-7]*\"/\"mode\":\"\(mode)\"/' manifest.json" }
        try #require(try shelf.script(set("000"), in: "out").code == 0)
        try #require(try shelf.script("umask 022; \"$SHED\" import out None -q", in: ".").code == 0)
        #expect(try shelf.script(Self.modes, in: "None").text.contains("Private 700\nPrivate/in.txt 400\n"))
        try #require(try shelf.script(set("777"), in: "out").code == 0)
        try #require(try shelf.script("umask 027; \"$SHED\" import out All -q", in: ".").code == 0)
        #expect(try shelf.script(Self.modes, in: "All").text.contains("Private 750\nPrivate/in.txt 750\n"))
        for wrong in ["4755", "9", "-rw", "0x7"] {
            let copy = try shelf.script("rm -rf ../bad; cp -r . ../bad; cd ../bad; \(set(wrong))", in: "out")
            try #require(copy.code == 0, "\(copy.everything)")
            let refused = try shelf.shed("import", "bad", "Bad")
            #expect(refused.code == 2 && refused.err.contains("mode"), "\(wrong) \(refused.everything)")
        }
    }
}
