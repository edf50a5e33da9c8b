import ShedModel
import ShedSidecar

/// A file of `.shed/ops` on one device.
struct SidecarFile: Hashable, Comparable, Sendable {
    /// What is in it; the same on all devices to which it is carried.
    final class Content: Sendable {
        let batch: Batch
        /// The file's bytes; `nil` where it does not go through them (``ProjectSetting/isThorough``).
        let bytes: [UInt8]?
        /// Whether a reader makes anything else of the bytes than what was written.
        let isMisread: Bool
        /// The greatest time of its stamps, in milliseconds since 1970.
        let latest: Int64

        /// - Parameter isRead: whether the batch is taken from its bytes again.
        init(_ encoded: EncodedBatch, isRead: Bool) {
            let read = isRead ? try? BatchDecoder.decode(encoded.bytes, projects: [encoded.batch.header.project]) : nil
            batch = read ?? encoded.batch
            bytes = isRead ? encoded.bytes : nil
            isMisread = isRead && (read.map { BatchEncoder.encode($0.header, $0.operations, unused: $0.unused).bytes != encoded.bytes } ?? true)
            latest = batch.operations.lazy.map(\.at.milliseconds).max() ?? 0
        }

        /// The greatest of those times that is no later than this one; 0 where all are.
        func latest(until time: Int64) -> Int64 {
            latest <= time ? latest : batch.operations.lazy.map(\.at.milliseconds).filter { $0 <= time }.max() ?? 0
        }
    }

    let content: Content
    /// 0: under its own name. A sync program gives others, and both are there then.
    var copy = 0
    /// Cut short, on its way.
    var isTorn = false

    var batch: Batch { content.batch }

    init(_ content: Content, copy: Int = 0, isTorn: Bool = false) { (self.content, self.copy, self.isTorn) = (content, copy, isTorn) }

    static func == (left: SidecarFile, right: SidecarFile) -> Bool {
        left.content.batch.id == right.content.batch.id && left.copy == right.copy && left.isTorn == right.isTorn
    }

    func hash(into hasher: inout Hasher) { hasher.combine(content.batch.id) }

    func hasName(of other: SidecarFile) -> Bool { content.batch.id == other.content.batch.id && copy == other.copy }

    static func < (left: SidecarFile, right: SidecarFile) -> Bool {
        let (one, two) = (left.content.batch.id, right.content.batch.id)
        return one != two ? one < two : left.copy < right.copy
    }

    private var name: Name {
        let own = BatchName.make(batch.operations.first?.at ?? Stamp(time: 0, replica: batch.header.replica), batch.id)
        return copy == 0 ? own : Name("x\(copy)-\(own)")
    }

    /// Folds it, as ``Sidecar/fold(of:fields:listing:now:visit:)`` does.
    func fold(into fold: inout Fold) {
        guard isTorn else {
            fold.add(content.batch)
            return
        }
        if copy == 0, let bytes = content.bytes {
            do throws(BatchFault) {
                fold.add(try BatchDecoder.decode(Array(bytes.prefix(bytes.count * 2 / 3)), projects: [ProjectSetting.id]))
            } catch {
                fold.add(error, at: RelativePath(["ops", Name(batch.header.replica.description), name]))
            }
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
        if position < files.count, files[position].hasName(of: file) { files[position] = file } else { files.insert(file, at: position) }
    }

    /// Takes what another device has whole and this one has not.
    mutating func take(from others: SidecarFiles) {
        var position = 0
        for file in others.files where !file.isTorn {
            while position < files.count, files[position] < file { position += 1 }
            if position == files.count || !files[position].hasName(of: file) {
                files.insert(file, at: position)
            } else if files[position].isTorn {
                files[position] = file
            }
        }
    }

    /// The file of a batch, whole.
    func file(of batch: Batch) -> SidecarFile? { files.first { $0.content.batch.id == batch.id && !$0.isTorn } }

    func has(_ batch: Batch) -> Bool { file(of: batch) != nil }
}
