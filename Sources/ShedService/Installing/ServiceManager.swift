import Glibc
import ShedModel

/// Makes the daemon start by itself: by a systemd user unit where a user's systemd runs, else by an autostart entry.
///
/// Everything can be done again: a call that was interrupted is completed by the next one.
public struct ServiceManager {
    /// What starts the daemon.
    public enum Starter: String, Hashable, Sendable {
        case systemd
        case autostart
    }

    let environment: [String: String]
    let manager: UserManager?
    let unit: OwnedFile
    let entry: OwnedFile

    /// Looks which of the two it is: runs `systemctl` once, where there is one.
    /// - Parameter environment: `HOME` or `XDG_CONFIG_HOME` say where the files stand.
    /// - Throws: ``ServiceError`` where there is no home directory, or it is another user's.
    public init(environment: [String: String] = ServiceEnvironment.current()) throws(ServiceError) {
        self.environment = environment
        let configuration = try Self.configuration(environment)
        unit = OwnedFile(directory: configuration + "/systemd/user", name: ServiceUnit.name)
        entry = OwnedFile(directory: configuration + "/autostart", name: Autostart.name)
        manager = UserManager(environment: environment)
    }

    /// What starts the daemon here.
    public var starter: Starter { manager == nil ? .autostart : .systemd }

    /// The file that says so.
    public var path: String { file.path }

    var file: OwnedFile { manager == nil ? entry : unit }

    /// The path of the program that this process runs.
    public static func ownExecutable() throws(ServiceError) -> [UInt8] {
        guard let real = realpath("/proc/self/exe", nil) else {
            throw ServiceError(
                .environment, "shed cannot find out where it stands: \(String(cString: strerror(errno)))",
                remedy: "Start it again by its full path; it must not have been removed or replaced meanwhile.")
        }
        defer { free(real) }
        return UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    }

    /// What the file is to hold.
    public func text(executable: [UInt8]) throws(ServiceError) -> String {
        guard let manager else { return try Autostart(executable: executable, environment: environment).text }
        return try ServiceUnit(executable: executable, environment: environment, systemdVersion: manager.version).text
    }

    /// Where a person's settings stand (XDG Base Directory Specification).
    static func configuration(_ environment: [String: String]) throws(ServiceError) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") {
            var status = stat()
            // `sudo` may leave HOME as it was.
            if stat(home, &status) == 0, status.st_uid != geteuid() {
                throw ServiceError(
                    .environment, "the home directory \(EscapedText.escape(Array(home.utf8))) belongs to another user",
                    remedy: "Run this as the user whose projects are to be watched, without sudo.")
            }
            if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return directory }
            return home + "/.config"
        }
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return directory }
        throw ServiceError(.environment, "there is no home directory to keep the service's file in", remedy: "Set HOME to an absolute path.")
    }
}

/// One thing that was done, or would be.
public struct ServiceAction: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// A file was written.
        case write
        /// A person's file was set aside, to this path.
        case keep
        /// A file was removed.
        case remove
        /// A command was run.
        case run
        /// Nothing; something to know.
        case note
    }

    public var kind: Kind
    /// A path, a command line, or a sentence.
    public var text: String

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
