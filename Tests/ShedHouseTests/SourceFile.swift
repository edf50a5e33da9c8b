import ShedTestSupport

/// A Swift file of the package.
struct SourceFile {
    /// Below the package.
    let path: String
    let lines: [String]
}
