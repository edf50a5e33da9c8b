import ShedTestSchedule
import Testing

/// What programs without a desktop do in the folder All: what is written to a link is in its file, which keeps its ID, the links stand
/// again, and nothing is refused.
@Suite(.waitsForPrograms) struct `Programs in the folder All` {
    @Test(.enabled(if: vim.isInstalled, "\(vim.absence)"), arguments: vimTrials, Attendance.allCases)
    func `vim saves into the file`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: nano.isInstalled, "\(nano.absence)"), arguments: nanoTrials, Attendance.allCases)
    func `nano saves into the file`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: ed.isInstalled, "\(ed.absence)"), arguments: edTrials, Attendance.allCases)
    func `ed saves into the file`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(arguments: filterTrials, Attendance.allCases)
    func `what replaces a link is an edit of its file`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(arguments: linkTrials, Attendance.allCases)
    func `a link that was removed or renamed stands again, and its file stays`(trial: Trial, attendance: Attendance) throws {
        try Bench.hold(trial, attendance)
    }

    @Test(.enabled(if: gio.isInstalled, "\(gio.absence)"), arguments: gioTrials, Attendance.allCases)
    func `gio saves into the file, and what it removes stands again`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: rsync.isInstalled, "\(rsync.absence)"), arguments: rsyncTrials, Attendance.allCases)
    func `rsync brings copies and links out and back`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(arguments: copyTrials, Attendance.allCases)
    func `cp and tar bring copies out and back`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: zip.isInstalled, "\(zip.absence)"), arguments: zipTrials, Attendance.allCases)
    func `unzip puts copies in place of links`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: git.isInstalled, "\(git.absence)"), arguments: gitTrials, Attendance.allCases)
    func `git carries the links, or files in their place`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }
}

private let vim = Program("vim", "vim.tiny")
private let nano = Program("nano")
private let ed = Program("ed")
private let gio = Program("gio", versionWord: "version")
private let rsync = Program("rsync")
private let zip = Program("zip", "zip", "unzip", versionWord: "-v")
private let git = Program("git")

/// Shell before the project is looked at: All is on, and there is a name that programs stumble over.
let withAll = """
    grep -q '^views' .shed/settings.toml || echo 'views = true' >> .shed/settings.toml
    printf 'odd\\n' > "Draft/It's 100% \\$x & co.txt"

    """

/// Functions for trials in All: `linked` waits until it holds links alone, to each of the four files, and editors' backups;
/// `renamed` also that the link Hymn.txt is called Ode.txt again; `inall COMMAND…` runs a command for two links, whose names are its last word then.
let allFunctions = """
    onlylinks() {
        [ "$(find All -type l ! -name '.*' | wc -l)" = 4 ] && ! find All -mindepth 1 ! -type l ! -name '*~' ! -name '.*' | grep -q . && ! find -L All -type l | grep -q .
    }
    linked() { barrier; await onlylinks; }
    renamed() { barrier; await 'test -L All/Ode.txt && test ! -L All/Hymn.txt && onlylinks'; }
    inall() { "$@" All/Ode.txt; "$@" "All/It's 100% \\$x & co.txt"; }

    """

private func trial(
    _ program: Program, _ operation: String, moved: [String: String] = [:], contents: [String: String] = [:], preparation: String = "", _ script: String
) -> Trial {
    Trial(
        program: program, operation: "\(operation), in All", preparation: withAll + preparation, script: allFunctions + "linked\n" + script + "\nlinked",
        moved: moved, contents: contents)
}

private let odd = "Draft/It's 100% $x & co.txt"

private let vimTrials: [Trial] =
    ["yes", "no", "auto", "auto,breaksymlink", "no,breaksymlink"].map { copying in
        trial(
            vim, "`:w`, `backupcopy=\(copying)`, `backup` on and off",
            contents: ["Draft/Ode.txt": "one five six five six\n", odd: "odd five six five six\n"], """
                save() { vim.tiny -u NONE -i NONE -N -es -c "set backupskip= backupcopy=\(copying) $options" -c "s/$/ $word/" -c w -c q "$1"; }
                for options in nobackup backup; do for word in five six; do inall save; linked; done; done
                """)
    } + [
        trial(
            vim, "open in a terminal with a swap file, `:w` twice, `:wq`", contents: ["Draft/Ode.txt": "one five six seven\n"], """
                open 'vim.tiny -u NONE -i NONE -N All/Ode.txt'
                await 'test -e Draft/.Ode.txt.swp || test -e All/.Ode.txt.swp'; barrier
                for word in five six; do keys "A $word\\033:w\\r"; await "holds Draft/Ode.txt $word"; linked; done
                keys 'A seven\\033:wq\\r'; closed
                """),
        trial(
            vim, "`breaksymlink`, open in a terminal, `:w` twice", contents: ["Draft/Ode.txt": "one five six\n"], """
                open 'vim.tiny -u NONE -i NONE -N -c "set backupcopy=auto,breaksymlink" All/Ode.txt'
                await 'holds ../screen one'
                for word in five six; do keys "A $word\\033:w!\\r"; await "holds All/Ode.txt $word"; done
                keys ':q!\\r'; closed
                """),
    ]

private let nanoTrials: [Trial] = [("", "plain"), ("-B", "`-B` (backups)"), ("-G", "`-G` (lock files)")].map { option, name in
    trial(
        nano, "Ctrl+O twice, Ctrl+X, \(name)", contents: ["Draft/Ode.txt": "five six one\n"], """
            open "nano --ignorercfiles \(option) All/Ode.txt"
            await 'holds ../screen Read'; barrier
            for word in five six; do
                keys "$word \\017"; await 'holds ../screen "File Name to Write"'; keys '\\r'; await "holds Draft/Ode.txt $word"; : > ../screen; linked
            done
            keys '\\030'; closed
            """)
}

private let edTrials = [
    trial(ed, "`w` twice", contents: ["Draft/Ode.txt": "one five six\n"], """
        for word in five six; do printf '1s/$/ %s/\\nw\\nq\\n' $word | ed -s All/Ode.txt; linked; done
        """)
]

private let filterTrials = [
    trial(Program("sed"), "`-i` twice", contents: ["Draft/Ode.txt": "six\n", odd: "six\n"], """
        inall sed -i 's/one\\|odd/five/'; linked; inall sed -i s/five/six/
        """),
    trial(Program("sed"), "`-i.bak` twice, `-i --follow-symlinks`", contents: ["Draft/Ode.txt": "seven\n"], """
        sed -i.bak s/one/five/ All/Ode.txt; linked; sed -i.bak s/five/six/ All/Ode.txt; linked; sed -i --follow-symlinks s/six/seven/ All/Ode.txt
        """),
    trial(Program("perl"), "`-pi` twice", contents: ["Draft/Ode.txt": "six\n", odd: "six\n"], """
        inall perl -pi -e 's/one|odd/five/'; linked; inall perl -pi -e s/five/six/
        """),
    trial(Program("mv"), "a saved copy over a link", contents: ["Draft/Ode.txt": "five\n"], "echo five > ../five; mv -f ../five All/Ode.txt"),
    trial(Program("dd"), "`of=`, `truncate` and `>>`", contents: ["Draft/Ode.txt": "five\n"], """
        printf fi | dd of=All/Ode.txt status=none; linked; truncate -s 2 All/Ode.txt; echo ve >> All/Ode.txt
        """),
]

private let linkTrials = [
    trial(Program("rm"), "of one, and of all", "rm All/Ode.txt; linked; rm All/*"),
    trial(Program("mv"), "to another name", "mv All/Ode.txt All/Hymn.txt; renamed"),
    trial(Program("mv"), "to Published: the link alone moves, and the text stays", """
        mv All/Ode.txt Published/; "$SHED" sync --quiet || true; await onlylinks; test -L Published/Ode.txt; test -f Draft/Ode.txt; test ! -L Draft/Ode.txt
        "$SHED" check --json | grep -q dragged-link; rm Published/Ode.txt
        """),
    trial(Program("mv"), "of the file behind a link", moved: ["Draft/Ode.txt": "Published/Ode.txt"], contents: ["All/Ode.txt": "one\n"], """
        mv Draft/Ode.txt Published/; barrier; await 'test "$(readlink All/Ode.txt)" = ../Published/Ode.txt'
        """),
]

private let gioTrials = [
    trial(gio, "`save`, with a backup and without", contents: ["Draft/Ode.txt": "six\n"], """
        echo five | gio save All/Ode.txt; linked; echo six | gio save -b All/Ode.txt
        """),
    trial(gio, "`trash` and `rename`", """
        gio trash All/Ode.txt; linked; gio rename All/Ode.txt Hymn.txt > ../said; renamed
        """),
]

private let rsyncTrials =
    ["", "--inplace", "--delay-updates"].map { options in
        trial(rsync, "`-aL` out, changed there, `-a \(options)` back", contents: ["Draft/Ode.txt": "one\nfive words\n", odd: "odd\n"], """
            rsync -aL All/ ../out/; echo 'five words' >> ../out/Ode.txt; rsync -a \(options) ../out/ All/
            """)
    } + [
        trial(rsync, "`-a` out and back", "rsync -a All/ ../out/; rm All/Ode.txt; rsync -a ../out/ All/"),
        trial(rsync, "`-aL --delete` of a copy in which one is missing", "rsync -aL All/ ../out/; rm ../out/Ode.txt; rsync -a --delete ../out/ All/"),
    ]

private let copyTrials = [
    trial(Program("cp"), "`-rL` out, changed there, and back", contents: ["Draft/Ode.txt": "one\nfive\n"], """
        cp -rL All ../out; echo five >> ../out/Ode.txt; linked; rm All/*; cp -r ../out/. All/
        """),
    trial(Program("cp"), "`-rL` over links, which writes into the files", contents: ["Draft/Ode.txt": "five\n"], """
        cp -rL All ../out; echo five > ../out/Ode.txt; cp -rL ../out/. All/
        """),
    trial(Program("tar"), "of links, and with `-h`", contents: ["Draft/Ode.txt": "one\n"], """
        tar -cf ../links.tar All; tar -chf ../copies.tar All; tar -xf ../links.tar; linked; tar -xf ../copies.tar
        """),
]

private let zipTrials = [
    trial(zip, "made without `-y`, unpacked over it", contents: ["Draft/Ode.txt": "one\n"], "zip -qr ../all.zip All; rm All/Ode.txt; unzip -qo ../all.zip"),
    trial(zip, "made with `-y`, unpacked over it", contents: ["Draft/Ode.txt": "one\n"], "zip -qry ../all.zip All; unzip -qo ../all.zip"),
]

private let gitTrials = [
    trial(
        git, "`checkout` of a branch in which a text was moved, and back", preparation: """
            git init -q -b main; git config user.name A; git config user.email a@example.org; echo /.shed >> .git/info/exclude
            """, """
            git add -A; git commit -qm one; git checkout -q -b side; "$SHED" mv All/Ode.txt Ready --quiet; git add -A; git commit -qm two
            linked; git checkout -q main; linked; git checkout -q side; linked; git checkout -q main
            """),
    trial(
        git, "`clone` with `core.symlinks=false`", """
            git init -q -b main; git config user.name A; git config user.email a@example.org; git add -A; git commit -qm one
            git clone -q -c core.symlinks=false . ../Clone; test ! -L ../Clone/All/Ode.txt
            "$SHED" trust ../Clone > ../said; "$SHED" -C ../Clone sync; "$SHED" -C ../Clone check
            (cd ../Clone; onlylinks; test ! -e Rejected; grep -q one All/Ode.txt); rm -rf .git
            """),
]
