/// A file that comes with a template: one that a new project holds from the beginning, one that `add file --template` begins with, or both.
public struct StartingFile: Hashable, Sendable {
    /// The word for it in `add file --template`; `nil`: it is not offered there.
    public var key: String?
    /// The role of the folder in which a new project has it; `nil`: a new project has none.
    public var folder: Role?
    /// What it is called there.
    public var name: String?
    /// What it holds.
    public var text: String

    /// The most files of a template, and the most bytes of one.
    public static let (most, longest) = (200, 64 << 10)

    public init(key: String? = nil, folder: Role? = nil, name: String? = nil, text: String) {
        self.key = key
        self.folder = folder
        self.name = name
        self.text = text
    }

    /// Where a new project has it; `nil`: nowhere.
    public var place: (folder: Role, name: Name)? {
        guard let folder, let name else { return nil }
        return (folder, Name(name))
    }
}
