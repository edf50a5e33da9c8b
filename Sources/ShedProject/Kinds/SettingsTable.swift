import ShedTOML

/// The table of `.shed/settings.toml` that is a kind's own. It is read in projects of all kinds: a slip in it is said wherever
/// it was made.
public struct SettingsTable: Sendable {
    /// Its name in the file, such as `[photos]`.
    public let key: String
    /// Makes of it what ``Configuration/ofKind(_:)`` gives.
    let read: @Sendable (TOMLTable) throws(SettingsFault) -> any Sendable

    public init(_ key: String, read: @escaping @Sendable (TOMLTable) throws(SettingsFault) -> any Sendable) {
        self.key = key
        self.read = read
    }
}

/// What is wrong with a setting: what follows its name in a sentence, such as `must be true or false`.
public struct SettingsFault: Error, Sendable {
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
}
