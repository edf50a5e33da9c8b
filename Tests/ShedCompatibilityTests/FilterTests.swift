import ShedTestSchedule
import Testing

/// Programs that rewrite files from the command line.
@Suite(.waitsForPrograms) struct `Filters and file tools` {
    @Test(arguments: filterTrials, Attendance.allCases)
    func `rewriting a file loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(arguments: fileToolTrials, Attendance.allCases)
    func `copying, moving and linking loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: patch.isInstalled, "\(patch.absence)"), arguments: patchTrials, Attendance.allCases)
    func `patch loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }

    @Test(.enabled(if: python.isInstalled, "\(python.absence)"), arguments: pythonTrials, Attendance.allCases)
    func `Python's shutil loses no ID`(trial: Trial, attendance: Attendance) throws { try Bench.hold(trial, attendance) }
}

private let sed = Program("sed")
private let perl = Program("perl")
private let python = Program("python3")
private let patch = Program("patch")

private let filterTrials = [
    Trial(
        program: sed, operation: "`-i`, twice",
        script: """
            sed -i s/one/five/ Draft/Ode.txt; sed -i s/three/five/ Ready/Sonnet.txt; barrier
            sed -i s/five/six/ Draft/Ode.txt Ready/Sonnet.txt
            """,
        contents: ["Draft/Ode.txt": "six\n", "Ready/Sonnet.txt": "six\n"]),
    Trial(
        program: sed, operation: "`-i.bak`, twice",
        script: "sed -i.bak s/one/five/ Draft/Ode.txt; barrier; sed -i.bak s/five/six/ Draft/Ode.txt",
        added: ["Draft/Ode.txt.bak"], contents: ["Draft/Ode.txt": "six\n", "Draft/Ode.txt.bak": "five\n"]),
    Trial(
        program: perl, operation: "`-pi`, twice",
        script: """
            perl -pi -e s/one/five/ Draft/Ode.txt; perl -pi -e s/three/five/ Ready/Sonnet.txt; barrier
            perl -pi -e s/five/six/ Draft/Ode.txt Ready/Sonnet.txt
            """,
        contents: ["Draft/Ode.txt": "six\n", "Ready/Sonnet.txt": "six\n"]),
    Trial(
        program: perl, operation: "`-pi.orig`, twice",
        script: "perl -pi.orig -e s/one/five/ Draft/Ode.txt; barrier; perl -pi.orig -e s/five/six/ Draft/Ode.txt",
        added: ["Draft/Ode.txt.orig"], contents: ["Draft/Ode.txt": "six\n", "Draft/Ode.txt.orig": "five\n"]),
    Trial(
        program: Program("truncate"), operation: "to nothing, and filled again",
        script: "truncate -s 0 Ready/Sonnet.txt; barrier; echo five >> Ready/Sonnet.txt",
        contents: ["Ready/Sonnet.txt": "five\n"]),
    Trial(
        program: Program("dd"), operation: "`of=`, and `conv=notrunc`",
        script: """
            printf 'five\\n' | dd of=Ready/Sonnet.txt status=none; barrier
            printf F | dd of=Ready/Sonnet.txt conv=notrunc status=none
            """,
        contents: ["Ready/Sonnet.txt": "Five\n"]),
]

private let fileToolTrials = [
    Trial(
        program: Program("cp"), operation: "over a file, with `-a`, `--remove-destination`, `--backup`",
        script: """
            echo five > ../five; echo six > ../six; echo seven > ../seven; echo eight > ../eight
            cp ../five Ready/Sonnet.txt; barrier; cp -a ../six Ready/Sonnet.txt; barrier
            cp --remove-destination ../seven Ready/Sonnet.txt; barrier; cp --backup ../eight Ready/Sonnet.txt
            test -e Ready/Sonnet.txt~
            """,
        contents: ["Ready/Sonnet.txt": "eight\n"]),
    Trial(
        program: Program("cp"), operation: "`-a` of a file and of a folder to a new name",
        script: "cp -a Draft/Ode.txt Draft/Copy.txt; cp -a Collections/Book Collections/Copy",
        added: ["Draft/Copy.txt", "Collections/Copy", "Collections/Copy/Poem.txt"], contents: ["Draft/Copy.txt": "one\n"]),
    Trial(
        program: Program("mv"), operation: "to a folder that fills by moves, and rename",
        script: "mv Draft/Ode.txt Ready/; barrier; mv Ready/Ode.txt 'Ready/Ode II.txt'",
        moved: ["Draft/Ode.txt": "Ready/Ode II.txt"], contents: ["Ready/Ode II.txt": "one\n"]),
    Trial(
        program: Program("mv"), operation: "two files swap their names", script: "mv Draft/Ode.txt Draft/x; mv Draft/Elegy.txt Draft/Ode.txt; mv Draft/x Draft/Elegy.txt",
        moved: ["Draft/Ode.txt": "Draft/Elegy.txt", "Draft/Elegy.txt": "Draft/Ode.txt"], contents: ["Draft/Ode.txt": "two\n", "Draft/Elegy.txt": "one\n"]),
    Trial(
        program: Program("mv"), operation: "a folder", script: "mv Collections/Book Collections/Livre; barrier; mv Collections/Livre Submissions/",
        moved: ["Collections/Book": "Submissions/Livre", "Collections/Book/Poem.txt": "Submissions/Livre/Poem.txt"]),
    Trial(
        program: Program("mv"), operation: "a saved copy over a file (`mv -f`, `mv -b`)",
        script: "echo five > ../five; mv -f ../five Ready/Sonnet.txt; barrier; echo six > ../six; mv -b ../six Ready/Sonnet.txt; test -e Ready/Sonnet.txt~",
        contents: ["Ready/Sonnet.txt": "six\n"]),
    Trial(
        program: Program("ln"), operation: "a hard link and a symbolic link",
        script: "ln Draft/Ode.txt Research/Hard.txt; ln -s ../Draft/Ode.txt Research/Soft.txt; barrier; mv Research/Hard.txt Draft/",
        added: ["Draft/Hard.txt"], contents: ["Draft/Hard.txt": "one\n"]),
    Trial(
        program: Program("ln"), operation: "one of two hard links in two folders is written",
        preparation: "ln Draft/Ode.txt Research/Hard.txt", script: "echo five > Draft/Ode.txt; barrier; echo six > Research/Hard.txt",
        contents: ["Draft/Ode.txt": "six\n", "Research/Hard.txt": "six\n"]),
    Trial(
        program: Program("install"), operation: "over a file, and with `-b`",
        script: "echo five > ../five; install -m644 ../five Ready/Sonnet.txt; barrier; echo six > ../five; install -b -m644 ../five Ready/Sonnet.txt",
        contents: ["Ready/Sonnet.txt": "six\n"]),
    Trial(
        program: Program("rm"), operation: "and the same content written again later",
        script: "cp Draft/Ode.txt ../kept; rm Draft/Ode.txt; barrier; cp ../kept 'Draft/Found.txt'",
        moved: ["Draft/Ode.txt": "Draft/Found.txt"]),
]

private let pythonTrials = [
    Trial(
        program: python, operation: "`open('w')`, and a temporary file with `os.replace`",
        script: """
            python3 -c 'open("Ready/Sonnet.txt", "w").write("five\\n")'; barrier
            python3 -c '
            import os, tempfile
            for path in ["Ready/Sonnet.txt", "Draft/Ode.txt"]:
                file = tempfile.NamedTemporaryFile("w", dir="..", delete=False); file.write("six\\n"); file.close(); os.replace(file.name, path)'
            """,
        contents: ["Ready/Sonnet.txt": "six\n", "Draft/Ode.txt": "six\n"]),
    Trial(
        program: python, operation: "`shutil.copy2`, `copytree`, `move`, `rmtree`",
        script: """
            python3 -c 'import shutil; shutil.copy2("Draft/Ode.txt", "Draft/Copy.txt"); shutil.copytree("Collections/Book", "Collections/Copy")'; barrier
            python3 -c 'import shutil; shutil.move("Draft/Ode.txt", "Ready"); shutil.move("Collections/Book", "Submissions/Book")'; barrier
            python3 -c 'import shutil; shutil.rmtree("Collections/Copy")'
            """,
        moved: [
            "Draft/Ode.txt": "Ready/Ode.txt", "Collections/Book": "Submissions/Book",
            "Collections/Book/Poem.txt": "Submissions/Book/Poem.txt",
        ],
        added: ["Draft/Copy.txt"], wasPassing: ["Collections/Copy", "Collections/Copy/Poem.txt"]),
]

private let patchTrials = [
    Trial(
        program: patch, operation: "a patch, and back with `-R -b`",
        script: """
            printf '1c1\\n< one\\n---\\n> five\\n' > ../change
            patch -s Draft/Ode.txt ../change; holds Draft/Ode.txt five; barrier
            patch -s -R -b Draft/Ode.txt ../change
            """,
        added: ["Draft/Ode.txt.orig"], contents: ["Draft/Ode.txt": "one\n", "Draft/Ode.txt.orig": "five\n"]),
]
