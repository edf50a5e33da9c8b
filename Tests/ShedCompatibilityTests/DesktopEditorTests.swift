import ShedTestSchedule
import Testing

/// Editors with a desktop, or too big for every machine: `make torture`.
@Suite(.serialized, .waitsInTurn) struct `Editors of the desktop` {
    @Test(.enabled(if: emacs.isWanted, "\(emacs.unwanted)"), arguments: emacsTrials, Attendance.allCases)
    func `emacs saves and nothing loses its ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: mousepad.isWanted, "\(mousepad.unwanted)"), arguments: mousepadTrials, Attendance.allCases)
    func `mousepad saves and nothing loses its ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: thunar.isWanted, "\(thunar.unwanted)"), arguments: thunarTrials, Attendance.allCases)
    func `thunar moves, copies and renames and nothing loses its ID`(trial: Trial, attendance: Attendance) throws {
        try Bench.hold(trial, attendance)
    }

    @Test(.enabled(if: mcedit.isWanted, "\(mcedit.unwanted)"), arguments: mceditTrials, Attendance.allCases)
    func `mcedit saves and nothing loses its ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: office.isWanted, "\(office.unwanted)"), arguments: officeTrials, Attendance.allCases)
    func `LibreOffice saves and nothing loses its ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }
}

/// A daemon refuses what an editor made, and the editor goes on: nothing is refused twice, and no version is lost.
@Suite(.serialized, .waitsInTurn) struct `Editors whose file is refused` {
    private func run(_ script: String) throws {
        let bench = try Bench()
        try bench.prepare("echo text > ../Text.txt")
        // What is left in the end is judged by a person's word, so that the project is clean.
        let ran = try bench.run(TrialScript.text(script + "\n\"$SHED\" sync --quiet || true", .watched), in: bench.project)
        #expect(ran.code == 0, "\(ran.text)\(ran.err)")
    }

    @Test(.enabled(if: mousepad.isWanted, "\(mousepad.unwanted)")) func `mousepad saves again where its new file was refused`() throws {
        try run(desktop("""
            mousepad --disable-server Ready/New.txt 2> /dev/null & editor=$!
            window New.txt
            xdotool type 'five '; xdotool key ctrl+s; await 'holds Rejected/New.txt five'
            xdotool type 'six '; xdotool key ctrl+s; await 'holds Ready/New.txt "five six"'
            await '"$SHED" status | grep -q "written again"'
            test "$(ls Rejected)" = New.txt; holds Ready/New.txt 'five six'
            xdotool key ctrl+q; wait $editor
            """))
    }

    @Test(.enabled(if: mousepad.isWanted, "\(mousepad.unwanted)")) func `mousepad saves on where undo put its new file back`() throws {
        try run(desktop("""
            mousepad --disable-server Ready/New.txt 2> /dev/null & editor=$!
            window New.txt
            xdotool type 'five '; xdotool key ctrl+s; await 'holds Rejected/New.txt five'
            "$SHED" undo --yes --quiet; holds Ready/New.txt five; test ! -e Rejected
            xdotool type 'six '; xdotool key ctrl+s; await 'holds Ready/New.txt "five six"'; barrier
            xdotool key ctrl+q; wait $editor; "$SHED" sync --now --quiet; holds Ready/New.txt 'five six'; test ! -e Rejected
            """))
    }

    @Test(.enabled(if: office.isWanted, "\(office.unwanted)")) func `LibreOffice saves a new document twice, and it is refused once it is closed`() throws {
        try run(convert + officeScript + """
            (cd ..; convert odt . Text.txt)
            soffice -env:UserInstallation=file://$HOME/office --headless --norestore --accept="pipe,name=shed$$;urp;" > ../office.log 2>&1 & office=$!
            mkfifo ../keys; /usr/bin/python3 ../office.py shed$$ "${PWD%/*}/Text.odt" "$PWD/Ready/New.odt" < ../keys > ../said & person=$!; exec 3> ../keys
            await 'holds ../said opened'; test -e 'Ready/.~lock.New.odt#'
            keys 'five\\n'; await 'holds ../said "saved five"'
            "$SHED" sync --json > ../synced || true; test -e Ready/New.odt
            keys 'six\\n'; await 'holds ../said "saved six"'
            exec 3>&-; wait $person; wait $office
            await 'test -e Rejected/New.odt'; test "$(ls Rejected)" = New.odt; unzip -p Rejected/New.odt content.xml | grep -q six
            """)
    }
}

private let emacs = Program("emacs")
private let mousepad = Program("mousepad", "mousepad", "Xvfb", "xdotool", "dbus-run-session")
private let thunar = Program("thunar", "thunar", "Xvfb", "xdotool", "dbus-run-session")
private let mcedit = Program("mcedit")
private let office = Program("LibreOffice", "soffice", "python3")

private let emacsTrials: [Trial] =
    [
        ("", "backups by renaming (as it comes)"), ("(setq backup-by-copying t)", "`backup-by-copying`"),
        ("(setq version-control t)", "numbered backups"), ("(setq make-backup-files nil)", "no backups"),
        ("(setq file-precious-flag t)", "`file-precious-flag`"), ("(setq create-lockfiles nil)", "no lock files"),
    ].map { settings, name in
        Trial(
            program: emacs, operation: "Ctrl+X Ctrl+S twice, auto-save, \(name)",
            script: """
                cat > ../init.el <<'END'
                (setq inhibit-startup-screen t) \(settings)
                END
                for file in Draft/Ode.txt Ready/Sonnet.txt; do
                    name=$(basename $file) folder=$(dirname $file)
                    open "emacs -Q -nw -l ../init.el $file"
                    await "holds ../screen $name"
                    keys 'five '; keys '\\033xdo-auto-save\\r'; await "test -e '$folder/#$name#'"; barrier
                    keys '\\030\\023'; await "holds $file five"; barrier
                    keys 'six '; keys '\\030\\023'; await "holds $file six"; barrier
                    keys '\\030\\003'; closed
                    test ! -e "$folder/#$name#"; test ! -L "$folder/.#$name"
                done
                """,
            contents: ["Draft/Ode.txt": "five six one\n", "Ready/Sonnet.txt": "five six three\n"])
    } + [
        Trial(
            program: emacs, operation: "Ctrl+X Ctrl+W (another name)",
            script: """
                open "emacs -Q -nw Draft/Ode.txt"; await "holds ../screen Ode.txt"
                keys '\\030\\027'; await 'holds ../screen "Write file"'; keys 'New.txt\\r'; await 'test -e Draft/New.txt'; barrier
                keys 'five \\030\\023'; await 'holds Draft/New.txt five'; barrier
                keys '\\030\\003'; closed
                """,
            added: ["Draft/New.txt"], contents: ["Draft/Ode.txt": "one\n", "Draft/New.txt": "five one\n"])
    ]

private let mceditTrials = [
    Trial(
        program: mcedit, operation: "F2 twice, F10",
        script: """
            open 'mcedit -u Ready/Sonnet.txt'
            await 'holds ../screen three'; barrier
            keys 'five '; keys '\\0332'; await 'holds ../screen "Save file"'; keys '\\r'; await 'holds Ready/Sonnet.txt five'; barrier
            keys 'six '; keys '\\0332\\r'; await 'holds Ready/Sonnet.txt six'; barrier
            keys '\\0330'; closed
            """,
        contents: ["Ready/Sonnet.txt": "five six three\n"])
]

/// Starts an X server and a session bus of the trial's own, and ends both.
func desktop(_ script: String) -> String {
    """
    rm -f ../display; Xvfb -displayfd 5 -screen 0 1024x768x24 -noreset -nolisten tcp 5> ../display 2> /dev/null & server=$!
    await 'test -s ../display'
    export DISPLAY=:$(cat ../display) GTK_A11Y=none NO_AT_BRIDGE=1 GIO_USE_VFS=local GSETTINGS_BACKEND=memory
    rm -f ../bus; mkfifo ../bus.open
    dbus-run-session -- sh -c 'echo "$DBUS_SESSION_BUS_ADDRESS" > ../bus; cat ../bus.open > /dev/null' & session=$!
    await 'test -s ../bus'; exec 4> ../bus.open
    export DBUS_SESSION_BUS_ADDRESS="$(cat ../bus)"
    # The window whose title contains the text; waits until it is there and has the keyboard.
    window() {
        await "xdotool search --onlyvisible --name '$1' > ../window 2> /dev/null"; window=$(tail -1 ../window)
        xdotool windowfocus --sync $window
    }
    \(script)
    exec 4>&-; wait $session; kill $server; wait $server || true

    """
}

private let mousepadTrials = [
    Trial(
        program: mousepad, operation: "Ctrl+S twice, Ctrl+Q",
        script: desktop("""
            for file in Draft/Ode.txt Ready/Sonnet.txt; do
                mousepad --disable-server $file 2> /dev/null & editor=$!
                window "$(basename $file)"; barrier
                xdotool type 'five '; xdotool key ctrl+s; await "holds $file five"; barrier
                xdotool type 'six '; xdotool key ctrl+s; await "holds $file six"; barrier
                xdotool key ctrl+q; wait $editor
            done
            """),
        contents: ["Draft/Ode.txt": "five six one\n", "Ready/Sonnet.txt": "five six three\n"])
]

private let thunarTrials = [
    Trial(
        program: thunar, operation: "F2 (rename)",
        script: desktop("""
            rm Draft/Elegy.txt; barrier
            thunar Draft 2> /dev/null & manager=$!
            window Draft
            xdotool key ctrl+a F2; window Rename; xdotool key ctrl+a; xdotool type 'Verses.txt'; xdotool key Return
            await 'test -e Draft/Verses.txt'; barrier
            thunar -q; wait $manager
            """),
        moved: ["Draft/Ode.txt": "Draft/Verses.txt"], missing: ["Draft/Elegy.txt"], contents: ["Draft/Verses.txt": "one\n"]),
    Trial(
        program: thunar, operation: "Ctrl+X and Ctrl+V into a folder that fills by moves",
        script: desktop("""
            thunar Draft 2> /dev/null & manager=$!
            window Draft; xdotool key ctrl+a ctrl+x
            thunar Ready; window Ready; xdotool key ctrl+v; await 'test -e Ready/Ode.txt -a -e Ready/Elegy.txt -a ! -e Draft/Ode.txt'; barrier
            thunar -q; wait $manager
            """),
        moved: ["Draft/Ode.txt": "Ready/Ode.txt", "Draft/Elegy.txt": "Ready/Elegy.txt"]),
    Trial(
        program: thunar, operation: "Ctrl+C and Ctrl+V into another folder, and of a folder",
        script: desktop("""
            thunar Draft 2> /dev/null & manager=$!
            window Draft; xdotool key ctrl+a ctrl+c
            thunar Research; window Research; xdotool key ctrl+v; await 'holds Research/Ode.txt one && holds Research/Elegy.txt two'; barrier
            thunar Collections; window Collections; xdotool key ctrl+a ctrl+c
            thunar Submissions; window Submissions; xdotool key ctrl+v; await 'holds Submissions/Book/Poem.txt four'; barrier
            thunar -q; wait $manager
            """),
        added: ["Research/Ode.txt", "Research/Elegy.txt", "Submissions/Book", "Submissions/Book/Poem.txt"]),
    Trial(
        program: thunar, operation: "Delete (to the trash can)",
        script: desktop("""
            unset GIO_USE_VFS
            thunar Collections 2> /dev/null & manager=$!
            window Collections; xdotool key ctrl+a Delete; window Attention; xdotool key Return
            await 'test ! -e Collections/Book'; barrier
            thunar -q; wait $manager
            """),
        missing: ["Collections/Book", "Collections/Book/Poem.txt"]),
]

/// Runs in LibreOffice's place of a person: opens a document, replaces its text by each line that comes, and saves.
/// With a third path it saves the document there first.
let officeScript = """
    cat > ../office.py <<'END'
    import sys, time, uno
    from com.sun.star.connection import NoConnectException
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    while True:
        try:
            remote = resolver.resolve("uno:pipe,name=" + sys.argv[1] + ";urp;StarOffice.ComponentContext")
            break
        except NoConnectException:
            # Nothing tells when it listens: it is asked again.
            time.sleep(0.1)
    desktop = remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
    document = desktop.loadComponentFromURL("file://" + sys.argv[2], "_blank", 0, ())
    if len(sys.argv) > 3:
        document.storeAsURL("file://" + sys.argv[3], ())
    print("opened", flush=True)
    for line in sys.stdin:
        document.Text.setString(line.strip())
        document.store()
        print("saved " + line.strip(), flush=True)
    document.close(True)
    desktop.terminate()
    END

    """

let convert = """
    convert() { soffice -env:UserInstallation=file://$HOME/office --headless --convert-to "$1" --outdir "$2" "$3" > ../office.log 2>&1; }

    """

private let officeTrials = [
    Trial(
        program: office, operation: "`--convert-to` beside a file, and over it",
        script: convert + """
            convert odt Draft Draft/Ode.txt; test -e Draft/Ode.odt; barrier
            sed -i s/one/five/ Draft/Ode.txt; convert odt Draft Draft/Ode.txt; barrier
            convert 'txt:Text (encoded):UTF8' Draft Draft/Ode.odt; holds Draft/Ode.txt five
            """,
        added: ["Draft/Ode.odt"]),
    Trial(
        program: office, operation: "a document opened, saved twice, closed (by its UNO interface)",
        preparation: convert + """
            convert odt Draft Draft/Ode.txt; mv Draft/Ode.odt Draft/Poem.odt
            "$SHED" sync --quiet; "$SHED" mv Draft/Poem.odt Ready --quiet
            """,
        script: officeScript + """
            soffice -env:UserInstallation=file://$HOME/office --headless --norestore --accept="pipe,name=shed$$;urp;" > ../office.log 2>&1 & office=$!
            mkfifo ../keys; /usr/bin/python3 ../office.py shed$$ "$PWD/Ready/Poem.odt" < ../keys > ../said & person=$!; exec 3> ../keys
            await 'holds ../said opened'; test -e '.~lock.Poem.odt#' || test -e 'Ready/.~lock.Poem.odt#'; barrier
            keys 'five\\n'; await 'holds ../said "saved five"'; barrier
            keys 'six\\n'; await 'holds ../said "saved six"'; barrier
            exec 3>&-; wait $person; wait $office; test ! -e 'Ready/.~lock.Poem.odt#'
            unzip -p Ready/Poem.odt content.xml | grep -q six
            """),
]
