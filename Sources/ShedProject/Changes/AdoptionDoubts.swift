import ShedDisk
import ShedModel
import ShedSidecar

extension Adoption {
    /// Why a folder looks like one that nobody means to adopt: somebody's home, or a folder of projects. Each is a clause that
    /// names what was seen; none where nothing speaks against it. Looks at the names in the folder and one level below.
    public static func doubts(about directory: [UInt8], surroundings: Surroundings) throws(ShedError) -> [String] {
        let path = try RealPath.of(directory)
        do throws(DiskError) {
            let root = try DirectoryHandle(pathBytes: path)
            let entries = try root.list(atMost: mostEntries)
            return [home(path, Set(entries.map(\.name)), surroundings), projects(entries.filter { $0.kind == .directory }.map(\.name).sorted(), root)]
                .compactMap { $0 }
        } catch {
            // More than anybody looks through, or nothing that can be looked at: the adoption itself says so.
            return []
        }
    }

    /// A folder with more entries is not looked at for this.
    private static let mostEntries = 100_000
    /// So many things that were seen are named.
    private static let mostNamed = 4

    /// What programs leave in a home directory, and the folders that desktops make there (xdg-user-dirs).
    private static let homeMarks: [Name] = [
        ".bash_history", ".bash_logout", ".bashrc", ".cache", ".config", ".gnupg", ".local", ".mozilla", ".profile", ".ssh", ".zshrc",
    ]
    private static let homeFolders: [Name] = ["Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos"]

    private static func home(_ path: [UInt8], _ names: Set<Name>, _ surroundings: Surroundings) -> String? {
        let marks = homeMarks.filter(names.contains)
        let folders = homeFolders.filter(names.contains)
        let seen = marks.isEmpty && folders.isEmpty ? "" : " with \(listed(marks + folders))"
        if let own = surroundings.environment["HOME"].flatMap({ try? RealPath.of(Array($0.utf8)) }) {
            if own == path { return "is your home directory\(seen)" }
            if own.starts(with: path + [UInt8(ascii: "/")]) { return "holds your home directory, \(EscapedText.escape(own))" }
        }
        return marks.count >= 2 || folders.count >= 3 ? "looks like a home directory\(seen)" : nil
    }

    /// One project of shed's is enough; of repositories it takes two, since a project may have one of somebody else's in it.
    private static func projects(_ folders: [Name], _ root: DirectoryHandle) -> String? {
        var (projects, repositories): ([Name], [Name]) = ([], [])
        for name in folders where !name.isHidden {
            guard let folder = try? root.openDirectory(name) else { continue }
            if (try? folder.kind(of: Sidecar.name)) == .directory {
                projects.append(name)
            } else if ((try? folder.kind(of: ".git")) ?? nil) != nil {
                repositories.append(name)
            }
        }
        if !projects.isEmpty {
            return "is a folder of projects: it holds the shed \(projects.count == 1 ? "project" : "projects") \(listed(projects))"
        }
        return repositories.count >= 2 ? "is a folder of projects: it holds the git repositories \(listed(repositories))" : nil
    }

    private static func listed(_ names: [Name]) -> String {
        let shown = names.prefix(mostNamed).map { "“\($0)”" }
        if names.count > shown.count { return shown.joined(separator: ", ") + " and \(names.count - shown.count) more" }
        return shown.count == 1 ? shown[0] : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
    }
}
