import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// Two devices with a daemon each, and a real Syncthing between them.
    @Suite(.serialized, Replicas.inSlowRuns)
    struct `Syncthing between two replicas` {
        @Test func `what people do on either device comes to the other with its ID`() throws {
            let replicas = try Replicas("poetry", "echo one > Draft/Ode.txt; echo two > Draft/Elegy.txt; mkdir Collections/Book; echo three > Collections/Book/Poem.txt")
            let before = try replicas.one.ids()
            try replicas.one.shelf.must("allow", "Draft", "both")
            try replicas.one.shelf.sh("mkdir Draft/Part Draft/Many; echo 1 > Draft/Part/one.txt; for i in $(seq 150); do echo $i > Draft/Many/$i.txt; done")
            try replicas.two.shelf.sh("mv Draft/Ode.txt Ready/; mv Collections/Book Collections/Livre; echo new > Draft/New.txt")
            try replicas.agree()
            let amid = try replicas.one.ids()
            #expect(amid["Ready/Ode.txt"] == before["Draft/Ode.txt"] && amid["Collections/Livre/Poem.txt"] == before["Collections/Book/Poem.txt"])
            try replicas.two.shelf.sh("mv Draft/Many Draft/Few; rm Draft/Few/?.txt; echo more >> Draft/Part/one.txt")
            try replicas.one.shelf.sh("rm -r Draft/Part; rm Draft/Elegy.txt")
            try replicas.finish(["Ready/Ode.txt": "one\n", "Draft/Few/150.txt": "150\n", "Draft/New.txt": "new\n"])
            let after = try replicas.one.ids()
            #expect(after["Draft/Few/150.txt"] == amid["Draft/Many/150.txt"])
            #expect(try !replicas.one.shelf.sh("ls").contains("Rejected"))
        }

        @Test func `a folder that comes before the batch that allows it is left until that comes`() throws {
            let replicas = try Replicas("poetry", "echo one > Draft/Ode.txt")
            // Two devices that write.
            replicas.two.shelf.makeFile("Work/Draft/Two.txt", "2\n")
            try replicas.agree()
            try replicas.withoutBatches {
                try replicas.one.shelf.must("allow", "Draft", "both")
                try replicas.one.shelf.sh("mkdir -p Draft/Part; echo 1 > Draft/Part/one.txt")
                try replicas.wait("it waits") { try replicas.two.shelf.shed("status").text.contains("carrier-arrival") }
            }
            try replicas.finish(["Draft/Part/one.txt": "1\n"])
            #expect(try !replicas.two.shelf.shed("log").text.contains("Rejected"))
        }

        @Test func `what both change while they are apart is all there, and the conflict copy is a new file`() throws {
            let replicas = try Replicas("poetry", "echo one > Draft/Ode.txt; echo two > Draft/Elegy.txt; echo three > Draft/Sonnet.txt; echo four > Draft/Haiku.txt")
            let before = try replicas.one.ids()
            try replicas.apart {
                try replicas.one.shelf.sh("echo 'by one' >> Draft/Ode.txt; mv Draft/Elegy.txt Ready/; mv Draft/Sonnet.txt Draft/A.txt; echo a > Draft/Both.txt; mkdir Magazines/M; echo a > Magazines/M/a")
                try replicas.two.shelf.sh("echo 'by the other' >> Draft/Ode.txt; echo more >> Draft/Haiku.txt; mv Draft/Sonnet.txt Draft/B.txt; echo bb > Draft/Both.txt; mkdir Magazines/M; echo b > Magazines/M/b")
                try replicas.one.shelf.sh("rm Draft/Haiku.txt")
            }
            try replicas.finish(["Ready/Elegy.txt": "two\n", "Draft/Haiku.txt": "four\nmore\n", "Magazines/M/a": "a\n", "Magazines/M/b": "b\n"])
            let after = try replicas.one.ids()
            #expect(after["Draft/Ode.txt"] == before["Draft/Ode.txt"] && after["Ready/Elegy.txt"] == before["Draft/Elegy.txt"])
            #expect([after["Draft/A.txt"], after["Draft/B.txt"]].contains(before["Draft/Sonnet.txt"]))
            let copies = after.keys.filter { $0.contains(".sync-conflict-") }
            #expect(copies.count == 2 && Set(after.values).count == after.count, "\(copies)")
            let texts = try replicas.one.shelf.sh("cat Draft/*")
            for text in ["by one", "by the other", "a", "bb", "three"] { #expect(texts.split(separator: "\n").contains(Substring(text)), "\(text)") }
        }

        @Test func `what was moved comes before its batch, with another in its place, edited, or new`() throws {
            let replicas = try Replicas("poetry", "echo one > Draft/Ode.txt; echo two > Draft/Elegy.txt; mkdir Collections/Book; echo three > Collections/Book/Poem.txt")
            replicas.two.shelf.makeFile("Work/Draft/Two.txt", "2\n")
            try replicas.agree()
            let before = try replicas.one.ids()
            try replicas.withoutBatches {
                for script in [
                    "mv Draft/Ode.txt 'Draft/Ode 1.txt'; mv Draft/Elegy.txt 'Draft/Elegy 2.txt'; echo new > Draft/Untitled.txt; mv Collections/Book Collections/Livre",
                    "echo other > Draft/Ode.txt; echo more >> 'Draft/Elegy 2.txt'; mv Draft/Untitled.txt Draft/Rose.txt; echo more >> Collections/Livre/Poem.txt",
                    "mkdir Collections/Book; echo other > Collections/Book/Poem.txt",
                ] {
                    try replicas.one.shelf.sh(script)
                    try replicas.wait("it is taken in") { try replicas.one.isClean() }
                }
                try replicas.wait("the files are there") {
                    try replicas.one.shelf.run("diff", ["-rq", "-x", ".shed", "-x", ".stignore", replicas.one.shelf.project, replicas.two.shelf.project], in: "/").code == 0
                        && replicas.two.isClean()
                }
            }
            try replicas.finish(["Draft/Ode.txt": "other\n", "Draft/Elegy 2.txt": "two\nmore\n", "Draft/Rose.txt": "new\n", "Collections/Livre/Poem.txt": "three\nmore\n"])
            let after = try replicas.two.ids()
            #expect(after["Draft/Ode 1.txt"] == before["Draft/Ode.txt"] && after["Draft/Elegy 2.txt"] == before["Draft/Elegy.txt"])
            #expect(after["Collections/Livre"] == before["Collections/Book"] && after["Collections/Livre/Poem.txt"] == before["Collections/Book/Poem.txt"])
        }

        @Test func `collections and records come with their IDs`() throws {
            let replicas = try Replicas("records", #"mkdir Books; for i in $(seq 20); do echo "{\"title\":\"$i\"}" > Books/$i.json; done"#)
            let before = try replicas.one.ids()
            try replicas.one.shelf.must("record", "set", "Books/1.json", "title=changed")
            try replicas.two.shelf.must("record", "new", "Books", "title=another")
            try replicas.two.shelf.sh(#"mkdir Films; echo '{"title":"f"}' > Films/f.json"#)
            try replicas.agree()
            try replicas.one.shelf.must("rename", "Films", "Movies")
            try replicas.apart {
                try replicas.one.shelf.must("record", "set", "Books/2.json", "title=one")
                try replicas.two.shelf.must("record", "set", "Books/2.json", "title=other")
            }
            try replicas.finish()
            let after = try replicas.one.ids()
            #expect(after["Books/2.json"] == before["Books/2.json"] && after["Movies/f.json"] != nil)
            #expect(after.keys.contains { $0.hasPrefix("Books/2.sync-conflict-") })
        }

        @Test(arguments: ["Bundles", "Docs/Finals/Integration"])
        func `a PDF that comes before the other device made a bundle of it leaves nothing`(folder: String) throws {
            let replicas = try Replicas("papers", "mkdir -p Docs/Finals/Integration")
            replicas.two.shelf.makeDirectory("Work/Docs/Two")
            try replicas.agree()
            let pdf = TestPDF((1...3).map { TestPDF.Page(["Page \($0)"]) })
            try replicas.withoutBatches {
                replicas.one.shelf.makeFile("Work/\(folder)/Calculus.pdf", String(decoding: pdf.bytes, as: UTF8.self))
                try replicas.wait("a bundle is made of it") { try !replicas.one.shelf.sh("ls \(folder)").contains("Calculus.pdf") && replicas.one.isClean() }
                try replicas.wait("what became of it is there, and taken in or left") {
                    guard try replicas.two.shelf.sh("ls Bundles/*/display.pdf \(folder) | grep -c Calculus || true") >= (folder == "Bundles" ? "2" : "4") else { return false }
                    return try replicas.two.isClean() || replicas.two.shelf.shed("status").text.contains("carrier-arrival")
                }
            }
            try replicas.finish()
            let names = try replicas.two.shelf.sh("find . -name .shed -prune -o -name .stfolder -prune -o -type f -print | sort; ls")
            let log = try replicas.two.shelf.shed("log").text
            #expect(!names.contains("Rejected") && !names.contains("(2)"), "\(names)\(log)")
        }
    }
}
