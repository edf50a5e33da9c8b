import ShedTestSchedule
import Testing

/// What programs of the desktop, and Syncthing, do in All, in folders with numbers and in Submissions: `make torture`.
@Suite(.serialized, .waitsInTurn) struct `Programs of the desktop at the writer's desk` {
    @Test(.enabled(if: emacs.isWanted, "\(emacs.unwanted)"), arguments: emacsTrials, Attendance.allCases)
    func `emacs saves into the file behind a link`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: mcedit.isWanted, "\(mcedit.unwanted)"), arguments: mceditTrials, Attendance.allCases)
    func `mcedit saves into the file behind a link`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: mousepad.isWanted, "\(mousepad.unwanted)"), arguments: mousepadTrials, Attendance.allCases)
    func `mousepad saves into the file behind a link, and a record`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: thunar.isWanted, "\(thunar.unwanted)"), arguments: thunarTrials, Attendance.allCases)
    func `thunar renames, deletes and drags in All, and changes numbers`(trial: Trial, attendance: Attendance) throws {
        try Bench.hold(trial, attendance)
    }

    @Test(.enabled(if: office.isWanted, "\(office.unwanted)"), arguments: officeTrials, Attendance.allCases)
    func `LibreOffice saves into the document behind a link`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }
}

private let emacs = Program("emacs")
private let mcedit = Program("mcedit")
private let mousepad = Program("mousepad", "mousepad", "Xvfb", "xdotool", "dbus-run-session")
private let thunar = Program("thunar", "thunar", "Xvfb", "xdotool", "dbus-run-session")
private let office = Program("LibreOffice", "soffice", "python3")

private func trial(
    _ program: Program, _ operation: String, moved: [String: String] = [:], added: Set<String> = [], contents: [String: String] = [:],
    preparation: String = "", _ script: String
) -> Trial {
    Trial(
        program: program, operation: operation, preparation: withAll + preparation, script: allFunctions + script, moved: moved, added: added,
        contents: contents)
}

private let odd = "Draft/It's 100% $x & co.txt"

private let emacsTrials: [Trial] = [
    ("", "backups by renaming (as it comes)"), ("(setq backup-by-copying t)", "`backup-by-copying`"),
    ("(setq file-precious-flag t)", "`file-precious-flag`"), ("(setq find-file-visit-truename t)", "`find-file-visit-truename`"),
].map { settings, name in
    trial(emacs, "Ctrl+X Ctrl+S twice in All, \(name)", contents: ["Draft/Ode.txt": "five six one\n"], """
        linked
        cat > ../init.el <<'END'
        (setq inhibit-startup-screen t) \(settings)
        END
        open 'emacs -Q -nw -l ../init.el All/Ode.txt'; await 'holds ../screen one'
        keys 'five '; keys '\\030\\023'; await 'holds Draft/Ode.txt five || holds All/Ode.txt five'; linked
        keys 'six '; keys '\\030\\023'; await 'holds All/Ode.txt six'; linked
        keys '\\030\\003'; closed; linked; holds Draft/Ode.txt six
        """)
}

private let mceditTrials = [
    trial(mcedit, "F2, F10 in All", contents: ["Draft/Ode.txt": "five one\n"], """
        linked
        open 'mcedit -u All/Ode.txt'; await 'holds ../screen one'; barrier
        keys 'five '; keys '\\0332'; await 'holds ../screen "Save file"'; keys '\\r'; await 'holds All/Ode.txt five'; linked
        keys '\\0330'; closed; linked
        """)
]

private let mousepadTrials = [
    trial(mousepad, "Ctrl+S twice, Ctrl+Q in All", contents: ["Draft/Ode.txt": "five six one\n", odd: "five odd\n"], "linked\n" + desktop("""
        mousepad --disable-server All/Ode.txt 2> /dev/null & editor=$!
        window Ode.txt; xdotool key ctrl+Home
        xdotool type 'five '; xdotool key ctrl+s; await 'holds All/Ode.txt five'; linked
        xdotool type 'six '; xdotool key ctrl+s; await 'holds All/Ode.txt six'; linked
        xdotool key ctrl+q; wait $editor
        mousepad --disable-server "All/It's 100% \\$x & co.txt" 2> /dev/null & editor=$!
        window 'co.txt'; xdotool key ctrl+Home
        xdotool type 'five '; xdotool key ctrl+s; await 'holds "Draft/It'"'"'s 100% \\$x & co.txt" five'; linked
        xdotool key ctrl+q; wait $editor
        """) + "linked"),
    trial(
        mousepad, "a record of a submission: its status is typed anew", added: ["Submissions/Granta", "Submissions/Granta/Ode.txt", "Submissions/Granta/Ode.md"],
        preparation: "mkdir Magazines/Granta", desktop("""
            mkdir Submissions/Granta; cp Draft/Ode.txt Submissions/Granta/Ode.txt
            printf '%s\\n' --- 'piece: Draft/Ode.txt' 'venue: Magazines/Granta' 'sent: 2026-11-22' 'file: Ode.txt' 'status: out' --- > Submissions/Granta/Ode.md; barrier
            "$SHED" submissions --out | grep -q 2026-11-22
            mousepad --disable-server Submissions/Granta/Ode.md 2> /dev/null & editor=$!
            window Ode.md; xdotool key ctrl+End Up Up End; xdotool key BackSpace BackSpace BackSpace
            xdotool type 'accepted'; xdotool key ctrl+s; await 'holds Submissions/Granta/Ode.md "status: accepted"'; barrier
            "$SHED" submissions | grep -q accepted; xdotool key ctrl+q; wait $editor
            """)),
]

private let thunarTrials = [
    trial(thunar, "F2 (rename) in All: the old name stands again", "linked\n" + desktop("""
        thunar All 2> /dev/null & manager=$!
        window All; before=$(stat -c '%i %z' All/Elegy.txt); xdotool key Home F2; window Rename
        xdotool key ctrl+a; xdotool type 'Hymn.txt'; xdotool key Return; await '[ "$(stat -c "%i %z" All/Elegy.txt)" != "$before" ]'
        renamed; test -L All/Elegy.txt
        thunar -q; wait $manager
        """)),
    trial(thunar, "Shift+Delete of all in All: the links stand again", "linked\n" + desktop("""
        thunar All 2> /dev/null & manager=$!
        window All; before=$(stat -c '%i %z' All/Ode.txt); xdotool key ctrl+a shift+Delete; window Attention; xdotool key Return
        await '[ "$(stat -c "%i %z" All/Ode.txt)" != "$before" ]'; linked
        thunar -q; wait $manager
        """)),
    trial(thunar, "Ctrl+X in All and Ctrl+V in Published: only links", "linked\n" + desktop("""
        thunar All 2> /dev/null & manager=$!
        window All; xdotool key ctrl+a ctrl+x
        thunar Published; window Published; xdotool key ctrl+v; await 'test -L Published/Ode.txt -a -L Published/Elegy.txt'
        "$SHED" sync --quiet || true; await onlylinks
        thunar -q; wait $manager
        """) + "\"$SHED\" check --json | grep -q dragged-link; rm Published/*"),
    trial(
        thunar, "Ctrl+X in Draft and Ctrl+V in Published: the links follow",
        moved: ["Draft/Ode.txt": "Published/Ode.txt", "Draft/Elegy.txt": "Published/Elegy.txt", odd: "Published/It's 100% $x & co.txt"],
        "linked\n" + desktop("""
            thunar Draft 2> /dev/null & manager=$!
            window Draft; xdotool key ctrl+a ctrl+x
            thunar Published; window Published; xdotool key ctrl+v; await 'test -e Published/Ode.txt -a -e Published/Elegy.txt -a ! -e Draft/Ode.txt'; linked
            thunar -q; wait $manager
            """) + "test \"$(readlink All/Ode.txt)\" = ../Published/Ode.txt"),
    trial(
        thunar, "F2 (rename) of a number: the order follows", moved: ["Draft/01 Elegy.txt": "Draft/09 Elegy.txt"],
        preparation: "\"$SHED\" sync --quiet; \"$SHED\" order Draft --numbered --quiet", "linked\n" + desktop("""
            thunar Draft 2> /dev/null & manager=$!
            window Draft; xdotool key Home F2; window Rename
            xdotool key ctrl+a; xdotool type '09 Elegy.txt'; xdotool key Return; await 'test -e "Draft/09 Elegy.txt"'; linked
            await '"$SHED" order Draft | tail -1 | grep -q Elegy'; test -L 'All/09 Elegy.txt'
            thunar -q; wait $manager
            """)),
]

private let officeTrials = ["odt", "docx"].map { format in
    trial(
        office, "a \(format) opened in All, saved twice, closed (by its UNO interface)", preparation: convert + """
            rm Draft/It*; convert \(format) Draft Draft/Ode.txt; mv Draft/Ode.\(format) Draft/Poem.\(format)
            """,
        """
        linked

        """ + officeScript + """
            soffice -env:UserInstallation=file://$HOME/office --headless --norestore --accept="pipe,name=shed$$;urp;" > ../office.log 2>&1 & office=$!
            mkfifo ../keys; /usr/bin/python3 ../office.py shed$$ "$PWD/All/Poem.\(format)" < ../keys > ../said & person=$!; exec 3> ../keys
            await 'holds ../said opened'; barrier
            keys 'five\\n'; await 'holds ../said "saved five"'; linked
            keys 'six\\n'; await 'holds ../said "saved six"'; linked
            exec 3>&-; wait $person; wait $office; linked
            unzip -p Draft/Poem.\(format) \(format == "odt" ? "content.xml" : "word/document.xml") | grep -q six
            """)
}
