import Glibc
import ShedDisk
import ShedModel

extension Transaction {
    /// Moves one entry within the project, and never over another.
    /// - Parameters:
    ///   - makingParents: whether folders on the way are made.
    ///   - node: the node that it is, where the model does not say so.
    package func relocate(
        _ from: RelativePath, to: RelativePath, expecting identity: FileIdentity?, makingParents: Bool = false, as node: NodeID? = nil
    ) throws(DiskError) {
        guard isWriting else { throw DiskError(errno: EROFS, action: "move", path: "\(from)") }
        guard let oldName = from.last, let newName = to.last else {
            throw DiskError(errno: EINVAL, action: "move", path: "\(from)")
        }
        if notedMoves.remove(UndoMove(from: from, to: to)) == nil { try noteUndo([(node, from, to, identity)]) }
        notedMoves.remove(UndoMove(from: from, to: to))
        let source = try root.openDirectory(at: from.parent)
        var target = root
        for name in to.parent.names { target = try target.openDirectory(name, create: makingParents) }
        try source.rename(oldName, to: target, as: newName, expecting: identity)
        try target.sync()
        try source.sync()
    }
}
