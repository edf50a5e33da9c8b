/// Absolute paths as bytes, taken apart and put together. Nothing is looked up: `.`, `..` and links are names like others.
public enum AbsolutePath {
    private static let slash = UInt8(ascii: "/")

    /// The path without its last name; `nil` for the root of the file system, which is in nothing, and for what holds no slash.
    public static func parent(of path: [UInt8]) -> [UInt8]? { path.count > 1 ? parts(of: path)?.parent : nil }

    /// The path without its last name, and that name, which is empty where the path ends with a slash; `nil` for what holds no slash.
    public static func parts(of path: [UInt8]) -> (parent: [UInt8], name: [UInt8])? {
        guard let last = path.lastIndex(of: slash) else { return nil }
        return (last == 0 ? [slash] : Array(path[..<last]), Array(path[(last + 1)...]))
    }

    /// The path of a name in a directory.
    public static func joined(_ directory: [UInt8], _ name: some Sequence<UInt8>) -> [UInt8] {
        (directory == [slash] ? [] : directory) + [slash] + name
    }
}

extension [UInt8] {
    /// The bytes as C takes a path: ended by a NUL. One among them would end it before: no name holds one.
    public var cString: [CChar] { (self + [0]).map { CChar(bitPattern: $0) } }
}
