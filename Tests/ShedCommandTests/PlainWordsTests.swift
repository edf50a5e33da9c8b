import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Small things that a person trips over are said in words that help.
@Suite(.waitsForPrograms) struct `What is said to a person` {
    @Test func `tells apart names that look the same`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Mu\u{308}ll.txt", "m\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let renamed = try shelf.shed("rename", "Draft/Mu\u{308}ll.txt", "M\u{fc}ll.txt", in: "Poems")
        #expect(renamed.code == 0 && renamed.text.contains("the same letters") && renamed.text.contains("NFC"), "\(renamed)")
        #expect(try shelf.shed("log", in: "Poems").text.contains("NFC"))
        let undone = try shelf.shed("undo", "--yes", in: "Poems").text
        #expect(undone.contains("NFD"), "\(undone)")
        try shelf.shellDone("mv Poems/Draft/M*ll.txt Poems/Draft/$(printf 'M\\303\\274ll.txt')")
        #expect(try shelf.shed("status", in: "Poems").text.contains("NFC"))
        #expect(try !shelf.shed("rename", "Draft/M\u{fc}ll.txt", "Other.txt", in: "Poems").text.contains("letters"))
    }

    @Test func `of a name that begins with a dash is how to write it`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/-x", "x\n")
        for words in [["mv", "-x", "../Ready"], ["rm", "-x"], ["show", "-x"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems/Draft")
            #expect(result.code == 2 && result.err.contains("write './-x', or put '--' before it"), "\(words) \(result.err)")
        }
        #expect(try !shelf.shed("mv", "-n", in: "Poems").err.contains("'--' before it"))
        #expect(try shelf.shed("mv", "./-x", "../Ready", in: "Poems/Draft").code == 0)
    }

    @Test func `of a watch of nothing is how a project comes to be known`() throws {
        let shelf = try Shelf()
        let watched = try shelf.shell("""
            \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
            : > ../log
            '\(ShedProgram.path)' watch > ../log 2>&1 & daemon=$!
            await 'grep -q "nothing to watch" ../log'
            kill -TERM $daemon; wait $daemon; cat ../log
            """).text
        #expect(watched.contains("nothing to watch") && watched.contains("shed new KIND NAME") && watched.contains("shed trust DIR"), "\(watched)")
    }

    @Test func `of whose a project is names the very list that may be changed, and what in it is not there`() throws {
        let shelf = try Shelf.withPoems()
        try shelf.shellDone("mkdir -p ../conf/shed; echo 'safe-directories = [\"/nonexistent/Poems\"]' > ../conf/shed/config.toml; chmod 700 ../conf ../conf/shed; chmod 600 ../conf/shed/config.toml")
        // Another user works here than the one whose it is, where this may become one.
        let result = try shelf.shell("""
            [ "$(id -u)" = 0 ] || exit 77
            chown -R 65534 Poems; XDG_CONFIG_HOME="$PWD/../conf" '\(ShedProgram.path)' -C Poems sync
            """)
        let list = "\(shelf.path)/conf/shed/config.toml"
        #expect(
            result.code == 77
                || result.code == 2 && result.err.contains("config.toml") && result.err.replacing("/work/..", with: "").contains(list)
                    && result.err.contains("lists what is not there: /nonexistent/Poems"), "\(result)")
    }

    @Test func `of trust is which folders are Trash and Rejected, and whether they are confirmed`() throws {
        let shelf = try Shelf.withPoems()
        let known = try shelf.shed("trust", "Poems", "-n").text
        #expect(known.contains("trash     Poems/Trash, confirmed\n") && known.contains("rejected  none yet"), "\(known)")
        try shelf.shellDone("touch Poems/.stfolder; cp -a Poems Clone; rmdir Clone/Trash")
        let clone = try shelf.shed("trust", "Clone", "-n").text
        #expect(clone.contains("trash     not here, though .shed has it, which trusting it confirms"), "\(clone)")
        let json = try shelf.shed("trust", "Poems", "-n", "--json").json()
        #expect(json["shelters"]?.array?.map { $0["confirmed"]?.bool } == [true, false])
    }
}
