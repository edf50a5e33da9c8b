import CLinux
import Glibc
import ShedModel

/// What a copy of a file came to.
public struct FileCopy: Hashable, Sendable {
    /// Of the copy's content, as it was read back.
    public var hash: ContentHash
    /// In bytes.
    public var size: Int64
    /// Whether the copy shares its content with the original on the disk (a reflink), and so takes no space until one of
    /// the two is written to.
    public var isShared: Bool
}

extension DirectoryHandle {
    /// Of a file of so many bytes holes are read too when it is copied: what people write is smaller, as is what undo keeps, so that nothing of
    /// it is lost by what a file system says of holes that are none. Of a larger one they are not, which took seconds for each GiB.
    private static let largestRead: Int64 = 256 << 20

    /// Copies a file, whole or not at all, and durably: as a reflink (ioctl_ficlone(2)) where the file system can, else
    /// byte by byte, with the holes that it has. Never a hard link. What stands under the name already is never replaced.
    ///
    /// The copy is read back and its hash taken before it gets its name. Whatever fails, it leaves nothing, but for
    /// the very last step, making the name durable; a kill can leave a file for which ``isTemporary(_:)`` is true.
    /// - Parameters:
    ///   - mode: the permissions of the copy, whatever the umask.
    ///   - expecting: the content that is meant; any other counts as changed.
    /// - Throws: `exists` if the name is taken; `changed` if the original is written to meanwhile or is not the one
    ///   expected; `noSpace`; `tooLarge` if it has more bytes than ``longestHashed``: a hollow one of those that a file system takes would be
    ///   read for years.
    public func copy(
        _ file: ReadableFile, as name: Name, mode: UInt32, expecting: ContentHash? = nil
    ) throws(DiskError) -> FileCopy {
        var hash: ContentHash?
        let isShared = try place(file, as: name, mode: mode) { target throws(DiskError) in
            hash = try PositionedReading.hash(target.descriptor, like: file.evidence, label(of: name))
            return hash != nil && (expecting == nil || hash == expecting)
        }
        guard let hash else { throw DiskError(.changed, action: "copy", path: file.label) }
        return FileCopy(hash: hash, size: file.size, isShared: isShared)
    }

    /// The same without reading the copy back: for who needs no hash. It takes half the time.
    /// - Throws: as ``copy(_:as:mode:expecting:)``.
    public func copyUnread(_ file: ReadableFile, as name: Name, mode: UInt32) throws(DiskError) {
        _ = try place(file, as: name, mode: mode) { _ in true }
    }

    /// The same with its permissions, its attributes of users (xattr(7)) and the time at which it was written, as far as these may be given.
    public func copyWhole(_ file: ReadableFile, as name: Name) throws(DiskError) {
        _ = try place(file, as: name, mode: file.evidence.mode & 0o777) { copy in
            shed_copy_attributes(copy.descriptor, file.descriptor)
            let (seconds, rest) = file.evidence.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
            copy.set(modified: rest < 0 ? seconds - 1 : seconds, rest < 0 ? rest + 1_000_000_000 : rest)
            return true
        }
    }

    /// - Parameter check: asked of what was written before it gets its name; `false` counts as changed.
    /// - Returns: whether the content is shared.
    private func place(
        _ file: ReadableFile, as name: Name, mode: UInt32, _ check: (OpenFile) throws(DiskError) -> Bool
    ) throws(DiskError) -> Bool {
        guard name.isPossible else {
            throw failure(name.bytes.count > Name.longest ? ENAMETOOLONG : EINVAL, "write", name)
        }
        guard file.size <= DirectoryHandle.longestHashed else { throw DiskError(.tooLarge, action: "copy", path: file.label) }
        let temporary = DirectoryHandle.temporaryName()
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let result = temporary.withPath { shed_open(descriptor, $0, flags, 0o600) }
        guard result >= 0 else { throw failure(-result, "write", name) }
        let target = OpenFile(descriptor: result)
        do throws(DiskError) {
            let isShared = try fill(target, from: file, name)
            guard try check(target), try !file.evidenceNow().differsInContent(from: file.evidence)
            else { throw DiskError(.changed, action: "copy", path: file.label) }
            let settled = min(shed_set_mode(target.descriptor, mode), shed_fsync(target.descriptor))
            guard settled >= 0 else { throw failure(-settled, "write", name) }
            let moved = moveNoReplace(temporary, isDirectory: false, to: self, as: name)
            guard moved >= 0 else { throw failure(-moved, "write", name) }
            try sync()
            return isShared
        } catch {
            _ = temporary.withPath { shed_remove(descriptor, $0, 0) }
            throw error
        }
    }

    /// - Returns: whether the content is shared.
    private func fill(_ target: OpenFile, from file: ReadableFile, _ name: Name) throws(DiskError) -> Bool {
        // An error of any sort here is one that copying meets again, or one that copying does not have.
        if shed_clone(target.descriptor, file.descriptor) >= 0 { return true }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PositionedReading.piece, alignment: 16)
        defer { buffer.deallocate() }
        let isSparse = PositionedReading.hasHoles(file.descriptor)
        let skipsHoles = isSparse && file.size > DirectoryHandle.largestRead && PositionedReading.hasHolesOnDisk(file.descriptor)
        var total: Int64 = 0
        // Behind it is nothing but a hole.
        var end: Int64 = 0
        // A file that grows while it is copied does not keep us here.
        while total < file.size {
            let count = try PositionedReading.fill(buffer, file.descriptor, total, file.label)
            if count == 0 { break }
            if isSparse, PositionedReading.isZero(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                total += Int64(count)
                guard skipsHoles else { continue }
                // As when it is hashed: what is seen there to be no hole is none here.
                let step = Int64(HashedContent.piece)
                total = try PositionedReading.endOfHole(file.descriptor, from: total, atMost: file.size, inSteps: step, file.label)
                continue
            }
            if end < total, lseek(target.descriptor, off_t(total), SEEK_SET) < 0 { throw failure(errno, "write", name) }
            var done = 0
            while let start = buffer.baseAddress, done < count {
                let written = shed_write(target.descriptor, start + done, count - done)
                guard written > 0 else { throw failure(written == 0 ? EIO : Int32(truncatingIfNeeded: -written), "write", name) }
                done += written
            }
            total += Int64(count)
            end = total
        }
        guard total == file.size else { throw DiskError(.changed, action: "copy", path: file.label) }
        if end < total, ftruncate(target.descriptor, off_t(total)) != 0 { throw failure(errno, "write", name) }
        return false
    }
}
