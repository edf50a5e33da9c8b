import ShedEngine
import ShedModel

/// Turns the PATH of a command line into a path below a project's root.
enum PathArgument {
    /// The path that an argument names.
    ///
    /// Resolved by its text alone: `..` goes one name up, and no link inside the project is followed. On the way to the
    /// root links are followed, so that a project can be reached through one.
    /// - Parameters:
    ///   - argument: as argument-parser gives it (``RawArguments``).
    ///   - base: the working directory, or what `-C` names: an absolute path without links.
    ///   - root: the project's root: an absolute path without links.
    /// - Throws: ``ShedError`` of kind usage for a path outside of the project.
    static func resolve(_ argument: String, base: [UInt8], root: [UInt8]) throws(ShedError) -> RelativePath {
        let bytes = RawArguments.bytes(of: argument)
        guard !bytes.isEmpty else { throw ShedError(.usage, "a path is empty", remedy: "“.” is the directory you are in.") }
        let parts = normalised(absolute(bytes, base: base))
        let rootParts = normalised(root)
        if let path = relative(parts, to: rootParts) { return path }
        // The shallowest directory on the way that is the root: what lies below it is never resolved.
        for length in parts.indices {
            let above = parts[..<length].flatMap { [slash] + $0 }
            guard let real = try? RealPath.of(above.isEmpty ? [slash] : above) else { break }
            if real == root { return RelativePath(parts[length...].map { Name(bytes: $0) }) }
        }
        if (try? RealPath.of(parts.flatMap { [slash] + $0 })) == root { return .root }
        throw ShedError(
            .usage, "\(EscapedText.escape(bytes)) is outside of the project \(EscapedText.escape(root))",
            remedy: "Name something inside it, or another project with -C.")
    }

    /// An argument as an absolute path.
    static func absolute(_ bytes: [UInt8], base: [UInt8]) -> [UInt8] { bytes.first == slash ? bytes : base + [slash] + bytes }

    private static let slash = UInt8(ascii: "/")

    private static func relative(_ parts: [[UInt8]], to root: [[UInt8]]) -> RelativePath? {
        parts.starts(with: root) ? RelativePath(parts.dropFirst(root.count).map { Name(bytes: $0) }) : nil
    }

    /// The names of an absolute path, without `.` and `..`.
    static func normalised(_ path: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        for part in path.split(separator: slash) {
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else if !part.elementsEqual(".".utf8) {
                parts.append(Array(part))
            }
        }
        return parts
    }
}
