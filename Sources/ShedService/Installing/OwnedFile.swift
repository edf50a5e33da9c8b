import Glibc
import ShedDisk
import ShedHash
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
    /// What stands before the mark, such as `#!/bin/sh` and a newline.
    let opening: String
    /// Whether the file is one that is run: it gets the permission.
    let isProgram: Bool
    /// The options of “install” and “uninstall” that the mark names, each with a space before it.
    let option: String

    init(directory: String, name: String, opening: String = "", isProgram: Bool = false, option: String = "") {
        self.directory = directory
        self.name = Name(name)
        self.opening = opening
        self.isProgram = isProgram
        self.option = option
    }

    var path: String { "\(directory)/\(name)" }

    private var head: String { opening + Self.mark(option) }

    private static func mark(_ option: String) -> String {
        "# Written by “shed service install\(option)”; “shed service uninstall\(option)” removes it, unless it was changed.\n# SHA-256 of what follows: "
    }

    /// More than any unit or entry of ours.
    private static let largest = 64 << 10

    /// The file's whole content for a text.
    func content(of text: String) -> [UInt8] { Array((head + Self.checksum(of: text) + "\n" + text).utf8) }

    /// The whole content of a unit or an entry for a text.
    static func content(of text: String) -> [UInt8] { OwnedFile(directory: "/", name: "").content(of: text) }

    private static func checksum(of text: String) -> String { Hexadecimal.string(of: SHA256.hash(Array(text.utf8))) }

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
            guard let content = String(validating: bytes, as: UTF8.self), content.hasPrefix(head) else { return .foreign }
            let rest = content.dropFirst(head.count)
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
            try DirectoryHandle(path: directory).write(name, content(of: text), replacing: true)
        } catch { throw ServiceError(error) }
        // An interruption before this leaves a file of ours that cannot be run: `isRunnable` tells, and it is written anew.
        if isProgram, chmod(path, 0o755) != 0 {
            throw ServiceError(
                .environment, "cannot make \(EscapedText.escape(Array(path.utf8))) a program: \(String(cString: strerror(errno)))",
                remedy: "Check the permissions of the folder that it is in.")
        }
    }

    /// Whether it may be run, if it is to be.
    var isRunnable: Bool { !isProgram || ProgramPath.isProgram(path) }

    /// Removes the directory that it was in, if that is empty now.
    func removeEmptyDirectory() {
        guard let slash = directory.lastIndex(of: "/"), slash != directory.startIndex,
            let parent = try? DirectoryHandle(path: String(directory[..<slash]))
        else { return }
        try? parent.removeDirectory(Name(String(directory[directory.index(after: slash)...])))
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
    private func makeDirectories() { Self.makeDirectories(directory) }

    static func makeDirectories(_ directory: String) {
        var path = ""
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            mkdir(path, 0o700)
        }
    }
}
