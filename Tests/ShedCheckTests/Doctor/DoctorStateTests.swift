import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import Testing

@testable import ShedCheck
@testable import ShedDisk

/// shed's own directories, the daemon and the clock.
@Suite struct DoctorStateTests {
    private func examine(_ shelf: Shelf, _ check: DoctorCheck, _ change: (inout Surroundings, inout Doctor.Machine) -> Void = { _, _ in }) -> [Diagnosis] {
        var surroundings = shelf.surroundings
        var machine = Doctor.Machine()
        change(&surroundings, &machine)
        return Doctor(surroundings, version: "0", machine: machine).examine().filter { $0.check == check }
    }

    private func worst(_ found: [Diagnosis]) -> Diagnosis.Status? { found.map(\.status).max() }

    @Test func `a state directory that is not there yet is as it should be`() throws {
        #expect(worst(examine(try Shelf(kinds: ProgramKinds.all, in: "/tmp"), .stateDirectory)) == .ok)
    }

    @Test(arguments: [("700", Diagnosis.Status.ok), ("755", .note), ("770", .warning), ("702", .warning)])
    func `others should not read the state directory, and must not write there`(mode: String, expected: Diagnosis.Status) throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        try shelf.shell("mkdir state; chmod \(mode) state")
        let found = examine(shelf, .stateDirectory)
        #expect(worst(found) == expected)
        if expected != .ok { #expect(found.last?.remedy == "chmod 700 \(shelf.path)/state") }
    }

    @Test func `another user's state directory is a warning`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        try shelf.shell("mkdir -m 700 state")
        #expect(worst(examine(shelf, .stateDirectory) { $1.user = geteuid() + 1 }) == .warning)
    }

    @Test func `a file where the state directory should be is an error`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        try shelf.shell("echo > state")
        #expect(worst(examine(shelf, .stateDirectory)) == .error)
        #expect(worst(examine(shelf, .stateDirectory) { surroundings, _ in surroundings.stateDirectory += "/deep/er" }) == .error)
    }

    @Test func `a state directory in memory is a note, on a network a warning`() throws {
        func statuses(_ magic: Int) -> [Diagnosis.Status] {
            Doctor.stateFileSystem(FileSystemFacts(magic: magic, hasBirthTimes: true), "x", []).map(\.status)
        }
        #expect(statuses(0xef53).isEmpty)
        #expect(statuses(0x6969) == [.warning] && statuses(0xff53_4d42) == [.warning])
        #expect(statuses(0x6573_5546) == [.note] && statuses(0x0102_1994) == [.note])
    }

    @Test func `little space is a warning, and nearly none an error`() {
        func status(_ free: UInt64, files: UInt64? = nil, isReadOnly: Bool = false) -> Diagnosis.Status? {
            Doctor.space(VolumeFacts(size: 1 << 40, free: free, freeFiles: files, isReadOnly: isReadOnly))?.status
        }
        #expect(status(100 << 20) == nil && status((100 << 20) - 1) == .warning && status((10 << 20) - 1) == .error)
        #expect(status(1 << 30, files: 1_000) == nil && status(1 << 30, files: 999) == .warning && status(1 << 30, files: 9) == .error)
        #expect(status(0, files: 0, isReadOnly: true) == nil)
    }

    @Test func `the runtime directory is to be there, ours and closed to others`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        try shelf.shell("mkdir -m 700 good; mkdir -m 750 open; echo > file")
        func status(_ path: String?, user: UInt32 = geteuid()) -> Diagnosis.Status? {
            worst(examine(shelf, .runtimeDirectory) { $0.environment["XDG_RUNTIME_DIR"] = path; $1.user = user })
        }
        #expect(status(nil) == .ok && status(shelf.path + "/good") == .ok)
        #expect(status(shelf.path + "/open") == .warning && status(shelf.path + "/file") == .warning)
        #expect(status(shelf.path + "/none") == .warning && status("good") == .warning)
        #expect(status(shelf.path + "/good", user: geteuid() + 1) == .warning)
    }

    @Test func `a path that is too long for a socket is a warning`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        // …/run/control.socket has 19 bytes more than the state directory.
        func status(_ length: Int) -> Diagnosis.Status? {
            worst(examine(shelf, .runtimeDirectory) { surroundings, _ in
                surroundings.stateDirectory = shelf.path + "/" + String(repeating: "s", count: length - shelf.path.utf8.count - 1)
            })
        }
        #expect(status(88) == .ok && status(89) == .warning)
    }

    @Test func `a folder without a record that can be read is named`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        #expect(examine(shelf, .record).isEmpty)
        try shelf.shell("cd state/projects; mkdir a b c; echo '{}' > b/record.json; mkfifo c/record.json; echo > file")
        let found = examine(shelf, .record)
        #expect(found.map(\.subject) == ["a", "b", "c"].map { Array("\(shelf.path)/state/projects/\($0)".utf8) })
        #expect(found.allSatisfy { $0.status == .warning })
    }

    @Test func `a clock that stands a day before what was seen is a warning`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        _ = try shelf.project()
        let now = Surroundings.clock()
        func status(_ milliseconds: Int64) throws -> Diagnosis.Status? {
            let surroundings = try Surroundings(environment: shelf.surroundings.environment, kinds: shelf.surroundings.kinds, now: { milliseconds })
            return worst(examine(shelf, .clock) { ours, _ in ours = surroundings })
        }
        #expect(try status(now) == .ok && status(now - 80_000_000) == .ok)
        #expect(try status(now - 2 * 86_400_000) == .warning && status(0) == .warning)
    }

    @Test func `a unit or an autostart entry is found where the settings are`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        #expect(worst(examine(shelf, .service)) == .note)
        try shelf.shell("mkdir -p home/.config/systemd/user other/autostart; echo > home/.config/systemd/user/shed.service; echo > other/autostart/shed.desktop")
        #expect(worst(examine(shelf, .service)) == .ok)
        let entry = examine(shelf, .service) { surroundings, _ in surroundings.environment["XDG_CONFIG_HOME"] = shelf.path + "/other" }
        #expect(entry.first?.subject == Array("\(shelf.path)/other/autostart/shed.desktop".utf8))
        #expect(worst(examine(shelf, .service) { surroundings, _ in surroundings.environment["XDG_CONFIG_HOME"] = shelf.path + "/none" }) == .note)
    }

    @Test func `programs are found by PATH, if they can be run`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        try shelf.shell("mkdir bin; for n in gdbus systemctl git; do echo > bin/$n; done; chmod 755 bin/gdbus bin/systemctl; chmod 644 bin/git")
        func found(_ path: String) -> [Diagnosis] { examine(shelf, .program) { surroundings, _ in surroundings.environment["PATH"] = path } }
        // The first two are wanted by everybody; the others by those who have such projects.
        #expect(found("").map(\.status) == [.note, .note] + Array(repeating: .ok, count: 7))
        let here = found("bin::/nonexistent:\(shelf.path)/bin")
        #expect(here.map(\.status) == Array(repeating: .ok, count: 9) && here[2].message.contains("not installed"))
    }
}

extension DoctorStateTests {
    @Test func `a project under which the daemon died twice is named, with what lifts that`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        let project = try shelf.project()
        let folder = try #require(project.home.stateFolder)
        try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 0)
        #expect(examine(shelf, .quarantine).isEmpty)
        try Quarantine.noteDeath(in: folder, by: SIGSEGV, at: 1)
        let found = examine(shelf, .quarantine)
        #expect(found.map(\.status) == [.warning] && found.map(\.subject) == [project.home.path])
        #expect(found.first?.message == "the daemon died 2 times under it, by SIGSEGV, and leaves it alone")
        #expect(found.first?.remedy == "shed trust \(ShellWord.quote(project.home.path)) --again")
        try Quarantine.lift(folder)
        #expect(examine(shelf, .quarantine).isEmpty)
    }
}
