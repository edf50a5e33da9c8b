import Glibc
import ShedTestSupport

/// The inputs of a target that are part of the project: what the fuzzer found worth keeping, and what once broke something (`crash-…`).
enum Corpus {
    /// An absolute path.
    private static let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures/fuzz"

    /// The names of the folders.
    static var targets: [String] { names(in: path) }

    /// The files of a target with their names, in the order of these.
    static func inputs(of target: String) -> [(name: String, bytes: [UInt8])] {
        names(in: "\(path)/\(target)").map { ($0, TestFile.read("\(path)/\(target)/\($0)")) }
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix("."), name != "README.md" { names.append(name) }
        }
        return names.sorted()
    }
}
