import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// Moves an entry, within or between directories of one file system. Nothing is ever replaced.
    ///
    /// Durable after ``sync()`` of both directories.
    /// - Parameter expecting: the file that must be there, or nothing is done.
    /// - Throws: `changed` if another file is there, `exists` if the new name is taken, `crossDevice`.
    public func rename(
        _ name: Name, to target: DirectoryHandle, as newName: Name, expecting: FileIdentity?
    ) throws(DiskError) {
        let stat = try expect(name, expecting, "move")
        // RACE: between the look above and the move below another program can put another file under this name. At
        // worst that file is moved instead, whole; nothing is overwritten. Where a verb moved it, the verb's word counts, and
        // it is taken for the one that was meant; else the next scan knows it again by its identity.
        let isDirectory = EntryKind(mode: stat.mode) == .directory
        let result = moveNoReplace(name, isDirectory: isDirectory, to: target, as: newName)
        if result == -EEXIST || result == -ENOTEMPTY { throw target.failure(EEXIST, "move to", newName) }
        guard result >= 0 else { throw moveFailure(-result, "move", name, to: target) }
    }

    /// What went wrong, with the folder that may not be written, where that is why.
    private func moveFailure(_ number: Int32, _ action: String, _ name: Name, to target: DirectoryHandle) -> DiskError {
        guard [EACCES, EPERM, EROFS].contains(number) else { return failure(number, action, name) }
        if !target.isWritable { return DiskError(errno: number, action: "write in", path: target.label) }
        if !isWritable { return DiskError(errno: number, action: "take anything out of", path: label) }
        return failure(number, action, name)
    }

    /// Whether this process may make and remove entries (faccessat(2)).
    package var isWritable: Bool { faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 }

    /// Swaps two entries in one step, also a file and a directory.
    /// - Parameters:
    ///   - expecting: the file that must be at `name`.
    ///   - otherExpecting: the file that must be at `otherName`.
    /// - Throws: `changed` if another file is there; `other` with `EINVAL` where the file system cannot do it.
    public func exchange(
        _ name: Name, with other: DirectoryHandle, _ otherName: Name, expecting: FileIdentity?,
        otherExpecting: FileIdentity? = nil
    ) throws(DiskError) {
        _ = try expect(name, expecting, "exchange")
        _ = try other.expect(otherName, otherExpecting, "exchange")
        // RACE: as in `rename`: at worst a file that was put there in between is swapped, whole; nothing is lost.
        let result = name.withPath { left in
            otherName.withPath { shed_exchange(descriptor, left, other.descriptor, $0) }
        }
        guard result >= 0 else { throw moveFailure(-result, "exchange", name, to: other) }
    }

    private func expect(_ name: Name, _ identity: FileIdentity?, _ action: String) throws(DiskError) -> shed_stat {
        guard let stat = try stat(of: name) else { throw failure(ENOENT, action, name) }
        if let identity, Evidence(stat).identity != identity { throw failure(.changed, action, name) }
        return stat
    }

    /// renameat2(2) with NOREPLACE, and what comes nearest where the file system lacks it. Returns 0 or `-errno`.
    func moveNoReplace(_ name: Name, isDirectory: Bool, to target: DirectoryHandle, as newName: Name) -> Int32 {
        name.withPath { from in
            newName.withPath { to in
                let result = shed_rename_no_replace(descriptor, from, target.descriptor, to)
                guard result == -EINVAL || result == -ENOSYS else { return result }
                // A directory replaces nothing but an empty directory, by rename(2).
                // RACE: at worst an empty directory that was made under the new name in between is replaced.
                if isDirectory {
                    var stat = shed_stat()
                    let there = shed_statx(target.descriptor, to, &stat)
                    if there != -ENOENT { return there < 0 ? there : -EEXIST }
                    return shed_rename(descriptor, from, target.descriptor, to)
                }
                // link(2) never replaces.
                // RACE: a file put under the old name between the two calls is removed although it was not linked;
                // so it is compared first, and the gap is that of two calls.
                let linked = shed_link(descriptor, from, target.descriptor, to)
                guard linked >= 0 else { return linked }
                return removeLinked(from, linkedAs: to, in: target)
            }
        }
    }

    private func removeLinked(
        _ from: UnsafePointer<CChar>, linkedAs to: UnsafePointer<CChar>, in target: DirectoryHandle
    ) -> Int32 {
        var old = shed_stat()
        var new = shed_stat()
        guard shed_statx(descriptor, from, &old) == 0, shed_statx(target.descriptor, to, &new) == 0,
            old.inode == new.inode, old.device == new.device
        else { return 0 }
        return shed_remove(descriptor, from, 0)
    }
}
