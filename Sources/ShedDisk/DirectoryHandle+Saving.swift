import Glibc
import ShedModel

/// Changing files that other programs save whenever they like: what somebody saves in the meantime stands there in the end, and of two who did, what
/// was saved last.
extension DirectoryHandle {
    /// Puts other content in the place of a file, if it still holds what it held, in one step and durably. Permissions stay.
    /// - Parameters:
    ///   - old: what it must hold.
    ///   - other: a free name, under which what was replaced is afterwards. Where the file was saved twice in that moment, what was saved first is.
    /// - Returns: whether it was replaced.
    /// - Throws: `exists` if the other name is taken; `other` with `EINVAL` where the file system cannot exchange files.
    public func replace(_ name: Name, _ old: [UInt8], with bytes: [UInt8], keeping other: Name) throws(DiskError) -> Bool {
        try replace(name, old, with: bytes, keeping: other) {}
    }

    /// - Parameter saved: is called once it was found that somebody has saved the file, before that goes back to its place.
    func replace(_ name: Name, _ old: [UInt8], with bytes: [UInt8], keeping other: Name, _ saved: () -> Void) throws(DiskError) -> Bool {
        let exchanged = try exchange(name, old, with: bytes, keeping: other, saved)
        if case .impossible(let error) = exchanged { throw error }
        try sync()
        return exchanged.isDone
    }

    /// What became of a file that was to be replaced by another one.
    private enum Exchanged {
        case done
        /// Somebody had saved it.
        case saved
        /// The file system cannot exchange files.
        case impossible(DiskError)

        var isDone: Bool { if case .done = self { true } else { false } }
    }

    /// - Throws: also where it cannot be told what a file holds: then what was not seen to be shed's own stays, under one name or the other.
    private func exchange(
        _ name: Name, _ old: [UInt8], with bytes: [UInt8], keeping other: Name, _ saved: () -> Void
    ) throws(DiskError) -> Exchanged {
        _ = try stage(other, bytes, isDurable: true, like: (self, name))
        do throws(DiskError) { try exchange(name, with: self, other, expecting: nil) } catch {
            try? removeFile(other)
            guard error.errno == EINVAL || error.errno == ENOSYS else { throw error }
            return .impossible(error)
        }
        let isOld: Bool
        do throws(DiskError) { isOld = try holds(other, old) } catch {
            // It may be what somebody saved: it goes back to its place.
            try exchange(name, with: self, other, expecting: nil)
            if (try? holds(other, bytes)) == true { try? removeFile(other) }
            throw error
        }
        if isOld { return .done }
        saved()
        // RACE: somebody saved it since it was read. That goes back to its place.
        try exchange(name, with: self, other, expecting: nil)
        if try holds(other, bytes) {
            try removeFile(other)
        } else {
            // RACE: and once more between the two exchanges: that is the newer one.
            try exchange(name, with: self, other, expecting: nil)
        }
        return .saved
    }

    /// The same, and nothing of what it held stays. Where the file system cannot exchange files, what is saved in that very moment is lost.
    /// - Throws: `beingWritten` if a program has the file open to write to it; where a file cannot be read that may be somebody's, what is said, and
    ///   that file stays.
    public func rewrite(_ name: Name, _ bytes: [UInt8], holding old: [UInt8]) throws(DiskError) -> Bool {
        guard !isBeingWritten(name) else { throw DiskError(.beingWritten, action: "write", path: label(of: name)) }
        let other = besideName(of: name)
        let exchanged: Exchanged
        do throws(DiskError) { exchanged = try exchange(name, old, with: bytes, keeping: other) {} } catch {
            throw error.naming(label(of: name), for: label(of: other))
        }
        if case .impossible = exchanged {
            guard try holds(name, old) else { return false }
            try rewrite(name, bytes)
            return true
        }
        var failure: DiskError?
        do throws(DiskError) { try sync() } catch { failure = error }
        // What it held, or of two saves the one that the other took the place of.
        do throws(DiskError) { try removeFile(other) } catch {
            if error.code != .notFound { failure = error.naming(label(of: name), for: label(of: other)) }
        }
        if let failure { throw failure }
        return exchanged.isDone
    }

    /// Removes a file, if it still holds what it held, durably.
    /// - Returns: whether it was removed.
    /// - Throws: `beingWritten` if a program has the file open to write to it.
    public func removeFile(_ name: Name, holding old: [UInt8]) throws(DiskError) -> Bool { try removeFile(name, holding: old) {} }

    /// - Parameter saved: as of ``replace(_:_:with:keeping:_:)``.
    func removeFile(_ name: Name, holding old: [UInt8], _ saved: () -> Void) throws(DiskError) -> Bool {
        guard !isBeingWritten(name) else { throw DiskError(.beingWritten, action: "remove", path: label(of: name)) }
        let other = besideName(of: name)
        try rename(name, to: self, as: other, expecting: nil)
        let isDone: Bool
        do throws(DiskError) { isDone = try holds(other, old) } catch {
            // It may be what somebody saved. Where it was saved once more, both stay.
            try? rename(other, to: self, as: name, expecting: nil)
            throw error.naming(label(of: name), for: label(of: other))
        }
        if isDone {
            try removeFile(other)
        } else {
            saved()
            // RACE: somebody saved it since it was read. That goes back to its place, unless it was saved once more.
            do throws(DiskError) { try rename(other, to: self, as: name, expecting: nil) } catch {
                guard error.code == .exists else { throw error.naming(label(of: name), for: label(of: other)) }
                try removeFile(other)
            }
        }
        try sync()
        return isDone
    }

    /// Ends what a process began that was killed while it rewrote or removed a file that others save: what stood there comes back where nothing
    /// does now, and goes where something does and it is nobody's text.
    /// - Parameter isOwn: whether all that a file holds is of shed.
    public func endSaving(_ name: Name, where isOwn: ([UInt8]) -> Bool) {
        let other = DirectoryHandle.nameBeside(name)
        guard (try? kind(of: other)) == .file, (try? rename(other, to: self, as: name, expecting: nil)) == nil else { return }
        guard let bytes = try? read(other, atMost: DirectoryHandle.longestSaved), isOwn(bytes) || (try? holds(name, bytes)) == true else { return }
        try? removeFile(other)
    }

    /// No file that is rewritten so has more bytes.
    private static let longestSaved = 1 << 20

    /// Where a file is that others save while it is looked at whether it may go: it says whose it was, for ``endSaving(_:where:)``.
    static func nameBeside(_ name: Name) -> Name { Name(bytes: Array(".shed-tmp-was-".utf8) + name.bytes) }

    /// One that is free.
    private func besideName(of name: Name) -> Name {
        let known = DirectoryHandle.nameBeside(name)
        let isFree = (try? kind(of: known) == nil) ?? false
        return isFree ? known : DirectoryHandle.temporaryName()
    }

    /// Whether a file holds just this.
    /// - Throws: where that cannot be told.
    private func holds(_ name: Name, _ bytes: [UInt8]) throws(DiskError) -> Bool {
        do throws(DiskError) { return try read(name, atMost: bytes.count) == bytes } catch {
            guard [.notFound, .notDirectory, .isLink, .notFile, .tooLarge].contains(error.code) else { throw error }
            return false
        }
    }
}
