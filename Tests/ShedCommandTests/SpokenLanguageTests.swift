import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What people see in daily use, in the language of who runs a verb. Variables decide: no locale has to be installed.
@Suite(.waitsForPrograms) struct `The language of who reads` {
    private static let locales = ["C", "de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "ja_JP.UTF-8"]

    private static let noFiles = [
        "de_DE.UTF-8": "Noch keine Dateien", "fr": "Aucun fichier pour l’instant", "es_MX": "Aún no hay archivos", "ja_JP.UTF-8": "ファイルはまだありません",
    ]

    private func run(_ shelf: Shelf, _ locale: String, _ command: String, in directory: String = "Poems") throws -> RunResult {
        let script = "export SHED='\(ShedProgram.path)' LC_ALL='\(locale)'; cd '\(directory)'; \(command)"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
    }

    /// Something new, something refused and something gone.
    private func used() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        shelf.makeFile("Poems/Draft/Elegie.txt")
        shelf.makeDirectory("Poems/My Own")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        shelf.makeDirectory("Poems/Draft/Love")
        #expect(try shelf.shed("rm", "Draft/Elegie.txt", "--permanently", "--yes", in: "Poems").code == 0)
        return shelf
    }

    @Test(arguments: [
        ("C", "(1 file)", "No folders yet", "Draft, folder, 1 file, accepts files"),
        ("de_DE.UTF-8", "(1 Datei)", "Noch keine Ordner", "Draft, Ordner, 1 Datei, nimmt Dateien auf"),
        ("fr", "(1 fichier)", "Aucun dossier pour l’instant", "Draft, dossier, 1 fichier, accepte des fichiers"),
        ("es_MX", "(1 archivo)", "Aún no hay carpetas", "Draft, carpeta, 1 archivo, acepta archivos"),
        ("ja_JP.UTF-8", "(ファイル1件)", "フォルダはまだありません", "Draft, フォルダ, ファイル1件, ファイルを追加可"),
    ])
    func `is that of tree and ls`(locale: String, count: String, emptiness: String, spoken: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        let tree = try run(shelf, locale, "\"$SHED\" tree")
        #expect(tree.text.contains("📝 Draft  \(count)\n"), "\(tree.text)\(tree.err)")
        #expect(tree.text.contains(emptiness))
        #expect(try run(shelf, locale, "\"$SHED\" ls").text.contains("📝 Draft/  \(count)\n"))
        let plain = try run(shelf, locale, "\"$SHED\" tree --plain").text
        #expect(plain.contains("\n  \(spoken)\n"), "\(plain)")
        // What is empty says so to who reads it, also where another one made the project.
        let made = try run(shelf, locale, "cd ..; \"$SHED\" new blank Leer --language de; cd Leer; \"$SHED\" ls Dateien")
        #expect(made.text.contains(locale == "C" ? "Noch keine Dateien" : Self.noFiles[locale] ?? "?"), "\(made.text)")
        // The titles are the project's, as its folders' names are.
        #expect(tree.text.contains("YOUR POETRY\n") && tree.text.contains("\nTRASH\n"))
    }

    @Test(arguments: [
        ("C", "No folders are allowed in “Draft”. To allow it: “shed allow Draft both”.", "Would be refused by “shed sync”\n", "would reject"),
        ("de", "In „Draft“ sind keine Ordner erlaubt. Um es zu erlauben: „shed allow Draft both“.", "Würde von „shed sync“ abgewiesen\n", "würde abgewiesen:"),
        ("fr", "Les dossiers ne sont pas admis dans «\u{a0}Draft\u{a0}». Pour l’autoriser\u{a0}: «\u{a0}shed allow Draft both\u{a0}».", "Serait refusé par «\u{a0}shed sync\u{a0}»\n", "serait rejeté\u{a0}:"),
        ("es", "No se permiten carpetas en “Draft”. Para permitirlo: “shed allow Draft both”.", "“shed sync” lo rechazaría\n", "se rechazaría:"),
        ("ja", "「Draft」にはフォルダを追加できない。許可するには「shed allow Draft both」。", "「shed sync」で却下されるもの\n", "却下予定"),
    ])
    func `is that of what is refused, and of the command that helps`(locale: String, sentence: String, heading: String, word: String) throws {
        let shelf = try used()
        let status = try run(shelf, locale, "\"$SHED\" status")
        #expect(status.text.contains(heading) && status.text.contains(word) && status.text.contains(sentence), "\(status.text)\(status.err)")
        let sync = try run(shelf, locale, "\"$SHED\" sync")
        #expect(sync.code == 1 && sync.text.contains("Draft/Love → Rejected/Love"), "\(sync.text)\(sync.err)")
        #expect(sync.text.contains(sentence + " [wrong-type]\n"))
        // From elsewhere the command is one that can be typed there.
        let elsewhere = try run(shelf, locale, "mkdir Draft/More; cd ..; \"$SHED\" -C Poems status").text
        #expect(elsewhere.contains("shed -C Poems allow Draft both"), "\(elsewhere)")
    }

    @Test(arguments: [
        ("C", "Today\n", "Draft/Love was rejected: No folders are allowed in “Draft”; it is in Rejected/Love\n", "the project was made\n"),
        ("de", "Heute\n", "Draft/Love wurde abgewiesen: In „Draft“ sind keine Ordner erlaubt; es liegt jetzt in Rejected/Love\n", "das Projekt wurde angelegt\n"),
        ("fr", "Aujourd’hui\n", "Draft/Love a été rejeté\u{a0}: Les dossiers ne sont pas admis dans «\u{a0}Draft\u{a0}»\u{a0}; se trouve dans Rejected/Love\n", "le projet a été créé\n"),
        ("es", "Hoy\n", "Draft/Love fue rechazado: No se permiten carpetas en “Draft”; está en Rejected/Love\n", "se creó el proyecto\n"),
        ("ja", "今日\n", "Draft/Love を却下：「Draft」にはフォルダを追加できない。現在の場所は Rejected/Love\n", "プロジェクトを作成\n"),
    ])
    func `is that of the log, whoever wrote it down`(locale: String, day: String, rejected: String, made: String) throws {
        let shelf = try used()
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        let log = try run(shelf, locale, "\"$SHED\" log")
        // Midnight may have been meanwhile.
        #expect(log.text.contains(day) || log.text.contains("20"))
        #expect(log.text.contains(rejected) && log.text.contains(made), "\(log.text)\(log.err)")
        let one = try run(shelf, locale, "\"$SHED\" show Rejected/Love")
        #expect(one.code == 0 && one.text.contains("wrong-type"))
    }

    @Test(arguments: [
        ("C", "moving Draft (1 folder and 1 file, with the template folder Draft) to Trash needs a confirmation, and there is no terminal to ask on. Add --yes to confirm."),
        ("de", "es fehlt eine Bestätigung, und es gibt kein Terminal, um zu fragen: Draft (1 Ordner und 1 Datei, darunter der Ordner Draft der Vorlage) in den Papierkorb verschieben. Zum Bestätigen --yes angeben."),
        ("fr", "il faut une confirmation, et il n’y a pas de terminal où la demander\u{a0}: Mettre Draft (1 dossier et 1 fichier, dont le dossier Draft du modèle) à la corbeille. Ajouter --yes pour confirmer."),
        ("es", "hace falta una confirmación, y no hay terminal donde pedirla: Mover Draft (1 carpeta y 1 archivo, con la carpeta Draft de la plantilla) a la papelera. Añadir --yes para confirmar."),
        ("ja", "確認が必要だが、尋ねる端末がない：Draft（フォルダ1件とファイル1件、テンプレートのフォルダ Draft を含む） をゴミ箱へ移動。確認するには --yes を追加。"),
    ])
    func `is that of a question that nobody can answer`(locale: String, sentence: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        let result = try run(shelf, locale, "\"$SHED\" rm Draft")
        #expect(result.code == 2)
        #expect(result.err == "shed: \(sentence)\n")
    }

    @Test(arguments: [
        ("C", "moved Draft/Ode.txt to Ready/Ode.txt\n", "shed: Draft/Nichts.txt: there is no such file or folder in this project."),
        ("de", "verschoben: Draft/Ode.txt nach Ready/Ode.txt\n", "shed: Draft/Nichts.txt: Eine solche Datei oder einen solchen Ordner gibt es in diesem Projekt nicht."),
        ("fr", "déplacé\u{a0}: Draft/Ode.txt vers Ready/Ode.txt\n", "shed: Draft/Nichts.txt\u{a0}: il n’y a ni fichier ni dossier de ce nom dans ce projet."),
        ("es", "movido: Draft/Ode.txt a Ready/Ode.txt\n", "shed: Draft/Nichts.txt: no hay tal archivo ni carpeta en este proyecto."),
        ("ja", "移動: Draft/Ode.txt → Ready/Ode.txt\n", "shed: Draft/Nichts.txt: このプロジェクトにそのファイルやフォルダはない。"),
    ])
    func `is that of what was done, and of what could not be`(locale: String, done: String, error: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        #expect(try run(shelf, locale, "\"$SHED\" mv Draft/Ode.txt Ready").text == done)
        let result = try run(shelf, locale, "\"$SHED\" mv Draft/Nichts.txt Ready")
        #expect(result.code == 2 && result.err.hasPrefix(error), "\(result.err)")
    }

    @Test(arguments: [
        (
            "C", "moved Ready/Ode.txt back to Draft/Ode.txt", "would have moved Ready/Ode.txt back to Draft/Ode.txt",
            "“shed undo” does it again; “shed undo --list” shows what was done before.",
            "2 undo: moved Ready/Ode.txt to Draft/Ode.txt (took back 1)\n1 mv: moved Draft/Ode.txt to Ready/Ode.txt (taken back by 2)\n"
        ),
        (
            "de", "zurückgelegt: Ready/Ode.txt nach Draft/Ode.txt", "würde zurückgelegt: Ready/Ode.txt nach Draft/Ode.txt",
            "„shed undo“ tut es wieder; „shed undo --list“ zeigt, was vorher getan wurde.",
            "2 undo: Ready/Ode.txt nach Draft/Ode.txt verschoben (nahm 1 zurück)\n1 mv: Draft/Ode.txt nach Ready/Ode.txt verschoben (durch 2 zurückgenommen)\n"
        ),
        (
            "fr", "remis en place\u{a0}: Ready/Ode.txt vers Draft/Ode.txt", "serait remis en place\u{a0}: Ready/Ode.txt vers Draft/Ode.txt",
            "«\u{a0}shed undo\u{a0}» le refait\u{a0}; «\u{a0}shed undo --list\u{a0}» montre ce qui a été fait avant.",
            "2 undo\u{a0}: déplacement de Ready/Ode.txt vers Draft/Ode.txt (a annulé 1)\n1 mv\u{a0}: déplacement de Draft/Ode.txt vers Ready/Ode.txt (annulé par 2)\n"
        ),
        (
            "es", "devuelto: Ready/Ode.txt a Draft/Ode.txt", "se devolvería: Ready/Ode.txt a Draft/Ode.txt",
            "“shed undo” lo rehace; “shed undo --list” muestra lo que se hizo antes.",
            "2 undo: movió Ready/Ode.txt a Draft/Ode.txt (deshizo 1)\n1 mv: movió Draft/Ode.txt a Ready/Ode.txt (deshecho por 2)\n"
        ),
        (
            "ja", "元に戻した: Ready/Ode.txt → Draft/Ode.txt", "元に戻す予定: Ready/Ode.txt → Draft/Ode.txt",
            "「shed undo」でやり直し、「shed undo --list」でそれ以前の操作を一覧。",
            "2 undo: Ready/Ode.txt を Draft/Ode.txt へ移動（1 を取り消した）\n1 mv: Draft/Ode.txt を Ready/Ode.txt へ移動（2 で取り消し済み）\n"
        ),
    ])
    func `is that of what is taken back`(locale: String, done: String, wouldBe: String, hint: String, list: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        #expect(try shelf.shed("mv", "Draft/Ode.txt", "Ready", in: "Poems").code == 0)
        #expect(try run(shelf, locale, "\"$SHED\" undo --dry-run").text == "\(wouldBe)\n")
        let json = try run(shelf, locale, "\"$SHED\" undo --dry-run --json; \"$SHED\" undo --list --json").text
        #expect(try json == run(shelf, "C", "\"$SHED\" undo --dry-run --json; \"$SHED\" undo --list --json").text)
        #expect(try run(shelf, locale, "\"$SHED\" undo").text == "\(done)\n\(hint)\n")
        #expect(try run(shelf, locale, "\"$SHED\" undo --list | cut -d' ' -f1,6-").text == list)
    }

    @Test(arguments: [
        ("C", "Ready/Ode.txt was left as it is: something else is at Draft/Ode.txt now.", "number 9 that could be taken back", "“shed undo --list” lists what there is."),
        ("de", "Ready/Ode.txt bleibt, wie es ist: unter Draft/Ode.txt liegt jetzt etwas anderes.", "eine Nummer 9, die sich zurücknehmen ließe, gibt es nicht.", "„shed undo --list“ nennt, was es gibt."),
        ("fr", "Ready/Ode.txt reste tel quel\u{a0}: il y a maintenant autre chose à Draft/Ode.txt.", "il n’y a pas de numéro 9 qui puisse être annulé.", "«\u{a0}shed undo --list\u{a0}» montre ce qu’il y a."),
        ("es", "Ready/Ode.txt se queda como está: ahora hay otra cosa en Draft/Ode.txt.", "no hay ningún número 9 que se pueda deshacer.", "“shed undo --list” muestra lo que hay."),
        ("ja", "Ready/Ode.txt はそのまま: Draft/Ode.txt には別のものがある。", "取り消せる番号 9 はない。", "「shed undo --list」で一覧。"),
    ])
    func `is that of what is left, and why, and how to go on`(locale: String, sentence: String, error: String, hint: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        #expect(try shelf.shed("mv", "Draft/Ode.txt", "Ready", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/Ode.txt", "another\n")
        let json = try run(shelf, locale, "\"$SHED\" undo --dry-run --json")
        #expect(json.code == 1 && json.text.contains("\"something else is at Draft/Ode.txt now\""), "\(json.text)\(json.err)")
        let result = try run(shelf, locale, "\"$SHED\" undo")
        #expect(result.code == 1 && result.err.hasPrefix("shed: \(sentence)\nshed: ") && result.err.contains("shed undo 1") && result.err.hasSuffix("\nshed: \(hint)\n"), "\(result.text)\(result.err)")
        let none = try run(shelf, locale, "\"$SHED\" undo 9")
        #expect(none.code == 2 && none.err.contains(error), "\(none.err)")
    }

    @Test(arguments: [
        (
            "C", "taking back what the daemon did at THEN, number 2 (moved Draft/Ode.txt to Ready/Ode.txt; the last verb of yours is number 1, “add”) needs a confirmation"
        ),
        ("de", "Zurücknehmen, was der Dienst getan hat: Nummer 2, THEN (Draft/Ode.txt nach Ready/Ode.txt verschoben; der letzte eigene Befehl ist Nummer 1, „add“)."),
        ("ja", "デーモンによる操作（番号 2、THEN、Draft/Ode.txt を Ready/Ode.txt へ移動、自分の最後の操作は番号 1「add」）を取り消し。"),
    ])
    func `is that of the question before another's deed is taken back`(locale: String, question: String) throws {
        let shelf = try Shelf.withPoems()
        for words in [["add", "file", "Draft/Ode.txt"], ["mv", "Draft/Ode.txt", "Ready"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }, in: "Poems").code == 0)
        }
        let script = "find \"$SHED_STATE_DIR\" -path '*/undo/2' -exec sed -i '1s/\"by\":\"mv\"/\"by\":\"daemon\"/' {} +; \"$SHED\" undo < /dev/null"
        let result = try run(shelf, locale, script)
        #expect(result.code == 2 && result.err.replacing(/[0-9]+-[0-9]+-[0-9]+ [0-9]+:[0-9]+/, with: "THEN").contains(question), "\(result.err)")
    }

    /// Runs a command with the journal's first entry as a script of sed(1) has changed it.
    private func edited(_ shelf: Shelf, _ locale: String, _ script: String, _ command: String) throws -> RunResult {
        try run(shelf, locale, "find \"$SHED_STATE_DIR\" -path '*/undo/1' -exec sed -i '\(script)' {} +; \"$SHED\" \(command)")
    }

    @Test func `is that of what cannot be taken back, also where the journal keeps it; what has no words stands as it was written`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt")
        #expect(try shelf.shed("rm", "Draft/Ode.txt", "--permanently", "--yes", in: "Poems").code == 0)
        let german = "shed: Nummer 1 lässt sich nicht zurücknehmen, „rm“: Draft/Ode.txt endgültig gelöscht. „shed undo --list“ zeigt, was sich zurücknehmen lässt.\n"
        #expect(try run(shelf, "de", "\"$SHED\" undo").err == german)
        let list = "\"$SHED\" undo --list | cut -d' ' -f1,6-"
        #expect(try run(shelf, "ja", list).text == "1 rm: Draft/Ode.txt を完全に削除（取り消し不可）\n")
        #expect(try run(shelf, "C", list).text == "1 rm: deleted Draft/Ode.txt for good (cannot be taken back)\n")
        let entry = try run(shelf, "de", "\"$SHED\" undo --list --json").json().array?.first
        #expect(entry?["what"] == "deleted Draft/Ode.txt for good" && entry?["obstacle"] == "deleted Draft/Ode.txt for good")
        let kept = try run(shelf, "C", "find \"$SHED_STATE_DIR\" -path '*/undo/1' -exec grep final {} +").text
        #expect(kept == #"{"do":"final","reason":"deleted Draft/Ode.txt for good","words":{"says":"deletedForGood(count:path:)","with":[1,"Draft/Ode.txt"]}}"# + "\n")
        // Nothing that was written there steers a terminal.
        #expect(try edited(shelf, "de", #"s/Draft\/Ode.txt"]/\\u001b[31m"]/"#, "undo").err.contains("„rm“: \\u{1b}[31m endgültig gelöscht"))
        let english = "Nummer 1 lässt sich nicht zurücknehmen, „rm“: deleted Draft/Ode.txt for good."
        #expect(try edited(shelf, "de", "s/deletedForGood/saidByALaterShed/", "undo").err.contains(english))
        #expect(try edited(shelf, "de", "s/,\"words\":.*/}/", "undo").err.contains(english), "as an earlier shed wrote it")
        #expect(try edited(shelf, "C", "", "undo").err.hasPrefix("shed: number 1 cannot be taken back: “rm” deleted Draft/Ode.txt for good. "))
    }

    @Test(arguments: [
        (
            "de", "Version 1  bis THEN  Shelf „A1“, kein Author  (shed undo 2)\nVersion 2  die jetzige\n",
            "würde zurückgesetzt: Books/1.json, Version 1\n", "Books/1.json hat keine Version 9. Es gibt die Versionen 1 bis 2; „shed record versions“ zeigt sie.\n"
        ),
        (
            "ja", "版 1  THEN まで  Shelf「A1」、Author なし  (shed undo 2)\n版 2  現在の版\n",
            "元に戻す予定: Books/1.json、版 1\n", "Books/1.json に版 9 はない。版は1～2。「shed record versions」で一覧。\n"
        ),
    ])
    func `is that of the versions of a record`(locale: String, versions: String, restored: String, error: String) throws {
        let shelf = try Shelf.withBooks()
        shelf.makeFile("Library/Books/1.json", "{\"Title\": \"one\", \"Shelf\": \"A1\"}\n")
        #expect(try shelf.library("record", "set", "Books/1", "Shelf=B", "Author=Borges").code == 0)
        let lines = try run(shelf, locale, "\"$SHED\" record versions Books/1", in: "Library")
        #expect(lines.text.replacing(/[0-9]+-[0-9]+-[0-9]+ [0-9]+:[0-9]+/, with: "THEN") == versions, "\(lines.err)")
        #expect(try run(shelf, locale, "\"$SHED\" record restore Books/1 1 --dry-run", in: "Library").text == restored)
        let none = try run(shelf, locale, "\"$SHED\" record restore Books/1 9", in: "Library")
        #expect(none.code == 2 && none.err == "shed: " + error, "\(none.err)")
    }

    @Test func `never is that of JSON, rules and exit codes`() throws {
        let shelf = try used()
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        shelf.makeFile("Poems/loose.txt")
        let commands = ["undo --list", "undo --dry-run", "status", "tree", "ls", "show Rejected/Love", "log", "check", "find Ode"]
        for command in commands {
            let answers = try Self.locales.map { try run(shelf, $0, "\"$SHED\" \(command) --json") }
            #expect(Set(answers.map(\.text)).count == 1 && Set(answers.map(\.code)).count == 1, "\(command)")
        }
        #expect(try run(shelf, "de", "\"$SHED\" rule wrong-type").text == run(shelf, "C", "\"$SHED\" rule wrong-type").text)
    }

    @Test func `is the one that a person has set, else that of LANGUAGE and the locale`() throws {
        let shelf = try Shelf.withPoems()
        func clean(_ variables: String) throws -> String { try run(shelf, "", "unset LC_ALL; \(variables) \"$SHED\" status").text.split(separator: "\n").first.map(String.init) ?? "" }
        #expect(try clean("LANG=de_DE.UTF-8") == "Alles in Ordnung.")
        #expect(try clean("LANG=de_DE.UTF-8 LANGUAGE=nl:es") == "Todo en orden.")
        #expect(try clean("LANG=C LANGUAGE=es") == "Clean.")
        #expect(try clean("LANG=de_DE.UTF-8 LC_MESSAGES=tlh") == "Clean.")
        for directory in ["/home/.config", "/home/.config/shed"] { mkdir(shelf.path + directory, 0o755) }
        TestFile.write("language = \"fr\"\n", to: "\(shelf.path)/home/.config/shed/config.toml")
        #expect(try clean("LANG=de_DE.UTF-8") == "Tout est en ordre.")
        TestFile.write("language = \"tlh\"\n", to: "\(shelf.path)/home/.config/shed/config.toml")
        let result = try run(shelf, "C", "\"$SHED\" sync")
        #expect(result.code == 2 && result.err.contains("config.toml: line 1: “language” must be one of “en”, "), "\(result.err)")
    }

    @Test func `is also that of a daemon's answers, of whoever asks`() throws {
        let shelf = try Shelf.withPoems()
        let result = try run(shelf, "C", """
            \(ShellScript.await("cat \"$T/log\"", otherwise: "kill -KILL $daemon; exit 9"))
            T='\(shelf.path)'; LC_ALL=es "$SHED" watch > "$T/log" 2>&1 & daemon=$!
            await 'grep -q "^listo$" "$T/log"'
            LC_ALL=de "$SHED" ls Draft; LC_ALL=fr "$SHED" add file Draft/a.txt; LC_ALL=ja "$SHED" rm Draft; "$SHED" ls Draft; kill -TERM $daemon; wait $daemon
            """)
        #expect(result.text == "Noch keine Dateien\najouté\u{a0}: Draft/a.txt\na.txt\n", "\(result.text)")
        #expect(result.err.contains("確認が必要だが"), "\(result.err)")
    }
}
