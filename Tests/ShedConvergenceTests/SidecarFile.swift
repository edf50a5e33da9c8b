import ShedModel
import ShedSidecar

/// A file of `.shed/ops` on one device.
struct SidecarFile: Hashable, Comparable, Sendable {
    var batch: Batch
    /// 0: under its own name. A sync program gives others, and both are there then.
    var copy = 0
    /// Cut short, on its way.
    var isTorn = false

    static func < (left: SidecarFile, right: SidecarFile) -> Bool {
        left.batch.id != right.batch.id ? left.batch.id < right.batch.id : left.copy < right.copy
    }

    private var name: Name {
        let own = BatchName.make(batch.operations.first?.at ?? Stamp(time: 0, replica: batch.header.replica), batch.id)
        return copy == 0 ? own : Name("x\(copy)-\(own)")
    }

    /// Folds it, as ``Sidecar/fold(of:fields:listing:now:visit:)`` does.
    func fold(into fold: inout Fold) {
        guard isTorn else {
            fold.add(batch)
            return
        }
        fold.add(copy == 0 ? .torn("cut") : .notABatch, at: RelativePath(["ops", Name(batch.header.replica.description), name]))
    }
}

/// What is in `.shed/ops` of one device, in an order of its own.
struct SidecarFiles: Hashable, Sendable {
    private(set) var files: [SidecarFile] = []

    /// Puts a file there; one of the same name gives way.
    mutating func put(_ file: SidecarFile) {
        let position = files.firstIndex { !($0 < file) } ?? files.count
        if position < files.count, files[position].batch == file.batch, files[position].copy == file.copy {
            files[position] = file
        } else {
            files.insert(file, at: position)
        }
    }

    func has(_ batch: Batch) -> Bool { files.contains { $0.batch == batch && !$0.isTorn } }
}
