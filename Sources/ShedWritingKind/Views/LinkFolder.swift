import Glibc
import ShedDisk
import ShedModel
import ShedProject

/// A folder in which links are made and taken away. Nothing else is ever removed or replaced in it, whatever comes to stand there
/// meanwhile. It is not made durable: what is lost is made again.
struct LinkFolder {
    private let handle: DirectoryHandle
    /// By how much the folder's digest (``EntryDigest``) has changed by what was done here.
    private(set) var change: UInt64 = 0
    /// The folder's own evidence, as long as nobody else has changed anything in it since it was known what is in it.
    private(set) var known: Evidence?
    /// Whether a link that was to be taken away still stands there, under its name or the one that nobody sees.
    private(set) var hasFailed = false

    /// - Parameter known: the folder's own evidence, where it is known what is in it.
    init(_ handle: DirectoryHandle, known: Evidence? = nil) {
        self.handle = handle
        self.known = known
    }

    /// Says that it is known what is in it, or that it is not.
    mutating func take(_ known: Evidence?) { self.known = known }

    /// Has done something; what was known before goes on to be known, if nobody else did anything until then.
    ///
    /// RACE: what somebody else does between the look before and the one after is taken for shed's own, and on kernels before 6.13, and on
    /// tmpfs, what comes until the clock that stamps changes goes on (some milliseconds). Nothing is lost by that: it stands there, and is
    /// seen with the next change of the folder by whomever, in a listing, or by a sweep. The kernel has nothing that tells two changes
    /// apart, so who wanted to close it would have to list the folder after each link of its own, or not to know it before the next command
    /// has.
    private mutating func act<Value>(_ body: (inout LinkFolder) -> Value) -> Value {
        guard let before = known else { return body(&self) }
        let isSame = (try? handle.ownEvidence())?.changed == before.changed
        let value = body(&self)
        known = isSame ? try? handle.ownEvidence() : nil
        return value
    }

    /// What became of a link that was to be made.
    enum Making {
        case made
        /// It stands there already.
        case standing
        /// Something else stands there.
        case taken
        /// The file system holds no links (symlink(2): EPERM), as FAT.
        case unable
        /// Not now: no room, no right.
        case failed
    }

    /// Makes a link, where nothing stands.
    mutating func make(_ name: Name, _ text: [UInt8]) -> Making {
        guard name.isPossible, !text.contains(0) else { return .failed }
        let error = act { $0.link(name, text) }
        switch error {
        case 0:
            Interruption.point("link-made")
            note(name, isThere: true)
            return .made
        case EEXIST: return (try? handle.readLink(name)) == text ? .standing : .taken
        // Of a folder that may not be written in symlink(2) says EACCES; but of one that nobody may change the same as of FAT.
        case EPERM where handle.isImmutable(): return .failed
        case EPERM, EOPNOTSUPP, ENOSYS: return .unable
        default: return .failed
        }
    }

    /// - Returns: 0, or `errno`.
    private func link(_ name: Name, _ text: [UInt8]) -> Int32 {
        symlinkat(text.cString, handle.descriptor, name.bytes.cString) == 0 ? 0 : errno
    }

    /// Takes a link away, if it holds a text. It gets a name that nobody sees first: what somebody has put in its place between the look
    /// and the rename gets its name back.
    /// - Returns: whether it is gone.
    @discardableResult
    mutating func takeAway(_ name: Name, _ text: [UInt8]) -> Bool {
        guard let evidence = try? handle.evidence(of: name), (try? handle.readLink(name)) == text else {
            if handle.mayHold(link: name, text) { hasFailed = true }
            return false
        }
        let aside = LinkFolder.aside(name)
        guard act({ (try? $0.handle.rename(name, to: $0.handle, as: aside, expecting: evidence.identity)) != nil }) else {
            if handle.mayHold(link: name, text) { hasFailed = true }
            return false
        }
        Interruption.point("link-aside")
        guard (try? handle.readLink(aside)) == text else {
            // RACE: where something came to stand under the old name meanwhile, it keeps the other one until all is looked at.
            try? handle.rename(aside, to: handle, as: name, expecting: nil)
            known = nil
            return false
        }
        guard act({ (try? $0.handle.removeFile(aside)) != nil }) else {
            hasFailed = true
            return false
        }
        note(name, evidence)
        return true
    }

    /// Puts a link in the place of a file, of whose content there is another copy, or which holds nothing of a person's. Where the file
    /// is not as it was, it stays.
    /// - Returns: whether the link stands there.
    mutating func replace(_ name: Name, _ known: Evidence, by text: [UInt8]) -> Bool {
        let aside = LinkFolder.aside(name)
        guard (try? handle.rename(name, to: handle, as: aside, expecting: known.identity)) != nil else { return false }
        Interruption.point("file-aside")
        let there = try? handle.evidence(of: aside)
        guard let there, WriteStamp(there) == WriteStamp(known), case .made = make(name, text) else {
            try? handle.rename(aside, to: handle, as: name, expecting: nil)
            return false
        }
        Interruption.point("file-linked")
        // A name of the target itself goes like any other; its content has another.
        try? handle.removeFile(aside)
        return true
    }

    /// Names that were set aside when something interrupted shed, with the names that they had.
    static func former(_ name: Name) -> Name? {
        guard name.bytes.starts(with: prefix) else { return nil }
        let former = Name(bytes: Array(name.bytes.dropFirst(prefix.count)))
        return former.isPossible ? former : nil
    }

    private static let prefix = Array(".shed-tmp-view-".utf8)

    /// The name under which something stands for a moment. Nobody scans what begins with a dot.
    private static func aside(_ name: Name) -> Name {
        let aside = Name(bytes: prefix + name.bytes)
        return aside.isPossible ? aside : Name(bytes: prefix + Array("\(UInt64.random(in: .min ... .max))".utf8))
    }

    private mutating func note(_ name: Name, isThere: Bool) {
        guard let evidence = try? handle.evidence(of: name) else { return }
        change &+= LinkFolder.digest(name, evidence)
    }

    private mutating func note(_ name: Name, _ gone: Evidence) { change &-= LinkFolder.digest(name, gone) }

    private static func digest(_ name: Name, _ evidence: Evidence) -> UInt64 {
        name.bytes.withUnsafeBufferPointer { EntryDigest.value(name: $0, kind: .link, evidence: evidence) }
    }
}

extension DirectoryHandle {
    /// Whether a link with a text stands under a name, or it cannot be told.
    func mayHold(link name: Name, _ text: [UInt8]) -> Bool {
        do throws(DiskError) {
            guard try kind(of: name) == .link else { return false }
            return try readLink(name) == text
        } catch { return true }
    }
}
