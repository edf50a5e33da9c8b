import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is waited for is a line of the program that watches, or of the daemon; nothing depends on how long it takes.
@Suite(.serialized, .waitsInTurn) struct `shed compile --watch` {
    /// A novel “Sea” with a chapter, and functions: `watch` begins with the options that it gets, `heard` reads up to a line that holds a
    /// word and prints that line, `save` writes a file as editors do, by another that takes its name, `stop` ends it by a signal.
    private func run(_ script: String, errors: String = "") throws -> String {
        let shelf = try Shelf()
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + #"""
            mkfifo "$T/pipe"
            watch() { "$SHED" compile --watch "$@" > "$T/pipe" 2> "$T/said" & watching=$!; exec 3< "$T/pipe"; }
            \#(ShellScript.hear)
            heard() { hear "$1"; echo "$heard"; }
            save() { cat > "$(dirname "$1")/.new~"; mv "$(dirname "$1")/.new~" "$1"; }
            stop() { kill -"$1" $watching; wait $watching; echo "ended $?"; }
            "$SHED" new novel Sea --language en > /dev/null; cd Sea; echo 'quiet = 0.1' > .shed/settings.toml
            mkdir Chapters/One; echo 'Old words.' > Chapters/One/a.md; "$SHED" sync > /dev/null

            """# + script
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.err == errors)
        return result.text
    }

    @Test func `compiles again after each change, by whatever program, and ends with Control-C`() throws {
        let output = try run("""
            watch; heard compiled
            echo 'Some newer words.' | save Chapters/One/a.md; heard compiled; grep -c newer Novel/Sea.md
            mkdir Chapters/Calm; echo 'Four words more here.' | save Chapters/Calm/b.md; heard 7
            mv Chapters/Calm Chapters/Storm; heard compiled; grep -c Storm Novel/Sea.md
            "$SHED" order Chapters/Storm --first > /dev/null; heard compiled; grep '^# ' Novel/Sea.md
            rm -r Chapters/Storm; heard compiled
            stop INT; cat "$T/said"; "$SHED" check -q; ls -d Rejected 2> /dev/null
            """)
        #expect(output == """
            compiled Novel/Sea.md (1 chapter, 2 words)
            compiled Novel/Sea.md (1 chapter, 3 words)
            1
            compiled Novel/Sea.md (2 chapters, 7 words)
            compiled Novel/Sea.md (2 chapters, 7 words)
            1
            compiled Novel/Sea.md (2 chapters, 7 words)
            # Chapter 1: Storm
            # Chapter 2: One
            compiled Novel/Sea.md (1 chapter, 3 words)
            ended 0
            shed: it goes on after each change, until Control-C

            """)
    }

    @Test func `says what was left out where that leaves nothing to compile`() throws {
        let output = try run("""
            rm -r Chapters/One; "$SHED" sync > /dev/null; echo 'Before.' > Chapters/Prologue.md
            watch; await 'grep -q "no text" "$T/said"'
            mkdir Chapters/Two; echo 'Two words.' > Chapters/Two/b.md; heard compiled
            stop TERM; grep -n -e Prologue -e 'no text' "$T/said" | cut -d : -f 1-3
            """)
        #expect(output.hasPrefix("compiled Novel/Sea.md (1 chapter, 2 words)\nended 0\n2:shed: Chapters/Prologue.md\n3:shed: there is no text to compile\n"), "\(output)")
    }

    @Test func `says at once of a text that is refused that it does not go in, and says it once`() throws {
        let output = try run("""
            watch; heard compiled
            echo 'Before.' > Chapters/Prologue.md; await 'grep -q Prologue "$T/said"'
            echo 'Some newer words.' | save Chapters/One/a.md; heard compiled
            rm Chapters/One/a.md; await 'grep -q "no text" "$T/said"'
            echo 'After.' > Chapters/Epilogue.md; await 'grep -q Epilogue "$T/said"'
            stop TERM; tail -1 "$T/said" | cut -d : -f 1-2; grep -c Prologue "$T/said"
            """)
        #expect(output == """
            compiled Novel/Sea.md (1 chapter, 2 words)
            compiled Novel/Sea.md (1 chapter, 3 words)
            ended 0
            shed: Chapters/Epilogue.md
            2

            """, "once when it came, and once for why nothing was left to compile")
    }

    @Test func `says it with --json too, and with a failure what was left out`() throws {
        let output = try run("""
            watch --json; heard compiled > /dev/null
            echo 'Before.' > Chapters/Prologue.md; heard '"event":"left"'
            rm Chapters/One/a.md; heard failed; stop TERM
            """)
        let lines = output.split(separator: "\n")
        try #require(lines.count == 3 && lines[2] == "ended 0", "\(output)")
        for line in lines.prefix(2) {
            let value = try JSONParser.parse(Array(line.utf8))
            let left = value["left"]?.array ?? []
            #expect(left.map { $0["path"]?.string } == ["Chapters/Prologue.md"] && left.first?["reason"]?.string == "refused" && value["time"]?.string != nil, "\(value)")
        }
    }

    @Test func `says what goes wrong and goes on, by the profile too`() throws {
        let output = try run("""
            watch; heard compiled
            mkdir .shed/profiles; echo 'width = "far"' | save .shed/profiles/manuscript.toml; await 'grep -q manuscript.toml "$T/said"'
            echo 'end = "FIN"' | save .shed/profiles/manuscript.toml; heard compiled; tail -1 Novel/Sea.md
            echo 'quiet = "ever"' | save .shed/settings.toml; await 'grep -q settings.toml "$T/said"'
            echo 'quiet = 0.1' | save .shed/settings.toml; echo '[[Nowhere]]' | save Chapters/One/a.md; heard compiled
            await 'grep -q Nowhere "$T/said"'; mkdir -p Scenes; echo 'It is here now.' | save Scenes/Nowhere.md; heard compiled
            rm -r Chapters/One; await 'grep -q "no text to compile" "$T/said"'; grep -c 'here now' Novel/Sea.md
            stop TERM
            """)
        #expect(output == """
            compiled Novel/Sea.md (1 chapter, 2 words)
            compiled Novel/Sea.md (1 chapter, 2 words)
            FIN
            compiled Novel/Sea.md (1 chapter, 1 word)
            compiled Novel/Sea.md (1 chapter, 4 words)
            1
            ended 0

            """)
    }

    @Test func `an edit of what was compiled waits for the next change, and is kept`() throws {
        let output = try run("""
            watch; heard compiled
            echo 'Mine.' >> Novel/Sea.md; echo 'Some newer words.' | save Chapters/One/a.md; heard compiled
            await 'grep -q Rejected "$T/said"'; tail -1 Rejected/Sea.md; grep newer Novel/Sea.md; stop TERM
            """)
        #expect(output == "compiled Novel/Sea.md (1 chapter, 2 words)\ncompiled Novel/Sea.md (1 chapter, 3 words)\nMine.\nSome newer words.\nended 0\n")
    }

    /// pandoc, or what stands in its place here, would go on for minutes.
    @Test(arguments: ["INT", "TERM"]) func `a signal ends the program that makes a document too, and nothing of it is left`(signal: String) throws {
        let output = try run("""
            mkdir "$T/bin"; printf '#!/bin/sh\\n: > started; exec sleep 1000\\n' > "$T/bin/pandoc"; chmod +x "$T/bin/pandoc"; PATH="$T/bin:$PATH"
            watch --to docx; await 'find "$T" -name started | grep -q .'; stop \(signal)
            cat "$T/said"; ls Novel; find "$T" -name 'compile-*'
            """)
        #expect(output == "ended 0\nshed: it goes on after each change, until Control-C\n")
    }

    @Test func `with --json each compilation is one value a line, and so is a failure`() throws {
        let output = try run("""
            watch --json --to md,html; heard compiled > "$T/first"
            mkdir .shed/profiles; echo 'width = "far"' | save .shed/profiles/manuscript.toml; heard failed > "$T/second"
            rm .shed/profiles/manuscript.toml; echo 'Some newer words.' | save Chapters/One/a.md; heard '"words":3' > "$T/third"
            stop INT; cat "$T/said" "$T/first" "$T/second" "$T/third"
            """)
        let lines = output.split(separator: "\n")
        try #require(lines.count == 4 && lines[0] == "ended 0", "\(output)")
        let values = try lines.dropFirst().map { try JSONParser.parse(Array($0.utf8)) }
        #expect(values.map { $0["event"]?.string } == ["compiled", "failed", "compiled"])
        #expect(values[0]["files"]?.array?.map { $0["path"]?.string } == ["Novel/Sea.md", "Novel/Sea.html"])
        #expect(values[0]["files"]?.array?.first?["fate"]?.string == "made" && values[2]["files"]?.array?.first?["fate"]?.string == "replaced")
        #expect(values[1]["message"]?.string?.contains("manuscript.toml") == true && values[0]["time"]?.string != nil)
    }

    @Test func `writes a file outside of the project, and replaces nothing there that it has not written`() throws {
        let output = try run("""
            watch --output ../sea.html; heard compiled | sed "s:$T:T:"
            echo 'Some newer words.' | save Chapters/One/a.md; heard compiled > /dev/null; grep -c newer ../sea.html
            echo 'Mine.' > ../sea.html; echo 'Newest words.' | save Chapters/One/a.md; await 'grep -q sea.html "$T/said"'; cat ../sea.html
            rm ../sea.html; echo 'The last of all words.' | save Chapters/One/a.md; heard compiled > /dev/null; grep -c last ../sea.html
            stop INT; ls Novel; "$SHED" compile --watch --output ../sea.html 2> /dev/null; echo $?
            """)
        #expect(output == "compiled T/work/sea.html (1 chapter, 2 words)\n1\nMine.\n1\nended 0\n2\n")
    }

    @Test func `and the daemon do not stand in each other's way`() throws {
        let output = try run("""
            printf 'quiet = 0.1\\n[compile]\\nauto = true\\n' > .shed/settings.toml
            begin "$SHED" watch --json; watch; heard Novel/Sea.md
            for word in one two three four five; do echo "It says $word." | save Chapters/One/a.md; heard Novel/Sea.md > /dev/null; grep -c "says $word" Novel/Sea.md; done
            stop INT; cat "$T/said"; "$SHED" check -q; end; ls -d Rejected 2> /dev/null; grep -c '"failed"' "$T/log"
            """)
        #expect(output == """
            compiled Novel/Sea.md (1 chapter, 2 words)
            1
            1
            1
            1
            1
            ended 0
            shed: it goes on after each change, until Control-C
            ended 0
            0

            """)
    }

    /// Killed in the midst of writing anew, the next verb finishes what was begun or takes it back.
    @Test(arguments: ["sealed", "taken-in", "placed", "set"]) func `loses nothing where it is killed`(point: String) throws {
        let output = try run("""
            "$SHED" compile > /dev/null; export SHED_INTERRUPT_AT=\(point)
            watch; heard 'up to date'; unset SHED_INTERRUPT_AT
            echo 'Some newer words.' | save Chapters/One/a.md; wait $watching 2> /dev/null; echo "ended $?"
            "$SHED" compile > /dev/null; grep -c newer Novel/Sea.md; "$SHED" check -q; ls Novel; ls -d Rejected 2> /dev/null; find .shed/staging -type f 2> /dev/null
            """)
        #expect(output == "Novel/Sea.md is up to date\nended 137\n1\nSea.md\n")
    }

    @Test func `has no place beside what writes nothing`() throws {
        let output = try run(#"for options in --list --dry-run "--output -"; do "$SHED" compile --watch $options 2> /dev/null; echo $?; done"#)
        #expect(output == "2\n2\n2\n")
    }
}
