import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is hidden or ignored has no ID. It neither gets one by an import nor goes unsaid.
@Suite(.waitsForPrograms) struct `Hidden and ignored files of imports and exports` {
    @Test func `an import leaves them behind and says so, and nothing is missed afterwards`() throws {
        let shelf = try Shelf()
        let made = try shelf.script("""
            mkdir -p Life/Letters Life/.secret; for f in A.docx Letters/B.docx Letters/~\\$B.docx Letters/Thumbs.db .secret/C.docx .DS_Store; do echo x > "Life/$f"; done
            "$SHED" import Life Mine --yes
            """, in: ".")
        #expect(made.code == 0 && made.text.contains("imported 2 files"), "\(made.everything)")
        #expect(made.err.contains("2 files and folders stay behind that this project ignores (Letters/Thumbs.db; Letters/~$B.docx)"), "\(made.everything)")
        #expect(made.err.contains("1 hidden file or folder stays behind (.secret)"), "\(made.everything)")
        #expect(!shelf.exists("Mine/Letters/Thumbs.db") && shelf.exists("Mine/Letters/B.docx"))
        #expect(try shelf.shed("status", "--all", in: "Mine").text.hasPrefix("Clean.\n"))
        #expect(try shelf.shed("check", in: "Mine").code == 0)
    }

    @Test func `no folder is made for what is ignored at the root of a source`() throws {
        let shelf = try Shelf()
        let made = try shelf.script("mkdir -p Life/Letters; for f in Letters/B.docx Thumbs.db; do echo x > Life/$f; done; \"$SHED\" import Life Mine", in: ".")
        #expect(made.code == 0 && made.err.contains("1 file or folder stays behind that this project ignores (Thumbs.db)"), "\(made.everything)")
        #expect(!made.err.contains("root") && shelf.exists("Mine/Letters/B.docx") && !shelf.exists("Mine/Life"), "\(made.everything)")
    }

    @Test func `what the project's own patterns cover stays behind too, also of an export whose .shedignore says so`() throws {
        let shelf = try Shelf.withPoems()
        let told = try shelf.script("""
            mkdir -p ../Docs/Sub; for f in a.docx b.log Sub/c.docx; do echo x > "../Docs/$f"; done
            echo '*.log' > .shedignore; echo 'Sub/' >> .shedignore; "$SHED" add folder Box -q; "$SHED" allow Box both -q; "$SHED" import ../Docs --to Box --yes; "$SHED" status --all
            """)
        #expect(told.err.contains("stay behind that this project ignores (Box/Sub; Box/b.log)"), "\(told.everything)")
        #expect(told.text.contains("\nClean.\n"), "\(told.everything)")
        let back = try shelf.script("""
            printf 'Rain\\n' > Draft/Sea.txt; "$SHED" sync -q; "$SHED" export --tree ../out -q; cd ../out; mv files/Draft/Sea.txt files/Draft/Sea.log
            sed -i 's/Sea[.]txt/Sea.log/g' manifest.json; cd ..; "$SHED" import out Again; "$SHED" -C Again status --all
            """)
        #expect(back.err.contains("1 file or folder stays behind that this project ignores (Draft/Sea.log)"), "\(back.everything)")
        #expect(back.text.contains("\nClean.\n") && !shelf.exists("Again/Draft/Sea.log"), "\(back.everything)")
    }

    @Test func `an export and a backup say that they are not in it`() throws {
        let shelf = try Shelf.withPoems()
        let told = try shelf.script("""
            mkdir ../backups Draft/.old; echo '*.log' > .shedignore; for f in .note Draft/.old/x Draft/a.log Draft/.a.swp Draft/Thumbs.db; do echo x > "$f"; done
            "$SHED" export --backup ../backups; "$SHED" export --zip ../all.zip --json; "$SHED" export Draft --zip ../part.zip; "$SHED" export --tree ../tree -q
            """)
        #expect(told.code == 0 && told.err == "", "\(told.everything)")
        #expect(told.text.contains("\n3 hidden or ignored files and folders are not in it (.note; Draft/.old; Draft/a.log)\n"), "\(told.everything)")
        #expect(told.text.contains("\"unseen\":3") || told.text.contains("\"unseen\": 3"), "\(told.everything)")
        #expect(told.text.contains("2 hidden or ignored files and folders are not in it (Draft/.old; Draft/a.log)\n"), "\(told.everything)")
    }
}
