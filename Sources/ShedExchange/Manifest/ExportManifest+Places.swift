import ShedModel

extension ExportManifest {
    /// Where something of the project stands in an export.
    public static func place(of path: RelativePath) -> RelativePath { RelativePath([files]).appending(path) }

    /// Where something stands that a file held before.
    public static func place(of version: ContentHash) -> RelativePath { RelativePath([versions, Name("\(version)")]) }
}
