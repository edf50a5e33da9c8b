import ShedTestSchedule
import Testing

/// Editors that need no desktop, in a terminal of their own or fed by a pipe.
@Suite(.waitsForPrograms) struct `Editors` {
    @Test(.enabled(if: vim.isInstalled, "\(vim.absence)"), arguments: vimTrials, Attendance.allCases)
    func `vim saves and nothing loses its ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: nano.isInstalled, "\(nano.absence)"), arguments: nanoTrials, Attendance.allCases)
    func `nano saves and nothing loses its ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: ed.isInstalled, "\(ed.absence)"), arguments: edTrials, Attendance.allCases)
    func `ed saves and nothing loses its ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }
}

private let vim = Program("vim", "vim.tiny")
private let nano = Program("nano")
private let ed = Program("ed")

private let vimOptions = ["backup", "nobackup"].flatMap { backup in
    ["writebackup", "nowritebackup"].flatMap { write in ["swapfile", "noswapfile"].map { [backup, write, $0] } }
}

private let vimTrials: [Trial] =
    ["yes", "no", "auto", "auto,breaksymlink", "auto,breakhardlink"].map { copying in
        // A file for each combination of the other options, saved twice by :w and once by :w!.
        let names = vimOptions.map { "Draft/\($0.joined(separator: "-")).txt" }
        let saves = zip(names, vimOptions).map { name, options in
            "save '\(copying)' '\(options.joined(separator: " "))' \(name)"
        }.joined(separator: "\n")
        return Trial(
            program: vim, operation: "`:w`, `:w!`, `backupcopy=\(copying)`; `backup`, `writebackup` and `swapfile` on and off",
            preparation: names.map { "echo one > \($0)" }.joined(separator: "\n"),
            script: """
                save() { vim.tiny -u NONE -i NONE -N -es -c "set backupskip= backupcopy=$1 $2" -c "s/$/ $word/" -c "$write" -c q "$3"; }
                word=two write=w; \(saves)
                barrier
                word=three write=w; \(saves)
                word=four write=w!; \(saves)
                for file in Draft/backup-*.txt; do holds $file~ 'one two three$'; done
                for file in Draft/nobackup-*.txt; do test ! -e $file~; done
                """,
            contents: Dictionary(uniqueKeysWithValues: names.map { ($0, "one two three four\n") }))
    } + [
        Trial(
            program: vim, operation: "`:w` with `backupext=.bak`, old file renamed (`backupcopy=no`)",
            script: """
                for word in five six; do
                    vim.tiny -u NONE -i NONE -N -es -c 'set backupskip= backupcopy=no backup backupext=.bak' -c "s/$/ $word/" -c w -c q Draft/Ode.txt
                    barrier
                done
                """,
            added: ["Draft/Ode.txt.bak"], contents: ["Draft/Ode.txt": "one five six\n", "Draft/Ode.txt.bak": "one five\n"]),
        Trial(
            program: vim, operation: "`:w` of a file with two hard links, `breakhardlink`", preparation: "ln Draft/Ode.txt Research/Link.txt",
            script: "vim.tiny -u NONE -i NONE -N -es -c 'set backupskip= backupcopy=auto,breakhardlink' -c 's/one/five/' -c w -c q Draft/Ode.txt",
            contents: ["Draft/Ode.txt": "five\n", "Research/Link.txt": "one\n"]),
        Trial(
            program: vim, operation: "`:w` through a symbolic link", preparation: "ln -s Ode.txt Draft/Link.txt",
            script: "vim.tiny -u NONE -i NONE -N -es -c 'set backupskip= backupcopy=auto' -c 's/one/five/' -c w -c q Draft/Link.txt; test -L Draft/Link.txt",
            contents: ["Draft/Ode.txt": "five\n"]),
        Trial(
            program: vim, operation: "`:w` in place of a symbolic link, `breaksymlink`", preparation: "ln -s Ode.txt Draft/Link.txt",
            script: """
                vim.tiny -u NONE -i NONE -N -es -c 'set backupskip= backupcopy=auto,breaksymlink' -c 's/one/five/' -c w -c q Draft/Link.txt
                test ! -L Draft/Link.txt
                """,
            added: ["Draft/Link.txt"], contents: ["Draft/Ode.txt": "one\n", "Draft/Link.txt": "five\n"]),
        Trial(
            program: vim, operation: "open in a terminal with a swap file, `:w` thrice, `:saveas`, `:wq`",
            script: """
                open 'vim.tiny -u NONE -i NONE -N Ready/Sonnet.txt'
                await 'test -e Ready/.Sonnet.txt.swp'; barrier
                for word in five six seven; do
                    keys "A $word\\033:w\\r"; await "holds Ready/Sonnet.txt $word"; barrier
                done
                keys ':saveas Draft/Saved.txt\\r'; await 'test -e Draft/Saved.txt'; barrier
                keys 'A eight\\033:wq\\r'; closed
                test ! -e Ready/.Sonnet.txt.swp
                """,
            added: ["Draft/Saved.txt"],
            contents: ["Ready/Sonnet.txt": "three five six seven\n", "Draft/Saved.txt": "three five six seven eight\n"]),
        Trial(
            program: vim, operation: "killed while a swap file stands, recovered by `:recover`",
            script: """
                open 'vim.tiny -u NONE -i NONE -N Ready/Sonnet.txt'
                await 'test -e Ready/.Sonnet.txt.swp'
                keys 'A five\\033:preserve\\r'; await 'holds ../screen preserved'; barrier
                kill -KILL $(cat ../pid); wait $terminal || true; exec 3>&-
                barrier; test -e Ready/.Sonnet.txt.swp; holds Ready/Sonnet.txt '^three$'
                # vim says that there is a swap file, and therefore ends with 1.
                vim.tiny -u NONE -i NONE -N -es -c recover -c w -c q Ready/Sonnet.txt || holds Ready/Sonnet.txt five
                barrier; rm Ready/.Sonnet.txt.swp
                """,
            contents: ["Ready/Sonnet.txt": "three five\n"]),
    ]

private let nanoTrials: [Trial] = [("", "plain"), ("-B", "`-B` (backups)"), ("-G", "`-G` (lock files)"), ("-B -G", "`-B -G`")].map { option, name in
    Trial(
        program: nano, operation: "Ctrl+O twice, Ctrl+X, \(name)",
        script: """
            for file in Draft/Ode.txt Ready/Sonnet.txt; do
                open "nano --ignorercfiles \(option) $file"
                await 'holds ../screen Read'; barrier
                keys 'five '; keys '\\017\\r'; await "holds $file five"; barrier
                keys 'six '; keys '\\017\\r'; await "holds $file six"; barrier
                keys '\\030'; closed
            done
            """,
        contents: ["Draft/Ode.txt": "five six one\n", "Ready/Sonnet.txt": "five six three\n"])
}

private let edTrials = [
    Trial(
        program: ed, operation: "`w` twice in one session, `w` to a new file",
        script: """
            mkfifo ../keys; ed -s Ready/Sonnet.txt < ../keys & editor=$!; exec 3> ../keys
            keys '1s/$/ five/\\nw\\n'; await 'holds Ready/Sonnet.txt five'; barrier
            keys '1s/$/ six/\\nw\\n'; await 'holds Ready/Sonnet.txt six'; barrier
            keys 'w Draft/New.txt\\nq\\n'; wait $editor; exec 3>&-
            """,
        added: ["Draft/New.txt"], contents: ["Ready/Sonnet.txt": "three five six\n", "Draft/New.txt": "three five six\n"])
]
