import ShedModel

/// What puts a finding right without losing or surprising.
public enum Fix: Hashable, Sendable {
    /// Another name in the same folder.
    case rename(to: Name)
    /// The folder is empty and nobody will miss it.
    case removeFolder
}
