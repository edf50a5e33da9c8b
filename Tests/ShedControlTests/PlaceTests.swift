import CLinux
import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedControl

@Suite(.waitsForPrograms) struct PlaceTests {
    private static let request = ConversationTests.request

    @Test func `the socket and its directory are their owner's alone`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        #expect(try desk.mode(of: desk.path) == S_IFSOCK | 0o600)
        #expect(try desk.mode(of: desk.directory) == S_IFDIR | 0o700)
        #expect(try desk.output(of: "ls -A \(desk.directory)") == "control.socket\n")
        daemon.server.stop()
        #expect(try desk.output(of: "ls -A \(desk.directory)") == "")
        daemon.server.stop()
    }

    @Test(arguments: [0o720, 0o702, 0o1777] as [mode_t])
    func `a directory that others may change is not used`(mode: mode_t) throws {
        let desk = try Desk()
        mkdir(desk.directory, 0o700)
        chmod(desk.directory, mode)
        #expect(throws: ControlServerError.unsafeDirectory(Array(desk.directory.utf8), .writable)) { try TestDaemon(desk) }
        #expect(try desk.output(of: "ls -A \(desk.directory)") == "")
    }

    @Test func `a link is not followed to the directory`() throws {
        let desk = try Desk()
        mkdir(desk.top + "/real", 0o700)
        symlink("real", desk.directory)
        #expect(throws: ControlServerError.system(action: "open", path: Array(desk.directory.utf8), errno: ENOTDIR)) { try TestDaemon(desk) }
    }

    @Test(arguments: ["file", "folder", "link"])
    func `what is no socket stays where it is`(what: String) throws {
        let desk = try Desk()
        mkdir(desk.directory, 0o700)
        switch what {
        case "file": close(open(desk.path, O_CREAT | O_WRONLY, 0o600))
        case "folder": mkdir(desk.path, 0o700)
        default: symlink("elsewhere", desk.path)
        }
        let before = try desk.mode(of: desk.path)
        #expect(throws: ControlServerError.placeTaken(desk.pathBytes)) { try TestDaemon(desk) }
        #expect(try desk.mode(of: desk.path) == before)
    }

    @Test(arguments: ["relative/control.socket", "", "/", "/tmp/", "/tmp/..", "/tmp/a\0b"])
    func `a path that cannot be one is refused`(path: String) {
        #expect(throws: ControlServerError.impossiblePath(Array(path.utf8))) {
            try ControlServer(path: Array(path.utf8), version: "") {}
        }
    }

    @Test func `a directory without a parent is an error`() throws {
        let desk = try Desk(folder: "missing/run")
        #expect(throws: ControlServerError.system(action: "make", path: Array(desk.directory.utf8), errno: ENOENT)) { try TestDaemon(desk) }
    }

    @Test func `a stale socket is replaced`() throws {
        let desk = try Desk()
        mkdir(desk.directory, 0o700)
        do {
            let socket = try #require(Descriptor(shed_socket(0)))
            try #require(shed_bind(socket.number, desk.path) == 0)
            try #require(shed_listen(socket.number, 1) == 0)
        }
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes) == nil)
        let daemon = try TestDaemon(desk)
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes) != nil)
        #expect(try desk.mode(of: desk.path) == S_IFSOCK | 0o600)
        withExtendedLifetime(daemon) {}
    }

    @Test func `a server that stops leaves another's socket alone`() throws {
        let desk = try Desk()
        let first = try TestDaemon(desk)
        let second = try TestDaemon(desk)
        first.server.stop()
        #expect(try ControlClient.ask(Self.request, at: desk.pathBytes) != nil)
        second.server.stop()
        #expect(try desk.output(of: "ls -A \(desk.directory)") == "")
    }

    @Test(arguments: [(107, "control.socket"), (108, "control.socket"), (400, "control.socket"), (3_000, "control.socket"), (400, String(repeating: "n", count: 255))])
    func `a path may be longer than a socket's address`(length: Int, name: String) throws {
        var folder = "run"
        let desk = try Desk()
        var missing = length - "\(desk.directory)/\(name)".utf8.count
        while missing > 1 {
            let part = min(missing - 1, 200)
            folder += "/" + String(repeating: "d", count: part)
            missing -= part + 1
        }
        try #require(system("mkdir -p -m 700 \(desk.top)/\(folder)") == 0)
        let path = Array("\(desk.top)/\(folder)/\(name)".utf8)
        #expect(path.count == length || missing == 1)
        let server = try ControlServer(path: path, version: "9.8.7") {}
        #expect(ControlClient.greeting(at: path)?.version == "9.8.7")
        server.stop()
        #expect(ControlClient.greeting(at: path) == nil)
    }

    @Test func `no descriptor is left to programs that are started`() throws {
        let desk = try Desk()
        mkdir(desk.directory, 0o700)
        let listener = try ListeningSocket(path: desk.pathBytes)
        let client = try #require(Descriptor(shed_socket(0)))
        try #require(shed_connect(client.number, desk.path) == 0)
        let accepted = try #require(Descriptor(shed_accept(listener.socket.number)))
        let event = try #require(Descriptor(shed_event()))
        for descriptor in [listener.socket, client, accepted, event] {
            #expect(fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
        }
    }

    @Test func `a server that nobody keeps ends by itself`() throws {
        let desk = try Desk()
        do {
            let server = try ControlServer(path: desk.pathBytes, version: "9.8.7") {}
            #expect(ControlClient.greeting(at: desk.pathBytes) != nil)
            withExtendedLifetime(server) {}
        }
        #expect(try desk.output(of: "ls -A \(desk.directory)") == "")
    }
}
