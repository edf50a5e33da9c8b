import ShedTestSchedule
import Testing

/// GLib's command line: what file managers and editors of GNOME and Xfce do, without a desktop.
@Suite(.waitsForPrograms) struct `GLib's tools` {
    @Test(.enabled(if: gio.isInstalled, "\(gio.absence)"), arguments: gioTrials, Attendance.allCases)
    func `gio loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }
}

private let gio = Program("gio", versionWord: "version")

private let gioTrials = [
    Trial(
        program: gio, operation: "`copy`, over a file too; `copy -b`",
        script: """
            gio copy Draft/Ode.txt Draft/Copy.txt; barrier; gio copy Draft/Elegy.txt Ready/Sonnet.txt; barrier
            gio copy -b Draft/Ode.txt Ready/Sonnet.txt
            """,
        added: ["Draft/Copy.txt"], contents: ["Ready/Sonnet.txt": "one\n"]),
    Trial(
        program: gio, operation: "`move`, `rename`",
        script: "gio move Draft/Ode.txt Ready/; barrier; gio rename Ready/Ode.txt 'Ode II.txt'; barrier; gio rename Collections/Book Livre",
        moved: [
            "Draft/Ode.txt": "Ready/Ode II.txt", "Collections/Book": "Collections/Livre",
            "Collections/Book/Poem.txt": "Collections/Livre/Poem.txt",
        ]),
    Trial(
        program: gio, operation: "`save` over a file, with a backup and without",
        script: """
            echo five | gio save Ready/Sonnet.txt; barrier; echo six | gio save -b Ready/Sonnet.txt; test -e Ready/Sonnet.txt~
            barrier; echo seven | gio save Ready/Sonnet.txt
            """,
        contents: ["Ready/Sonnet.txt": "seven\n"]),
    Trial(
        program: gio, operation: "`trash`",
        script: "gio trash Draft/Ode.txt Collections/Book; test ! -e Draft/Ode.txt",
        missing: ["Draft/Ode.txt", "Collections/Book", "Collections/Book/Poem.txt"]),
    Trial(
        program: gio, operation: "`trash`, and moved back from the trash can",
        script: """
            gio trash Draft/Ode.txt Collections/Book; barrier
            mv ../../home/.local/share/Trash/files/Ode.txt Draft/; mv ../../home/.local/share/Trash/files/Book Collections/
            """),
]
