import Glibc
import ShedDisk
import ShedModel

extension Transaction {
    /// Moves one entry within the project, and never over another. A folder of it that cannot be made durable is told
    /// (``sync(_:)``), and is no error.
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
        let move = UndoMove(from: from, to: to)
        if notedMoves[move] == nil { try noteUndo([(node, from, to, identity)]) }
        let noted = notedMoves.removeValue(forKey: move)
        do throws(DiskError) {
            let source = try root.openDirectory(at: from.parent)
            var target = root
            for name in to.parent.names { target = try target.openDirectory(name, create: makingParents) }
            try source.rename(oldName, to: target, as: newName, expecting: identity)
            sync(target)
            if from.parent != to.parent { sync(source) }
        } catch {
            if let noted, !mayStand(at: to, identity), error.code != .other { project.undo.retract([noted]) }
            throw error
        }
    }

    /// Whether a file may be at a path now, to which moving it has failed.
    /// - Parameter identity: `nil`: whichever.
    func mayStand(at path: RelativePath, _ identity: FileIdentity?) -> Bool {
        guard let name = path.last else { return false }
        do throws(DiskError) {
            let there = try root.openDirectory(at: path.parent).evidence(of: name)
            return there != nil && (identity == nil || there?.identity == identity)
        } catch {
            // Into a folder that cannot be entered nothing was put.
            return ![.notFound, .notDirectory, .notPermitted, .isLink].contains(error.code)
        }
    }
}
