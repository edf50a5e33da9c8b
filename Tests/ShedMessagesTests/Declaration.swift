import Glibc
import ShedTestSupport

/// A message, as the sources declare it.
struct Declaration {
    let key: String
    let labels: [String]

    /// All of them. A function that only chooses among others is none.
    static func all() throws -> [Declaration] {
        let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/ShedMessages/Messages"
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
            if name.hasSuffix(".swift") { names.append(name) }
        }
        return names.sorted().flatMap { name in
            String(decoding: TestFile.read("\(folder)/\(name)"), as: UTF8.self).split(separator: "\n").compactMap { Declaration(line: $0) }
        }
    }

    private init?(line: Substring) {
        guard let start = line.firstRange(of: "package static "), line.contains("{ Message(") else { return nil }
        let rest = line[start.upperBound...].drop { $0 != " " }.dropFirst()
        key = String(rest.prefix { $0.isLetter || $0.isNumber })
        guard rest.dropFirst(key.count).first == "(" else {
            labels = []
            return
        }
        labels = rest.dropFirst(key.count + 1).prefix { $0 != ")" }.split(separator: ",").map { String($0.prefix { $0 != ":" }.filter(\.isLetter)) }
    }
}
