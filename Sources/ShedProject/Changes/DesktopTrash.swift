import CLinux
import Glibc
import ShedDisk
import ShedModel

/// The desktop's trash (freedesktop.org Trash specification 1.0): the home trash where that is on the same file
/// system, else one at the top of the file system.
package struct DesktopTrash {
    private let directory: DirectoryHandle
    /// The top directory that paths in `.trashinfo` are relative to; `nil` for the home trash, which has absolute ones.
    private let top: [UInt8]?

    init(for parent: DirectoryHandle, surroundings: Surroundings) throws {
        let device = try parent.ownEvidence().device
        let home = surroundings.dataDirectory
        if let data = try? DesktopTrash.make(home), try data.ownEvidence().device == device {
            directory = try data.openDirectory("Trash", create: true)
            top = nil
            return
        }
        let path = try RealPath.of(Array("/proc/self/fd/\(parent.descriptor)".utf8))
        let (topHandle, topPath) = try DesktopTrash.top(of: path, device: device)
        top = topPath
        let user = String(getuid())
        if let shared = try? topHandle.openDirectory(".Trash"), try shared.ownEvidence().mode & UInt32(S_ISVTX) != 0 {
            directory = try shared.openDirectory(Name(user), create: true)
        } else {
            do throws(DiskError) { directory = try topHandle.openDirectory(Name(".Trash-" + user), create: true) } catch {
                throw ShedError(.environment, "there is no desktop trash on this file system: \(error)", remedy: "“shed delete --permanently” deletes the project for good.")
            }
        }
    }

    private static func make(_ path: String) throws -> DirectoryHandle {
        if let handle = try? DirectoryHandle(path: path) { return handle }
        var handle = try DirectoryHandle(path: "/")
        for part in path.split(separator: "/") { handle = try handle.openDirectory(Name(String(part)), create: true) }
        return handle
    }

    /// The highest directory above a path that is on the same file system.
    private static func top(of path: [UInt8], device: UInt64) throws -> (DirectoryHandle, [UInt8]) {
        var current = path
        while let above = AbsolutePath.parent(of: current) {
            guard try DirectoryHandle(pathBytes: above).ownEvidence().device == device else { break }
            current = above
        }
        return (try DirectoryHandle(pathBytes: current), current)
    }

    /// Moves an entry to the trash: first its `.trashinfo`, which takes the name, then the entry itself.
    /// - Returns: its path in the trash.
    func take(_ name: Name, at path: [UInt8], from parent: DirectoryHandle, expecting identity: FileIdentity, now: Int64) throws -> [UInt8] {
        let files = try directory.openDirectory("files", create: true)
        let info = try directory.openDirectory("info", create: true)
        let shown = top.map { Array(path.dropFirst($0.count == 1 ? 1 : $0.count + 1)) } ?? path
        let text = "[Trash Info]\nPath=\(DesktopTrash.percentEncoded(shown))\nDeletionDate=\(DesktopTrash.localTime(now))\n"
        var candidate = name
        var number = 2
        while true {
            let infoName = Name(bytes: candidate.bytes + Array(".trashinfo".utf8))
            if try move(name, from: parent, to: files, as: candidate, info, infoName, Array(text.utf8), identity) {
                return try RealPath.of(Array("/proc/self/fd/\(files.descriptor)".utf8)) + [UInt8(ascii: "/")] + candidate.bytes
            }
            guard number <= 10_000 else { throw DiskError(.exists, action: "move to", path: files.label) }
            candidate = name.numbered(number, keepsSuffix: false)
            number += 1
        }
    }

    /// - Returns: `false` if the name is taken there.
    private func move(
        _ name: Name, from parent: DirectoryHandle, to files: DirectoryHandle, as candidate: Name, _ info: DirectoryHandle,
        _ infoName: Name, _ text: [UInt8], _ identity: FileIdentity
    ) throws(DiskError) -> Bool {
        guard try files.kind(of: candidate) == nil else { return false }
        do throws(DiskError) { try info.write(infoName, text, replacing: false) } catch {
            if error.code == .exists { return false }
            throw error
        }
        Interruption.point("informed")
        do throws(DiskError) { try parent.rename(name, to: files, as: candidate, expecting: identity) } catch {
            try? info.removeFile(infoName)
            if error.code == .exists { return false }
            throw error
        }
        try files.sync()
        try parent.sync()
        return true
    }

    /// RFC 2396, with `/` kept.
    package static func percentEncoded(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber) || "-_.!~*'()/".utf8.contains(byte)
            if isPlain {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                Hexadecimal.append(UInt64(byte), digits: 2, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `YYYY-MM-DDThh:mm:ss` in local time.
    static func localTime(_ now: Int64) -> String {
        var seconds = time_t(now / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
