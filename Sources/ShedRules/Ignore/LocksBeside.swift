import ShedModel

/// The lock and swap files of one folder, and which files they say to be open.
///
/// It is asked of a file whether it is locked, and not of a lock what it locks: an owner file of Word's names two letters less than its file
/// has. That costs as little as a look into a dictionary, however many there are.
public struct LocksBeside: Sendable {
    /// By the files that their names tell.
    private var locks: [Name: Name] = [:]
    /// Those that tell a part of a name alone.
    private var owners: Set<Name> = []

    public init() {}

    /// - Parameter names: of all that stands in the folder.
    public init(_ names: some Sequence<Name>) { for name in names { add(name) } }

    /// Takes note of an entry of the folder, whether or not it is a lock.
    public mutating func add(_ name: Name) {
        if let locked = EditorLock.locks(name) {
            locks[locked] = min(locks[locked] ?? name, name)
        } else if EditorLock.isOwnerFile(name) {
            owners.insert(name)
        }
    }

    /// Whether an entry with such a beginning may be one, so that others need not be asked about.
    public static func mayBegin(with byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~") }

    /// Whether there are any whose names do not tell of which file they are.
    public var hasOwners: Bool { !owners.isEmpty }

    /// The files that the names of locks tell, whether or not these stand there.
    public var named: some Sequence<Name> { locks.keys }

    /// The lock or swap file of a file that stands there.
    public func lock(of file: Name) -> Name? {
        if let lock = locks[file] { return lock }
        // One that is a lock itself is none that is worked on.
        guard !owners.isEmpty, !EditorLock.isOwnerFile(file) else { return nil }
        return EditorLock.ownerFiles(of: file).first(where: owners.contains)
    }
}
