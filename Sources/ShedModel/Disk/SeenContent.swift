/// What a file held when a device last read it, along with what that wrote anyway: a field of the sidecar by which devices that never saw
/// the file know it again.
///
/// It is a hint. Nothing is decided by it where place or file tell, what is stale or wrong matches nothing, and state does not hang on it.
public enum SeenContent {
    /// The field's name in the sidecar.
    public static let field = "seen"

    /// So many are written into one batch, and so many are remembered of files that were not seen here.
    public static let mostInBatch = 256
    public static let mostRemembered = 10_000

    /// The field that says what a file holds.
    public static func field(_ content: FileContent) -> Field {
        .other(field, ["sha256": .string(content.hash.description), "size": .integer(content.size)])
    }

    /// What a value of the field says; `nil` where that is not a hash and a size of more than nothing.
    public static func content(_ value: JSONValue) -> FileContent? {
        guard let text = value["sha256"]?.string, let hash = ContentHash(text), let size = value["size"]?.integer, size > 0 else { return nil }
        return FileContent(size: size, hash: hash)
    }
}
