import Glibc
import ShedThreads

/// The package, as it stands in the checkout.
enum House {
    /// An absolute path.
    static let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// The Swift files below a folder of it, in the order of their paths.
    static func files(in folder: String) throws -> [SourceFile] { try paths(in: folder).map(file) }

    private static let read = Lock<[String: SourceFile]>([:])

    /// A file, which is read once for all that ask.
    private static func file(_ path: String) -> SourceFile {
        if let known = read.withLock({ $0[path] }) { return known }
        let file = SourceFile(path)
        read.withLock { $0[path] = file }
        return file
    }

    private static func paths(in folder: String) throws -> [String] {
        guard let directory = opendir("\(path)/\(folder)") else { throw Fault(description: "\(folder) is not there") }
        defer { closedir(directory) }
        var paths: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(".swift") { paths.append("\(folder)/\(name)") }
            if entry.pointee.d_type == DT_DIR, !name.hasPrefix(".") { paths += try self.paths(in: "\(folder)/\(name)") }
        }
        return paths.sorted()
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }
}
