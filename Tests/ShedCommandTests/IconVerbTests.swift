import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed icons`, without a session bus.
@Suite(.waitsForPrograms) struct `Icons for file managers` {
    @Test func `are shown, told and taken away, and no check finds them`() throws {
        let shelf = try Shelf.withPoems()
        let before = try shelf.script("find . -path ./.shed -prune -o -print | sort").text
        #expect(try shelf.shed("icons", "show", in: "Poems").code == 1)
        let planned = try shelf.shed("icons", "on", "--dry-run", in: "Poems")
        #expect(planned.code == 0 && planned.text.contains("would write Draft/.directory\n"))
        #expect(try shelf.script("find . -path ./.shed -prune -o -print | sort").text == before && !shelf.exists("../home/data/shed"))
        let done = try shelf.shed("icons", "on", in: "Poems")
        #expect(done.code == 0 && done.text.contains("wrote Draft/.directory\n"), "\(done.everything)")
        let again = try shelf.shed("icons", "on", in: "Poems")
        #expect(again.code == 0 && again.text == "All folders have their pictures already.\n")
        let shown = try shelf.shed("icons", "show", "--json", in: "Poems")
        let json = try shown.json()
        #expect(shown.code == 0 && json["on"] == .bool(true) && json["metadata"] == .bool(false))
        #expect(json["folders"]?.array?.contains { $0["path"] == "Draft" && $0["picture"] == "draft" && $0["shown"] == .bool(true) } == true)
        for words in [["check"], ["status"], ["sync"], ["check", "--format", "concise"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 0 && !result.everything.contains(".directory"), "\(words): \(result.everything)")
        }
        #expect(try shelf.shed("tree", "--json", in: "Poems").text.contains(".directory") == false)
        #expect(try shelf.shed("icons", "off", "-0", in: "Poems").text.split(separator: "\0").contains("Draft/.directory"))
        #expect(try shelf.script("find . -path ./.shed -prune -o -print | sort").text == before)
        #expect(try shelf.shed("icons", "off", in: "Poems").text == "No folder has a picture of shed’s.\n")
        #expect(!shelf.exists("../home/data/shed/icons"))
    }

    @Test func `a folder that has another is named, with exit code 1`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/.directory", "[Desktop Entry]\nIcon=folder-red\n")
        let result = try shelf.shed("icons", "on", in: "Poems")
        #expect(result.code == 1 && result.err.contains("Draft/.directory") && result.err.contains("another icon"))
        let show = try shelf.shed("icons", "show", in: "Poems")
        #expect(show.code == 1 && show.text.contains("another icon") && show.text.contains("Ready: ready\n"))
    }

    /// Neither the disk nor gio(1), which this only counts, is asked again as long as nothing of it changes.
    @Test(.enabled(if: hasSetpriv)) func `a folder in which nothing may be written is tried again once it may`() throws {
        let output = try Shelf().scenario("""
            mkdir "$T/bin"; printf '#!/bin/sh\\necho "$1" >> "%s/asked"\\n[ "$1" != info ] || echo attributes:\\n' "$T" > "$T/bin/gio"; chmod 755 "$T/bin/gio"
            export PATH="$T/bin:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere
            "$SHED" new poetry P -q --language en; cd P; chmod 555 Draft; r icons on; said Draft/.directory; [ -s "$T/asked" ] || echo 'gio was not asked'
            : > "$T/asked"; echo x > Research/x.txt; r sync; wc -l < "$T/asked"; chmod 755 Draft; r sync; ls Draft/.directory; chmod 555 Ready; r icons off
            chmod 755 Ready; r sync; find . -name .directory
            """, asNobody: true)
        #expect(output == "icons 1\nsync 0\n0\nsync 0\nDraft/.directory\nicons 1\nsync 0\n", "\(output)")
    }

    @Test(.enabled(if: hasSetpriv)) func `the pictures stay as long as it cannot be told whether another project has some`() throws {
        let output = try Shelf().scenario("""
            "$SHED" new poetry One -q --language en; one=$(ls "$T/state/projects"); "$SHED" new poetry Other -q --language en; "$SHED" -C One icons on -q; "$SHED" -C Other icons on -q
            for d in "$T"/state/projects/*; do [ "${d##*/}" = "$one" ] || chmod 000 "$d"; done; "$SHED" -C One icons off -q; echo $?; chmod u+rwx "$T"/state/projects/*
            picture=$(sed -n 's/^Icon=//p' Other/Draft/.directory); [ -f "$picture" ] && echo there; "$SHED" -C Other icons off -q; echo $?; [ -e "$picture" ] || echo gone
            """, asNobody: true)
        #expect(output == "0\nthere\n0\ngone\n", "\(output)")
    }

    /// Each is a template's symbol that shed knows.
    @Test(arguments: ["poetry", "short-story", "novel", "script", "blank", "records", "papers"]) func `every folder of every template has one`(kind: String) throws {
        let shelf = try Shelf()
        #expect(try shelf.shed("new", kind, "It", "--language", "en").code == 0)
        _ = try shelf.shed("icons", "on", in: "It")
        let folders = try #require(try shelf.shed("icons", "show", "--json", in: "It").json()["folders"]?.array)
        let tree = try #require(try shelf.shed("ls", "--json", in: "It").json().array)
        #expect(!folders.isEmpty && folders.count == tree.count && folders.allSatisfy { $0["shown"] == .bool(true) })
    }

    @Test func `a daemon keeps them up`() throws {
        let shelf = try Shelf.withPoems()
        let result = try shelf.script(
            Shelf.watched("""
                "$SHED" icons on -q
                mkdir Draft/Old; echo x > Draft/Old/x.txt
                await 'grep -q refused-waiting Rejected/.directory'
                mv Rejected/Old ..; await '[ ! -e Rejected ] || grep -q /refused.svg Rejected/.directory'
                mv Draft Drafts; rm -r Research; "$SHED" status -q
                mkdir Research; await 'grep -q glass Research/.directory'
                grep -c 'Icon=.*/draft.svg' Drafts/.directory
                "$SHED" icons off -q
                echo "a word" > Drafts/y.txt; "$SHED" sync -q; find . -name .directory
                """))
        #expect(result.text.hasSuffix("1\nended 0\n"), "\(result.everything)")
    }

    @Test(arguments: ["icons-noted", "icon-written", "icons-kept"]) func `a killed run leaves nothing that off does not take away`(point: String) throws {
        let shelf = try Shelf.withPoems()
        let before = try shelf.script("find . -path ./.shed -prune -o -print | sort").text
        #expect(try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" icons on").code != 0)
        #expect(try shelf.shed("icons", "off", in: "Poems").code == 0)
        #expect(try shelf.script("find . -path ./.shed -prune -o -print | sort").text == before)
        #expect(try shelf.shed("icons", "on", in: "Poems").code == 0)
        #expect(try shelf.script("SHED_INTERRUPT_AT=icon-removed \"$SHED\" icons off").code != 0)
        // The next change goes on with it.
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.script("find . -path ./.shed -prune -o -print | sort").text == before)
    }
}
