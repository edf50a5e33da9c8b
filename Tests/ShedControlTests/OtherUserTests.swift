import CLinux
import Glibc
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedControl

/// Programs that run as the user nobody.
enum OtherUser {
    private static let nobody = "/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups "

    static let hasPerl = access("/usr/bin/perl", X_OK) == 0
    static let isPossible = geteuid() == 0 && hasPerl && access("/usr/bin/setpriv", X_OK) == 0

    /// Connects as nobody, and gives back everything that the server says, or why there was no connection.
    static func connect(_ desk: Desk) throws -> String {
        let script = """
            socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, pack_sockaddr_un($ARGV[0])) or do { print "refused: $!\\n"; exit }; \
            while (<S>) { print }
            """
        return try desk.output(of: "\(nobody) /usr/bin/perl -MSocket -e '\(script)' \(desk.path)")
    }

    /// Listens with good manners in a directory of its own, for one client. Close with `pclose`.
    static func listen(_ desk: Desk, asNobody: Bool, thenDies: Bool = false) throws -> UnsafeMutablePointer<FILE> {
        let script = """
            $| = 1; unlink $ARGV[0]; socket(L, AF_UNIX, SOCK_STREAM, 0); bind(L, pack_sockaddr_un($ARGV[0])) or die; listen(L, 5); \
            print "ready\\n"; alarm 30; accept(S, L); select(S); $| = 1; \
            print "{\\"shed\\":\\"0.1.0\\",\\"protocol\\":1,\\"pid\\":123}\\n"; <S> or exit; \(thenDies ? "kill 9, $$;" : "") \
            print "{\\"question\\":\\"?\\"}\\n"
            """
        chmod(desk.top, 0o711)
        mkdir(desk.directory, 0o700)
        chmod(desk.directory, 0o711)
        if asNobody { chown(desk.directory, 65534, 65534) }
        let pipe = try #require(popen("exec \(asNobody ? nobody : "") /usr/bin/perl -MSocket -e '\(script)' \(desk.path)", "r"))
        var line = [CChar](repeating: 0, count: 100)
        fgets(&line, 100, pipe)
        #expect(line.starts(with: "ready".utf8CString.dropLast()))
        return pipe
    }
}

@Suite(.waitsForPrograms, .enabled(if: OtherUser.isPossible, "needs to run as root, with setpriv and perl")) struct OtherUserTests {
    private func opened(_ desk: Desk) {
        chmod(desk.top, 0o711)
        chmod(desk.directory, 0o711)
    }

    @Test func `another user who gets to the socket is refused by name`() throws {
        let desk = try Desk()
        let held = Held()
        let daemon = try TestDaemon(desk, handler: held.keep)
        opened(desk)
        chmod(desk.path, 0o666)
        #expect(try OtherUser.connect(desk) == "{\"error\":\"this daemon serves its own user only\"}\n")
        #expect(held.count == 0)
        withExtendedLifetime(daemon) {}
    }

    @Test func `the socket's mode alone keeps another user out`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        opened(desk)
        #expect(try OtherUser.connect(desk) == "refused: Permission denied\n")
        withExtendedLifetime(daemon) {}
    }

    @Test func `the directory's mode alone keeps another user out`() throws {
        let desk = try Desk()
        let daemon = try TestDaemon(desk)
        chmod(desk.top, 0o711)
        chmod(desk.path, 0o666)
        #expect(try OtherUser.connect(desk) == "refused: Permission denied\n")
        withExtendedLifetime(daemon) {}
    }

    @Test(arguments: [true, false])
    func `a daemon of another user is done without`(isOther: Bool) throws {
        let desk = try Desk()
        let daemon = try OtherUser.listen(desk, asNobody: isOther)
        defer { pclose(daemon) }
        let answer = try ControlClient.ask(ConversationTests.request, at: desk.pathBytes)
        #expect(answer?.reply == (isOther ? nil : .question("?")))
    }

    @Test func `a directory of another user is not used`() throws {
        let desk = try Desk()
        mkdir(desk.directory, 0o700)
        chown(desk.directory, 65534, 65534)
        #expect(throws: ControlServerError.unsafeDirectory(Array(desk.directory.utf8), .foreign)) { try TestDaemon(desk) }
    }
}
