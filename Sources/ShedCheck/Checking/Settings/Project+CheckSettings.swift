import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedRules

extension Project {
    /// The name of the file above projects that says how they are checked.
    static let sharedSettingsName: Name = "shed.toml"
    /// How many folders above a project are looked at for one.
    private static let mostParents = 64

    /// What the project's settings and the `shed.toml` files above it say about checks.
    /// - Throws: ``ShedError`` for a file that cannot be read or used; it names the file, the line and the key.
    public func checkSettings() throws(ShedError) -> CheckSettings {
        let book = home.surroundings.kinds.rules
        var settings = CheckSettings(book)
        for (directory, bytes) in try sharedSettings(&settings.notes) {
            let label = EscapedText.escape(directory == [UInt8(ascii: "/")] ? Array("/shed.toml".utf8) : directory + Array("/shed.toml".utf8))
            let file = try TOMLFile(bytes: bytes, label: label)
            try file.allow(["check"], in: file.root)
            let below = home.path.dropFirst(directory.count)
            settings.add(try CheckLayer(file, project: RelativePath(bytes: below), book: book, known: settings.known))
        }
        let own: [UInt8]?
        do { own = try home.sidecar.settings() } catch { throw ShedError(error) }
        if let own {
            let file = try TOMLFile(bytes: own, label: ".shed/settings.toml")
            settings.add(try CheckLayer(file, project: nil, book: book, known: settings.known))
        }
        return settings
    }

    /// The files above the project, outermost first.
    private func sharedSettings(_ notes: inout [String]) throws(ShedError) -> [(directory: [UInt8], bytes: [UInt8])] {
        var found: [(directory: [UInt8], bytes: [UInt8])] = []
        var path = home.path
        for _ in 0..<Project.mostParents {
            guard let above = AbsolutePath.parent(of: path) else { break }
            path = above
            // One that may be passed through but not read has no settings for us.
            guard let directory = try? DirectoryHandle(pathBytes: path), (try? directory.kind(of: Project.sharedSettingsName)) != nil else { continue }
            guard isTrusted(path + Array("/shed.toml".utf8)) else {
                notes.append("\(EscapedText.escape(path))/shed.toml is not read: it belongs neither to you, nor to root, nor to the owner of the project")
                continue
            }
            do throws(DiskError) {
                found.append((path, try directory.read(Project.sharedSettingsName, atMost: TOMLFile.longest)))
            } catch {
                if error.code != .notFound { throw ShedError(error) }
            }
        }
        return found.reversed()
    }

    /// What lies in a folder that others can write to must not be able to hush findings.
    private func isTrusted(_ path: [UInt8]) -> Bool {
        guard let owner = Project.owner(path) else { return true }
        return owner == 0 || owner == geteuid() || owner == Project.owner(home.path)
    }

    private static func owner(_ path: [UInt8]) -> uid_t? {
        var status = stat()
        return lstat(path.cString, &status) == 0 ? status.st_uid : nil
    }
}
