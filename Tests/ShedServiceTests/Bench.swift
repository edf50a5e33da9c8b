import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedService

/// A temporary home with a folder of programs, the only ones that are found.
final class Bench {
    let path: String
    var programs: String { path + "/bin" }
    var runtime: String { path + "/run" }

    init() throws {
        var template = Array("/tmp/shed-service-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for name in ["bin", "run"] { mkdir(path + "/" + name, 0o700) }
    }

    deinit {
        guard let parent = try? DirectoryHandle(path: "/tmp") else { return }
        try? parent.removeTree(Name(path.split(separator: "/").last.map(String.init) ?? ""))
    }

    var environment: [String: String] { ["HOME": path, "PATH": programs, "XDG_RUNTIME_DIR": runtime] }

    /// A script of /bin/sh that is found by its name. `$bench` in it is this bench's path.
    func program(_ name: String, _ script: String) throws {
        try TestFile.writeProgram("bench='\(path)'; PATH=/usr/bin:/bin\n" + script, to: programs + "/" + name)
    }

    func file(_ name: String, _ text: String) throws {
        var parts = name.split(separator: "/").map { Name(String($0)) }
        let last = parts.removeLast()
        var handle = try DirectoryHandle(path: path)
        for part in parts { handle = try handle.openDirectory(part, create: true) }
        try handle.write(last, Array(text.utf8), replacing: true)
    }

    /// What a file holds, or `nil` where there is none.
    func text(_ name: String) -> String? {
        let parts = name.split(separator: "/").map { Name(String($0)) }
        guard let last = parts.last, let top = try? DirectoryHandle(path: path),
            let handle = try? top.openDirectory(at: RelativePath(Array(parts.dropLast()))), let bytes = try? handle.read(last, atMost: 1 << 20)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    func lines(_ name: String) -> [String] { (text(name) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    func exists(_ name: String) -> Bool {
        var status = stat()
        return lstat(path + "/" + name, &status) == 0
    }

    /// Waits until something holds; two minutes at most.
    func wait(_ what: Comment, until isSo: () -> Bool, _ location: SourceLocation = #_sourceLocation) throws {
        let came = waits(until: isSo)
        try #require(came, what, sourceLocation: location)
    }
}

/// A socket that is bound to an address and closed with the value.
final class BoundSocket {
    let descriptor: Int32

    init(_ address: String, stream: Bool = false) throws {
        let kind = Int32((stream ? SOCK_STREAM : SOCK_DGRAM).rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        let bound = try #require(UnixAddress(address)).with { bind(descriptor, $0, $1) }
        try #require(bound == 0, "\(String(cString: strerror(errno)))")
        if stream { try #require(listen(descriptor, 1) == 0) }
    }

    deinit { close(descriptor) }

    /// The next datagram that is there already; datagrams on one machine are there when they are sent.
    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
