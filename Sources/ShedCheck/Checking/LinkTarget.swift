import ShedDisk
import ShedModel

/// Where a link leads, found out without following it.
enum LinkTarget {
    case inside
    case outside
    case dangling

    /// Goes through the target name by name. A link on the way counts as leading outside unless it stays inside too.
    static func of(_ target: [UInt8], at path: RelativePath, in root: DirectoryHandle) -> LinkTarget {
        if target.first == UInt8(ascii: "/") { return .outside }
        var names = path.parent.names
        for part in target.split(separator: UInt8(ascii: "/")) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                if names.isEmpty { return .outside }
                names.removeLast()
            } else {
                names.append(Name(bytes: Array(part)))
            }
        }
        guard let name = names.last else { return .inside }
        guard let directory = try? root.openDirectory(at: RelativePath(Array(names.dropLast()))) else { return .dangling }
        return (try? directory.kind(of: name)).flatMap { $0 } == nil ? .dangling : .inside
    }
}
