import ShedDisk
import ShedModel
import ShedProject
import ShedSidecar

/// Finds the projects below a directory.
public struct ProjectSearch: Sendable {
    /// How deep it is looked, in folders.
    public static let deepest = 16
    /// How many folders are looked into.
    public static let mostFolders = 200_000

    /// The projects' roots, in the order of their paths' bytes.
    public private(set) var roots: [[UInt8]] = []
    /// Why there may be more, a sentence each.
    public private(set) var notes: [String] = []
    private var left = ProjectSearch.mostFolders

    /// Looks into a directory and all below: follows no link, enters nothing whose name begins with a dot, and no project.
    /// - Parameter directory: an absolute path without links.
    public init(below directory: [UInt8]) throws(ShedError) {
        do throws(DiskError) { try look(DirectoryHandle(pathBytes: directory), directory, depth: 0) } catch { throw ShedError(error) }
        roots.sort { $0.lexicographicallyPrecedes($1) }
        if left == 0 { notes.append("only the first \(ProjectSearch.mostFolders) folders below \(EscapedText.escape(directory)) were looked into") }
    }

    private mutating func look(_ directory: DirectoryHandle, _ path: [UInt8], depth: Int) throws(DiskError) {
        if (try? directory.kind(of: Sidecar.name)) == .directory {
            roots.append(path)
            return
        }
        let entries = try directory.list(atMost: 1_000_000)
        for entry in entries.sorted(by: { $0.name < $1.name }) where entry.kind == .directory && !entry.name.isHidden {
            guard left > 0 else { return }
            left -= 1
            let below = AbsolutePath.joined(path, entry.name.bytes)
            guard depth < ProjectSearch.deepest else {
                note("\(EscapedText.escape(below)) was not looked into: it is more than \(ProjectSearch.deepest) folders down")
                continue
            }
            // One that cannot be read hides projects; the others are still there to be checked.
            do throws(DiskError) { try look(directory.openDirectory(entry.name), below, depth: depth + 1) } catch {
                if error.code != .notFound { note("\(error)") }
            }
        }
    }

    private mutating func note(_ text: String) {
        if notes.count < 10 { notes.append(text) }
    }
}
