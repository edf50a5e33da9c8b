import ShedTestSchedule
import Testing

/// Programs that bring whole trees: rsync, git, tar, unzip.
@Suite(.waitsForPrograms) struct `Carriers` {
    @Test(.enabled(if: rsync.isInstalled, "\(rsync.absence)"), arguments: rsyncTrials, Attendance.allCases)
    func `rsync loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: git.isInstalled, "\(git.absence)"), arguments: gitTrials, Attendance.allCases)
    func `git loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: tar.isInstalled, "\(tar.absence)"), arguments: tarTrials, Attendance.allCases)
    func `tar loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: zip.isInstalled, "\(zip.absence)"), arguments: zipTrials, Attendance.allCases)
    func `zip and unzip lose no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }
}

private let rsync = Program("rsync")
private let git = Program("git")
private let tar = Program("tar")
private let zip = Program("zip and unzip", "unzip", "zip", versionWord: "-v")

/// A changed copy of the project's files beside it.
private let changedCopy = """
    mkdir ../copy; cp -a Draft Ready Collections ../copy/
    echo 'five words' > ../copy/Draft/Ode.txt; echo 'six words' > ../copy/Ready/Sonnet.txt; echo new > ../copy/Draft/New.txt

    """

private let rsyncTrials =
    [("-a", "plain"), ("-a --inplace", "`--inplace`"), ("-a --delay-updates", "`--delay-updates`"), ("-a --backup", "`--backup`")].map { options, name in
        Trial(
            program: rsync, operation: "\(name), twice",
            script: changedCopy + """
                rsync \(options) ../copy/ ./; barrier
                echo 'seven words and more' > ../copy/Draft/Ode.txt; rsync \(options) ../copy/ ./
                """,
            added: ["Draft/New.txt"], contents: ["Draft/Ode.txt": "seven words and more\n", "Ready/Sonnet.txt": "six words\n"])
    } + [
        Trial(
            program: rsync, operation: "`-a --delete` of a copy in which a file was renamed and one deleted",
            script: changedCopy + """
                mv ../copy/Draft/Elegy.txt ../copy/Draft/Lament.txt; rm ../copy/Collections/Book/Poem.txt
                rsync -a --delete ../copy/Draft ../copy/Ready ../copy/Collections ./
                """,
            moved: ["Draft/Elegy.txt": "Draft/Lament.txt"], added: ["Draft/New.txt"], missing: ["Collections/Book/Poem.txt"])
    ]

/// A repository of the visible files, without the links in All (else a rebase finds that they follow what it checks out), with a branch in which a file is changed, one renamed, one new.
private let repository = """
    git init -q -b main; git config user.name A; git config user.email a@example.org; printf '/.shed\\n/All\\n' >> .git/info/exclude
    git add -A; git commit -qm one
    git checkout -q -b side; echo five > Draft/Ode.txt; git mv Draft/Elegy.txt Draft/Lament.txt; echo new > Draft/New.txt
    git add -A; git commit -qm two; git checkout -q main
    """

private let gitTrials = [
    Trial(
        program: git, operation: "`checkout` of a branch and back, `stash`, `reset --hard`", preparation: repository,
        script: """
            git checkout -q side; barrier; holds Draft/Ode.txt five; test -e Draft/Lament.txt; git checkout -q main; barrier
            echo six > Draft/Ode.txt; barrier; git stash -q; barrier; holds Draft/Ode.txt one; git stash pop -q; barrier
            holds Draft/Ode.txt six; git reset -q --hard
            """,
        wasPassing: ["Draft/New.txt"], contents: ["Draft/Ode.txt": "one\n"]),
    Trial(
        program: git, operation: "`merge` of a branch with a renamed file", preparation: repository,
        script: "echo three more >> Ready/Sonnet.txt; git commit -qam three; barrier; git merge -q -m merged side",
        moved: ["Draft/Elegy.txt": "Draft/Lament.txt"], added: ["Draft/New.txt"], contents: ["Draft/Ode.txt": "five\n"]),
    Trial(
        program: git, operation: "`rebase`", preparation: repository,
        script: """
            echo three more >> Ready/Sonnet.txt; git commit -qam three; barrier
            git checkout -q side; barrier; git rebase -q main
            """,
        moved: ["Draft/Elegy.txt": "Draft/Lament.txt"], added: ["Draft/New.txt"],
        contents: ["Draft/Ode.txt": "five\n", "Ready/Sonnet.txt": "three\nthree more\n"]),
    Trial(
        program: git, operation: "`clone` with `.shed`: the same IDs",
        script: """
            git init -q -b main; git config user.name A; git config user.email a@example.org
            git add -A; git commit -qm one; git clone -q . ../Clone
            for file in Draft/Ode.txt Ready/Sonnet.txt Collections/Book; do
                [ "$(id $file)" = "$(cd ../Clone; id $file)" ]
            done
            "$SHED" trust ../Clone; "$SHED" -C ../Clone sync; "$SHED" -C ../Clone check
            """),
]

private let tarTrials = [
    Trial(
        program: tar, operation: "extracted over the files; a new folder",
        script: changedCopy + """
            mkdir ../copy/Collections/New; echo x > ../copy/Collections/New/x.txt
            tar -C ../copy -cf ../copy.tar .; tar -xf ../copy.tar
            """,
        added: ["Draft/New.txt", "Collections/New", "Collections/New/x.txt"],
        contents: ["Draft/Ode.txt": "five words\n", "Ready/Sonnet.txt": "six words\n"]),
    Trial(
        program: tar, operation: "deleted and restored from an archive",
        script: """
            tar -cf ../all.tar Draft Ready Collections; rm -r Draft/Ode.txt Ready/Sonnet.txt Collections/Book; barrier
            tar -xf ../all.tar
            """,
        contents: ["Draft/Ode.txt": "one\n", "Ready/Sonnet.txt": "three\n"]),
]

private let zipTrials = [
    Trial(
        program: zip, operation: "`unzip -o` over the files; a new folder",
        script: changedCopy + """
            mkdir ../copy/Collections/New; echo x > ../copy/Collections/New/x.txt
            (cd ../copy; zip -qr ../copy.zip .); unzip -qo ../copy.zip
            """,
        added: ["Draft/New.txt", "Collections/New", "Collections/New/x.txt"],
        contents: ["Draft/Ode.txt": "five words\n", "Ready/Sonnet.txt": "six words\n"]),
    Trial(
        program: zip, operation: "an archive in the project, made and updated by `zip`",
        preparation: "zip -q Research/All.zip Draft/Ode.txt", script: "zip -q Research/All.zip Draft/Elegy.txt; unzip -qt Research/All.zip"),
]
