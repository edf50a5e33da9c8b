import Glibc

/// What a Syncthing is asked and told while it runs: its own interface, over a socket in the file system, so that no port is needed for it.
struct SyncthingInterface {
    /// The socket.
    let path: String
    /// What Syncthing wants to be told by whoever asks. Its socket is nobody else's anyway.
    static let key = "shed"

    /// - Returns: what it says; `nil` where it does not answer, or says no.
    func ask(_ what: String, by method: String = "GET") -> String? {
        guard let connection = connect() else { return nil }
        defer { close(connection) }
        let words = Array("\(method) \(what) HTTP/1.0\r\nHost: localhost\r\nX-API-Key: \(SyncthingInterface.key)\r\nContent-Length: 0\r\n\r\n".utf8)
        guard send(connection, words, words.count, Int32(MSG_NOSIGNAL)) == words.count else { return nil }
        var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count < 0 { return nil }
            if count == 0 { break }
            answer += buffer.prefix(count)
        }
        let text = String(decoding: answer, as: UTF8.self)
        guard text.hasPrefix("HTTP/1."), text.dropFirst("HTTP/1.x".count).hasPrefix(" 200 "), let body = text.firstRange(of: "\r\n\r\n") else { return nil }
        return String(text[body.upperBound...])
    }

    /// A number that it says of something.
    func number(_ name: String, of what: String) -> Double? {
        guard let text = ask(what), let found = text.firstRange(of: "\"\(name)\": ") else { return nil }
        return Double(text[found.upperBound...].prefix { "0123456789.".contains($0) })
    }

    private func connect() -> Int32? {
        let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        // Whoever does not answer for so long never will.
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] { setsockopt(connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = fits && withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(connection, $0, size) == 0 }
        }
        guard isConnected else {
            close(connection)
            return nil
        }
        return connection
    }
}
