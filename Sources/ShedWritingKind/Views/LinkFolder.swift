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

    init(_ handle: DirectoryHandle) { self.handle = handle }

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
        let result = symlinkat(text.cString, handle.descriptor, name.bytes.cString)
        guard result != 0 else {
            Interruption.point("link-made")
            note(name, isThere: true)
            return .made
        }
        switch errno {
        case EEXIST: return (try? handle.readLink(name)) == text ? .standing : .taken
        // Of a folder that may not be written in symlink(2) says EACCES.
        case EPERM, EOPNOTSUPP, ENOSYS: return .unable
        default: return .failed
        }
    }

    /// Takes a link away, if it holds a text. It gets a name that nobody sees first: what somebody has put in its place between the look
    /// and the rename gets its name back.
    /// - Returns: whether it is gone.
    @discardableResult
    mutating func takeAway(_ name: Name, _ text: [UInt8]) -> Bool {
        guard let evidence = try? handle.evidence(of: name), (try? handle.readLink(name)) == text else { return false }
        let aside = LinkFolder.aside(name)
        guard (try? handle.rename(name, to: handle, as: aside, expecting: evidence.identity)) != nil else { return false }
        Interruption.point("link-aside")
        guard (try? handle.readLink(aside)) == text else {
            // RACE: where something came to stand under the old name meanwhile, it keeps the other one until all is looked at.
            try? handle.rename(aside, to: handle, as: name, expecting: nil)
            return false
        }
        guard (try? handle.removeFile(aside)) != nil else { return false }
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
        guard let there, there.size == known.size, there.modified == known.modified, case .made = make(name, text) else {
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
