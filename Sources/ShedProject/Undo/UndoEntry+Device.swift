import ShedDisk
import ShedModel

// The device number of a file system can differ after a restart. All that shed makes, moves and replaces in a project is on its root's.

extension UndoEntry {
    /// The same, with the files on the device that a root is on now.
    func onDevice(of root: DirectoryHandle) -> UndoEntry {
        guard let device = try? root.ownEvidence().device else { return self }
        var entry = self
        entry.steps = steps.map { $0.on(device) }
        return entry
    }
}

extension UndoStep.Replacement {
    func onDevice(of root: DirectoryHandle) -> UndoStep.Replacement { (try? root.ownEvidence().device).map(on) ?? self }

    fileprivate func on(_ device: UInt64) -> UndoStep.Replacement {
        var file = self
        (file.old.device, file.new.device) = (device, device)
        return file
    }
}

extension UndoStep {
    fileprivate func on(_ device: UInt64) -> UndoStep {
        switch self {
        case .moved(var move):
            move.file.identity?.device = device
            return .moved(move)
        case .made(var made):
            made.identity?.device = device
            return .made(made)
        case .replaced(let file): return .replaced(file.on(device))
        case .renamed, .removed, .set, .sidecar, .final, .kept: return self
        }
    }
}
