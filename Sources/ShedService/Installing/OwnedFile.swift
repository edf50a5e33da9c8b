import Crypto
import Glibc
import ShedDisk
import ShedModel

/// A file that shed writes among a person's settings, and knows again: its first lines are comments, one of them the
/// SHA-256 of all that follows. So what a person changed or made is never overwritten or removed.
struct OwnedFile {
    /// What stands in the file's place.
    enum State: Equatable {
        case absent
        /// As shed wrote it: its text below the mark.
        case ours(String)
        /// A person's: changed, made by hand, a link (`systemctl mask` makes one), or no file at all.
        case foreign
    }

    let directory: String
    let name: Name

    init(directory: String, name: String) {
        self.directory = directory
        self.name = Name(name)
    }

    var path: String { "\(directory)/\(name)" }

    private static let first = "# Written by “shed service install”; “shed service uninstall” removes it, unless it was changed.\n"
    private static let second = "# SHA-256 of what follows: "
    /// More than any unit or entry of ours.
    private static let largest = 64 << 10

    /// The file's whole content for a text.
    static func content(of text: String) -> [UInt8] { Array((first + second + checksum(of: text) + "\n" + text).utf8) }

    private static func checksum(of text: String) -> String { Hexadecimal.string(of: Array(SHA256.hash(data: Array(text.utf8)))) }

    func state() throws(ServiceError) -> State {
        do throws(DiskError) {
            let handle = try DirectoryHandle(path: directory)
            guard let kind = try handle.kind(of: name) else { return .absent }
            guard kind == .file else { return .foreign }
            let bytes: [UInt8]
            do throws(DiskError) { bytes = try handle.read(name, atMost: Self.largest) } catch {
                if error.code == .tooLarge { return .foreign }
                throw error
            }
            guard let content = String(validating: bytes, as: UTF8.self), content.hasPrefix(Self.first + Self.second) else { return .foreign }
            let rest = content.dropFirst((Self.first + Self.second).count)
            guard let end = rest.firstIndex(of: "\n") else { return .foreign }
            let text = String(rest[rest.index(after: end)...])
            return rest[..<end] == Self.checksum(of: text) ? .ours(text) : .foreign
        } catch {
            if error.code == .notFound { return .absent }
            throw ServiceError(error)
        }
    }

    /// Where it leads, if it is a link.
    var target: [UInt8]? { try? DirectoryHandle(path: directory).readLink(name) }

    /// Writes the file in one step, and its directory where it is missing. What it replaces must be ours.
    func write(_ text: String) throws(ServiceError) {
        makeDirectories()
        do throws(DiskError) {
            // RACE: a person who saves the file between the look at it and this loses that save; the gap is that of
            // a few calls, and both are the same person.
            try DirectoryHandle(path: directory).write(name, Self.content(of: text), replacing: true)
        } catch { throw ServiceError(error) }
    }

    func remove() throws(ServiceError) {
        do throws(DiskError) {
            let handle = try DirectoryHandle(path: directory)
            try handle.removeFile(name)
            try handle.sync()
        } catch { if error.code != .notFound { throw ServiceError(error) } }
    }

    /// Moves what stands there to a name beside it that is free: `shed.service.bak`, `shed.service.bak2` …
    /// - Returns: the path it has now.
    func setAside() throws(ServiceError) -> String {
        do throws(DiskError) {
            let handle = try DirectoryHandle(path: directory)
            for number in 1... {
                let free = Name("\(name).bak" + (number == 1 ? "" : String(number)))
                do throws(DiskError) {
                    try handle.rename(name, to: handle, as: free, expecting: nil)
                    try handle.sync()
                    return "\(directory)/\(free)"
                } catch { if error.code != .exists || number == 1_000 { throw error } }
            }
            return path
        } catch { throw ServiceError(error) }
    }

    /// The directory and those above it, open to nobody else where they are new (XDG Base Directory Specification).
    /// Links on the way are the person's own and are followed. What cannot be made is said by who opens it.
    private func makeDirectories() {
        var path = ""
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            mkdir(path, 0o700)
        }
    }
}
