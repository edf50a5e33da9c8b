import ShedDisk
import ShedModel

/// Where a link leads, found out without following it.
enum LinkTarget {
    case inside
    case outside
    case dangling

    /// Goes through the target name by name. A link on the way counts as leading outside unless it stays inside too.
    static func of(_ target: [UInt8], at path: RelativePath, in folders: inout OpenFolders) -> LinkTarget {
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
        guard let directory = folders.folder(at: RelativePath(Array(names.dropLast()))) else { return .dangling }
        return (try? directory.kind(of: name)).flatMap { $0 } == nil ? .dangling : .inside
    }
}

/// Folders that links lead to and stand in, the last few of them open: in a view thousands lead to the same.
struct OpenFolders {
    private let root: DirectoryHandle
    private var open: [RelativePath: DirectoryHandle] = [:]
    private static let most = 16

    init(_ root: DirectoryHandle) { self.root = root }

    /// - Returns: `nil` where no folder is there.
    mutating func folder(at path: RelativePath) -> DirectoryHandle? {
        if let known = open[path] { return known }
        guard let folder = try? root.openDirectory(at: path) else { return nil }
        if open.count >= OpenFolders.most { open = [:] }
        open[path] = folder
        return folder
    }
}
