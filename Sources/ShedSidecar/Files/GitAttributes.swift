import ShedDisk
import ShedModel

/// `.shed/.gitattributes`, which keeps git from changing line ends in the sidecar (`core.autocrlf`, `text` in other files of attributes):
/// a batch that was changed is none.
///
/// The content is the same for ever and on all devices, so that two of them that write it are not in conflict.
public enum GitAttributes {
    /// The file's name in `.shed/`.
    public static let name: Name = ".gitattributes"

    /// What does it. The nearest file of attributes counts more than those above it; `eol` and `crlf` count for nothing beside it
    /// (gitattributes(5)).
    public static let line = "* -text"

    /// What the file holds.
    public static let bytes = Array("# What is here is checked byte by byte: git is to change no line ends.\n\(line)\n".utf8)
}

extension Sidecar {
    /// Whether anything is called `.gitattributes` here.
    package func holdsAttributes() throws(DiskError) -> Bool { try directory.kind(of: GitAttributes.name) != nil }

    /// Writes `.gitattributes`, durably, where nothing of that name is there.
    /// - Returns: whether it did.
    @discardableResult
    package func bringAttributes() throws(DiskError) -> Bool {
        guard try !holdsAttributes() else { return false }
        do throws(DiskError) { try directory.write(GitAttributes.name, GitAttributes.bytes, replacing: false) } catch {
            // Another device's has just come.
            if error.code == .exists { return false }
            throw error
        }
        return true
    }
}
