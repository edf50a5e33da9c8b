import Glibc
import ShedMessages
import ShedModel

/// A file of the person's own outside of any project: one that was named, or one of the folder for settings. Links are followed.
public enum PersonalFile {
    /// What stands at a path in place of a file, in words; `nil` where it is one, or nothing is there.
    public static func obstacle(at path: [UInt8]) -> Message? {
        let label = EscapedText.escape(path)
        var facts = stat()
        guard stat(path.cString, &facts) == 0 else { return deadLink(at: path) }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR:
            guard target(of: path) != nil, let end = try? RealPath.of(path) else { return .isAFolder(path: label) }
            return .leadsToFolder(path: label, target: EscapedText.escape(end))
        default: return .isNoFileNorFolder(path: label)
        }
    }

    /// That a path is a link which leads nowhere, in words; `nil` where it is none.
    static func deadLink(at path: [UInt8]) -> Message? {
        var facts = stat()
        guard stat(path.cString, &facts) != 0, errno == ENOENT || errno == ELOOP, let target = target(of: path) else { return nil }
        return .leadsNowhere(path: EscapedText.escape(path), target: EscapedText.escape(target))
    }

    /// Opens a file to read, and waits for nobody.
    /// - Throws: ``ShedError`` of kind usage that says what stands there instead.
    static func open(_ path: [UInt8]) throws(ShedError) -> CInt {
        let descriptor = Glibc.open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        let reason = errno
        var facts = stat()
        if descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG { return descriptor }
        if descriptor >= 0 { close(descriptor) }
        throw ShedError(.usage, obstacle(at: path) ?? .cannotRead(path: EscapedText.escape(path), reason: .system(reason)), remedy: .checkThePath)
    }

    /// Where a link leads, as it says; `nil` where there is none.
    private static func target(of path: [UInt8]) -> [UInt8]? {
        let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { text in text.baseAddress.map { max(0, readlink(path.cString, $0, text.count)) } ?? 0 }
        }
        return target.isEmpty ? nil : target
    }
}
