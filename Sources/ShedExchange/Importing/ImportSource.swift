/// What can be imported: the project of another program, an export of shed.
///
/// A source knows itself, and reads what is there into a plain value. It writes nothing and knows nothing of the project that is made of it.
/// What it is given is hostile: it reads by the ``SourceTree`` alone, bounds every size, depth and number, and takes no name or path in a file
/// for one of the disk before ``RelativePath/init(bytes:)`` or ``Name/isPossible`` took it. Where it throws, nothing was changed.
public protocol ImportSource: Sendable {
    /// The word of it that `--from` and JSON have: lower case, without blanks, never changed.
    var name: String { get }

    /// What people call it, the same in all languages (a program's name); escaped where it is shown.
    var title: String { get }

    /// Whether this is such a thing. Looks at names and at the beginnings of files, nothing more: every source is asked, in the order of
    /// the list, and the first that says yes is it.
    func isMeant(by tree: any SourceTree) throws(ImportFault) -> Bool

    /// Reads all of it: names, order, labels, and texts that have to be made into others. What is taken over as it is stays where it is until
    /// it is copied (``ImportedContent/file(_:size:hash:)``).
    /// - Throws: where it is damaged, or more than the bounds allow.
    func read(_ tree: any SourceTree, limits: ImportLimits) throws(ImportFault) -> ImportedProject
}
