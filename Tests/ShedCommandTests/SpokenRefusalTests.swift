import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Why a verb did not do something, in the language of who runs it: what programs really print.
@Suite(.waitsForPrograms) struct `The language of a refusal` {
    private func run(_ shelf: Shelf, _ locale: String, _ words: String, in directory: String) throws -> RunResult {
        let script = "export SHED='\(ShedProgram.path)' LC_ALL='\(locale)'; cd '\(directory)'; \"$SHED\" \(words) < /dev/null"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
    }

    /// - Returns: the first line that a command says on stderr, without `shed: `.
    private func refusal(_ shelf: Shelf, _ locale: String, _ words: String, in directory: String = "Poems") throws -> String {
        let result = try run(shelf, locale, words, in: directory)
        #expect(result.code != 0, "\(words)")
        return String(result.err.dropFirst("shed: ".count).prefix { $0 != "\n" })
    }

    /// Commands that a writer mistypes in “Poems”, with what is said in German.
    private static let slips: [(words: String, german: String)] = [
        ("find Winter", "Kein Name enthält das; „shed find --text Winter“ sucht in den Dateien."),
        ("find --tag nein", "den Tag „nein“ gibt es nicht. „shed tag list“ zeigt, was es gibt."),
        ("find --var nein", "die Variable „nein“ gibt es nicht. „shed var list“ zeigt, was es gibt."),
        ("find --newer blah", "--newer: „blah“ ist keine Zeit. Eine Spanne wie 30min, 12h, 2d oder 3w schreiben, ein Datum wie 2026-11-21 oder „2026-11-21 18:30“, today (heute) oder yesterday (gestern)."),
        ("find --larger viel", "--larger: „viel“ ist keine Größe. Eine Zahl von Bytes schreiben, auch mit k, M, G oder T dahinter, wie 10k."),
        ("find --id nein", "„nein“ ist keine ID. „shed show PFAD“ zeigt eine."),
        ("find --text ''", "--text enthält kein Wort. Sagen, was gesucht wird."),
        ("log nix", "nix: Nichts mit diesem Pfad ist hier oder im Verlauf. „shed log“ ohne Pfad zeigt alles; die ID einer Datei oder eines Ordners findet sie unter jedem Namen."),
        ("tag add schön Draft/Ode.txt", "den Tag „schön“ gibt es nicht. „shed tag list“ zeigt, was es gibt. Mit --create wird er angelegt."),
        ("tag add Ode", "keine Datei und kein Ordner ist genannt. Welche nennen; in einem Projekt mit Papieren sagen --tag, --var, --in und --of, welche Seiten."),
        ("tag new a/b/c", "„b/c“ kann nicht der Name eines Tags sein: enthält „/“, das zwischen Gruppe und Tag steht. Einen anderen Namen wählen."),
        ("tag new Rot --hue blu", "„blu“ ist keine Farbe. Gemeint ist vielleicht „blue“."),
        ("var set rating=5 Draft", "die Variable „rating“ gibt es nicht. „shed var list“ zeigt, was es gibt."),
        ("relink Draft/Ode.txt", "Entweder nennen, was da ist, und die ID des Vermissten, oder --likely."),
        ("mv Draft/Ode.txt", "Nennen, was verschoben wird, und wohin."),
        ("new nein Drama --in ..", "eine Art von Projekt namens „nein“ gibt es nicht."),
    ]

    @Test func `is that of who mistypes a word`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        for slip in Self.slips {
            let said = try refusal(shelf, "de_DE.UTF-8", slip.words)
            #expect(slip.words.hasPrefix("new nein") ? said.hasPrefix(slip.german) : said == slip.german, "\(slip.words): \(said)")
        }
    }

    @Test(arguments: [
        ("C", "there is no tag “nein”. “shed tag list” shows what there is.", "POEMS is there already. Choose another name, or move what is there."),
        ("de", "den Tag „nein“ gibt es nicht. „shed tag list“ zeigt, was es gibt.", "POEMS gibt es schon. Einen anderen Namen wählen, oder wegräumen, was dort liegt."),
        ("fr", "il n’y a pas d’étiquette «\u{a0}nein\u{a0}». «\u{a0}shed tag list\u{a0}» montre ce qu’il y a.", "POEMS existe déjà. Choisir un autre nom, ou déplacer ce qui s’y trouve."),
        ("es", "no hay etiqueta “nein”. “shed tag list” muestra lo que hay.", "POEMS ya existe. Elegir otro nombre, o mover lo que hay allí."),
        ("ja", "タグ「nein」はない。「shed tag list」で一覧。", "POEMS はすでにある。別の名前を選ぶか、そこにあるものを移動。"),
    ])
    func `is that of the locale`(locale: String, tag: String, taken: String) throws {
        let shelf = try Shelf.withPoems()
        #expect(try refusal(shelf, locale, "find --tag nein") == tag)
        let name = try refusal(shelf, locale, "new poetry a/b", in: ".")
        #expect(name.contains("255") && name.contains("a/b") && (locale == "C") == name.contains("bytes and no"), "\(name)")
        #expect(try refusal(shelf, locale, "new poetry Poems", in: ".").replacing(shelf.work + "/Poems", with: "POEMS") == taken)
    }

    /// “Exam” with a bundle and a doc.
    private func examWithDoc() throws -> Shelf {
        let shelf = try Shelf.withExam()
        #expect(try shelf.exam("bundle", "add", "../Calculus.pdf").code == 0)
        #expect(try shelf.exam("doc", "new", "Finals").code == 0)
        return shelf
    }

    /// Commands of who works in “Exam”, with what is said in German.
    private static let paperSlips: [(words: String, german: String)] = [
        ("bundle show Calkulus", "das Bündel „Calkulus“ gibt es nicht. Gemeint ist vielleicht „Calculus“."),
        ("doc show Nichts", "das Dokument „Nichts“ gibt es nicht. „shed doc list“ nennt, was es gibt."),
        ("page show Nichts/1", "die Seite „Nichts/1“ gibt es nicht."),
        ("page add Finals --from Calculus --pages 1", "„Finals“ ist ein Dokument, und es braucht eine Seitengruppe. Eine Gruppe als DOKUMENT/GRUPPE nennen; sie wird angelegt, wenn es sie nicht gibt."),
        ("page add Finals/A --from Calculus --pages 9", "--pages: eine Seite 9 gibt es nicht; es sind 6"),
        ("page add Finals/A --from Calculus --pages x", "--pages: „x“ ist weder Seite noch Seitenbereich; zum Beispiel 3-5,9 schreiben"),
        ("page add Nope/A --from Calculus --pages 1", "das Dokument „Nope“ gibt es nicht. „shed doc list“ nennt, was es gibt."),
        ("doc new a/b", "„a/b“ kann kein Name sein. Ein Name hat kein „/“; „shed page add DOKUMENT/GRUPPE“ legt eine Gruppe in einem Dokument an."),
        ("doc export Finals --output ../f.pdf", "Docs/Finals hat keine Seiten. „shed page add“ legt welche an."),
        ("bundle map Calculus --ocr 1", "„Calculus“ hat keine ocr.pdf. „shed bundle attach“ fügt eine hinzu."),
        ("bundle add ../Exam", "„shed bundle add"),
        ("collection list", "Exam ist ein Projekt der Art „papers“, das keine Sammlungen hat. „shed new records NAME“ legt eines an, das sie hat."),
    ]

    @Test func `is that of who works with papers`() throws {
        let shelf = try examWithDoc()
        for slip in Self.paperSlips {
            let said = try refusal(shelf, "de_DE.UTF-8", slip.words, in: "Exam")
            #expect(said.contains(slip.german), "\(slip.words): \(said)")
        }
        #expect(try refusal(shelf, "ja", "bundle show Calkulus", in: "Exam") == "バンドル「Calkulus」はない。「Calculus」 の可能性。")
        #expect(try refusal(shelf, "C", "bundle show Calkulus", in: "Exam") == "there is no bundle “Calkulus”. Did you mean “Calculus”?")
    }

    @Test func `is that of who deletes what pages are made from, and of the log`() throws {
        let shelf = try examWithDoc()
        #expect(try shelf.exam("page", "add", "Finals/Limits", "--from", "Calculus", "--pages", "1").code == 0)
        let end = "(Seite 1) [bundle-in-use]. Erst die Seiten löschen, die es benutzen („shed bundle show“ nennt sie), oder es lassen."
        let said = try refusal(shelf, "de", "bundle delete Calculus", in: "Exam")
        #expect(said.hasPrefix("Bundles/Calculus: Eine Seite ist daraus gemacht: ") && said.hasSuffix(end), "\(said)")
        #expect(try run(shelf, "de", "page list --tag nein", in: "Exam").err.hasPrefix("shed: den Tag „nein“ gibt es nicht."))
        shelf.makePDF("Exam/Bundles/Loose", pages: 2)
        #expect(try shelf.exam("sync", "--now").code == 0)
        let log = try run(shelf, "de", "log", in: "Exam").text
        #expect(log.contains("Es wurde ein Bündel"), "\(log)")
        #expect(try run(shelf, "C", "log", in: "Exam").text.contains("It became a bundle"))
    }

    /// Commands of who works in “Library”, with what is said in German.
    private static let recordSlips: [(words: String, german: String)] = [
        ("record show Books/9", "den Datensatz Books/9 gibt es nicht. Einen als SAMMLUNG/NAME oder mit seiner ID nennen; „shed record list SAMMLUNG“ nennt sie."),
        ("record list Boks", "die Sammlung „Boks“ gibt es nicht. Gemeint ist vielleicht „Books“."),
        ("record new Bux a=b", "die Sammlung „Bux“ gibt es nicht."),
        ("record set Books/1 Titel", "„Titel“ ist kein SCHLÜSSEL=WERT. Zum Beispiel Year=1944 schreiben; was Leerzeichen hat, in Anführungszeichen: 'Title=A Book'."),
        ("record set Books/1 A=b A=c", "„A“ ist zweimal angegeben. Jeden Schlüssel einmal angeben."),
        ("record set Books A=b", "„Books“ ist eine Sammlung. Mit --where ABFRAGE oder --all sagen, welche ihrer Datensätze, oder einen Datensatz nennen."),
        ("record new Books --name 1 A=b", "den Datensatz „1“ gibt es schon [name-collision]. Einen anderen Namen wählen."),
        ("record list Books --sort Nein", "--sort: Kein Datensatz von Books hat den Schlüssel „Nein“."),
        ("collection new a/b", "„a/b“ kann kein Name sein. Ein Name hat kein „/“: Sammlungen liegen an der Wurzel des Projekts."),
        ("doc list", "Library ist ein Projekt der Art „records“, das keine Bündel und Dokumente hat. „shed new papers NAME“ legt eines an, das sie hat."),
    ]

    @Test func `is that of who keeps records`() throws {
        let shelf = try Shelf.withBooks()
        shelf.makeFile("Library/Books/1.json", "{\"Title\": \"one\"}\n")
        #expect(try shelf.library("sync", "--now").code == 0)
        for slip in Self.recordSlips {
            let said = try refusal(shelf, "de_DE.UTF-8", slip.words, in: "Library")
            #expect(said.contains(slip.german), "\(slip.words): \(said)")
        }
        #expect(try refusal(shelf, "fr", "record show Books/9", in: "Library").hasPrefix("il n’y a pas de fiche Books/9."))
        #expect(try refusal(shelf, "C", "record show Books/9", in: "Library") == "there is no record Books/9. Name one as COLLECTION/NAME, or by its ID; “shed record list COLLECTION” lists them.")
    }
}
