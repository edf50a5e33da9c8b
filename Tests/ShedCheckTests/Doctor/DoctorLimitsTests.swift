import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import Testing

@testable import ShedCheck

/// The limits, with settings and processes of the test's own.
@Suite struct DoctorLimitsTests {
    private func doctor(_ shelf: Shelf, _ change: (inout Doctor.Machine) -> Void = { _ in }) -> Doctor {
        var machine = Doctor.Machine()
        change(&machine)
        return Doctor(shelf.surroundings, version: "0", machine: machine)
    }

    private func status(_ check: DoctorCheck, _ found: [Diagnosis]) -> Diagnosis.Status? { found.first { $0.check == check }?.status }

    @Test func `the lower of two settings counts, and its own key cures it`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        try shelf.shell("mkdir -p sys/fs/inotify sys/user; echo 900 > sys/fs/inotify/max_user_watches; echo 100 > sys/user/max_inotify_watches; echo 7 > sys/fs/inotify/max_user_instances")
        let limits = InotifyLimits(directory: shelf.path + "/sys")
        #expect(limits.watches == .init(value: 100, key: "user.max_inotify_watches"))
        #expect(limits.instances == .init(value: 7, key: "fs.inotify.max_user_instances"))
        #expect(limits.queue == nil)
    }

    @Test func `the kernel's own settings are read whole`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        let text = try shelf.shell("cat /proc/sys/fs/inotify/max_queued_events")
        #expect(InotifyLimits(directory: "/proc/sys").queue?.value == Int(text.filter(\.isNumber)))
    }

    @Test(arguments: [(100, 0, Diagnosis.Status.ok), (800, 0, .ok), (801, 0, .note), (1_000, 0, .note), (1_001, 0, .warning), (500, 501, .warning)])
    func `watches of folders and of other programs share one limit`(folders: Int, others: Int, expected: Diagnosis.Status) throws {
        let limits = InotifyLimits(watches: .init(value: 1_000, key: "fs.inotify.max_user_watches"))
        let found = doctor(try Shelf(kinds: ProgramKinds.all, in: "/tmp")).limits(limits, use: InotifyUse(watches: others), need: WatchNeed(folders: folders, projects: 1))
        #expect(status(.watchLimit, found) == expected)
        let remedy = found.first { $0.check == .watchLimit }?.remedy ?? ""
        #expect(
            remedy == (expected == .ok ? "" : "sudo sysctl fs.inotify.max_user_watches=524288 && echo 'fs.inotify.max_user_watches = 524288' | sudo tee -a /etc/sysctl.d/50-shed.conf"))
    }

    @Test func `the new limit has room for twice what is needed`() throws {
        let limits = InotifyLimits(watches: .init(value: 1_000, key: "k"))
        let found = doctor(try Shelf(kinds: ProgramKinds.all, in: "/tmp")).limits(limits, use: InotifyUse(), need: WatchNeed(folders: 600_000, projects: 1))
        #expect(found.first?.remedy.hasPrefix("sudo sysctl k=2097152 ") == true)
    }

    @Test func `no instance left is an error, and a missing limit a note`() throws {
        let limits = InotifyLimits(instances: .init(value: 128, key: "k"))
        let full = doctor(try Shelf(kinds: ProgramKinds.all, in: "/tmp")).limits(limits, use: InotifyUse(instances: 128), need: WatchNeed())
        #expect(status(.instanceLimit, full) == .error && status(.watchLimit, full) == .note && status(.queueLimit, full) == .note)
        #expect(status(.instanceLimit, doctor(try Shelf(kinds: ProgramKinds.all, in: "/tmp")).limits(limits, use: InotifyUse(instances: 127), need: WatchNeed())) == .ok)
    }

    @Test func `a short queue is a note, few open files a warning`() throws {
        let limits = InotifyLimits(queue: .init(value: 16_383, key: "k"))
        let found = doctor(try Shelf(kinds: ProgramKinds.all, in: "/tmp")) { $0.openFiles = 255 }.limits(limits, use: InotifyUse(), need: WatchNeed())
        #expect(status(.queueLimit, found) == .note && status(.fileLimit, found) == .warning)
        #expect(status(.fileLimit, doctor(try Shelf(kinds: ProgramKinds.all, in: "/tmp")) { $0.openFiles = nil }.limits(limits, use: InotifyUse(), need: WatchNeed())) == .ok)
    }

    @Test func `watches of a user's processes are counted`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all, in: "/tmp")
        try shelf.shell("""
            for p in 10 11 12; do mkdir -p proc/$p/fd proc/$p/fdinfo; done; mkdir -p proc/self/fd
            ln -s anon_inode:inotify proc/10/fd/3; printf 'pos:\\t0\\ninotify wd:1 ino:2\\ninotify wd:2 ino:3\\n' > proc/10/fdinfo/3
            ln -s anon_inode:inotify proc/11/fd/4; ln -s /tmp proc/11/fd/5; printf 'inotify wd:1\\n' > proc/11/fdinfo/4
            ln -s anon_inode:inotify proc/12/fd/4; ln -s anon_inode:inotify proc/self/fd/4
            """)
        let processes = shelf.path + "/proc"
        #expect(InotifyUse(of: geteuid(), excluding: [], in: processes) == InotifyUse(instances: 3, watches: 3))
        #expect(InotifyUse(of: geteuid(), excluding: [10], in: processes) == InotifyUse(instances: 2, watches: 1))
        #expect(InotifyUse(of: geteuid() + 1, excluding: [], in: processes) == InotifyUse())
        #expect(InotifyUse(of: geteuid(), excluding: [], in: shelf.path + "/none") == InotifyUse())
    }

    @Test func `a watch of this very process is seen`() throws {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(inotify_add_watch(descriptor, "/tmp", UInt32(IN_CREATE)) >= 0)
        // Other tests of this process may hold more.
        let use = InotifyUse(of: geteuid(), excluding: [], in: "/proc")
        #expect(use.instances >= 1 && use.watches >= 1)
    }

    @Test(arguments: [
        ("5.5.19-generic", Diagnosis.Status.note), ("4.19.0", .note), ("5.6.0", .ok), ("6.1.0-18-amd64", .ok), ("6.12-rc1", .ok), ("", .note), ("x.y", .note),
    ])
    func `a kernel before 5.6 is a note`(release: String, expected: Diagnosis.Status) {
        #expect(Doctor.kernel(release).status == expected)
    }
}
