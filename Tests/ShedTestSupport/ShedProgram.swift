import Glibc

/// The program that is tested.
public enum ShedProgram {
    /// `$SHED_BINARY`, else the debug build of this package.
    public static let path: String = {
        if let binary = getenv("SHED_BINARY") { return String(cString: binary) }
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/.build/debug/shed"
    }()
}
