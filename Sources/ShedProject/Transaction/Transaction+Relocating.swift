import Glibc
import ShedDisk
import ShedModel

extension Transaction {
    /// Moves one entry within the project, and never over another.
    /// - Parameter makingParents: whether folders on the way are made.
    package func relocate(
        _ from: RelativePath, to: RelativePath, expecting identity: FileIdentity?, makingParents: Bool = false
    ) throws(DiskError) {
        guard isWriting else { throw DiskError(errno: EROFS, action: "move", path: "\(from)") }
        guard let oldName = from.last, let newName = to.last else {
            throw DiskError(errno: EINVAL, action: "move", path: "\(from)")
        }
        let source = try root.openDirectory(at: from.parent)
        var target = root
        for name in to.parent.names { target = try target.openDirectory(name, create: makingParents) }
        try source.rename(oldName, to: target, as: newName, expecting: identity)
        try target.sync()
        try source.sync()
    }
}
