/// Where a folder of a template stands, and what the folders in it are for that people make.
public struct FolderNesting: Hashable, Sendable {
    /// The role of the folder that it stands in; `nil`: the project's root.
    public var parent: Role?
    /// What folders accept that are made in it, and in these, however deep; `nil`: what folders of their type do (``NodeType/defaultAccepts``).
    public var children: Accepts?

    public init(parent: Role? = nil, children: Accepts? = nil) {
        self.parent = parent
        self.children = children
    }

    /// The field of a folder that was made in such a one: what folders accept that are made in it.
    public static let field = "children"

    /// That field, for a folder that is made where folders accept that.
    public static func field(_ children: Accepts) -> Field { .other(field, .string(children.rawValue)) }
}

extension Template {
    /// What folders accept that people make in a folder: by its own field, else by its role; `nil`: what folders of their type do.
    public func children(of folder: Node) -> Accepts? {
        if let own = folder.details?.other[FolderNesting.field]?.value.string.flatMap(Accepts.init(rawValue:)) { return own }
        return folder.role.flatMap(self.folder)?.nesting.children
    }
}

/// The role that a folder had until another one got it, as while it lay in Trash.
public enum FormerRole {
    /// The field of such a folder.
    public static let name = "formerRole"

    /// - Parameter role: `nil`: the folder has one again.
    public static func field(_ role: Role?) -> Field { .other(name, role.map { JSONValue.string($0.rawValue) } ?? .null) }

    /// That of a folder which has no role.
    public static func of(_ folder: Node) -> Role? {
        guard folder.role == nil else { return nil }
        return folder.details?.other[name]?.value.string.map(Role.init(rawValue:))
    }
}

/// What a folder of a template is shown with beside its symbol.
public struct FolderBadge: Hashable, Sendable {
    /// One or a few characters, as they are shown.
    public var emoji: String?
    public var colour: Colour?

    /// The most bytes of an emoji: the longest that Unicode 16 lists takes 35.
    public static let longestEmoji = 40

    public init(emoji: String? = nil, colour: Colour? = nil) {
        self.emoji = emoji
        self.colour = colour
    }

    /// Whether a text can be shown as an emoji: one character that is no letter, digit, sign of ASCII or space, and steers nothing.
    public static func isPossible(emoji: String) -> Bool {
        guard emoji.count == 1, emoji.utf8.count <= longestEmoji, let first = emoji.unicodeScalars.first, !first.isASCII || emoji.utf8.count > 1
        else { return false }
        // What joins and varies the parts of an emoji is no text of others that steers a terminal.
        return emoji.unicodeScalars.allSatisfy { scalar in
            scalar.value == 0x200d || scalar.properties.isVariationSelector || scalar.properties.isEmoji || scalar.properties.isEmojiModifier
                || (0xe0020...0xe007f).contains(scalar.value) || scalar.value == 0x20e3
        } && emoji.unicodeScalars.contains { $0.properties.isEmoji && !$0.isASCII || $0.value == 0x20e3 }
    }
}
