import ShedDisk
import ShedModel
import ShedRules
import ShedSidecar

extension Project {
    /// The most entries of a folder of the sidecar that are looked at, and the most that are told.
    private static let (mostEntries, mostStrays) = (10_000, 100)

    /// What stands in `.shed/` itself and among the schemas and is none of shed's files. Folders may be a newer version's,
    /// hidden files a sync engine's.
    func strays() throws -> [(path: RelativePath, message: String)] {
        var strays: [(path: RelativePath, message: String)] = []
        let own: Set<Name> = [Sidecar.projectName, Sidecar.settingsName, Sidecar.templateName]
        for entry in try sidecar.directory.list(atMost: Project.mostEntries) where !entry.name.isHidden && entry.kind != .directory {
            guard !own.contains(entry.name) || entry.kind != .file else { continue }
            strays.append((RelativePath([entry.name]), entry.kind == .file ? "shed keeps no file of that name here, and does not read it." : "A link or a special file stands here. It is not followed."))
        }
        if try sidecar.directory.kind(of: Project.schemasName) == .directory {
            for entry in try sidecar.directory.openDirectory(Project.schemasName).list(atMost: Project.mostEntries) where !entry.name.isHidden {
                let isNamed = entry.name.hasSuffix(".toml") && entry.name.text.flatMap { NodeID(String($0.dropLast(5))) } != nil
                guard !isNamed || entry.kind != .file else { continue }
                strays.append((RelativePath([Project.schemasName, entry.name]), "A schema is a file called after its collection's ID; this is none, and nothing reads it."))
            }
        }
        return Array(strays.sorted { $0.path < $1.path }.prefix(Project.mostStrays))
    }

    /// What of `.shedignore` has no effect, or not the one that was meant.
    func checkIgnoreFile() -> [Finding] {
        let name: Name = ".shedignore"
        func finding(_ message: String, line: Int? = nil, help: String? = nil) -> [Finding] {
            var finding = Finding(UnreadIgnoreRule.info, at: RelativePath([name]), id: nil, message, help: help)
            finding.line = line
            return [finding]
        }
        switch try? root.kind(of: name) {
        case nil: return []
        case .directory: return finding("It is a folder, so nothing is read.", help: "Make it a file with a pattern on each line.")
        case .link: return finding("It is a link, and shed follows none, so nothing is read.", help: "Put the file itself here.")
        case .special: return finding("It is a special file, so nothing is read.", help: "Make it a file with a pattern on each line.")
        case .file: break
        }
        if let line = ignore.firstUnreadLine { return finding("Not every pattern is read, from line \(line) on.", line: line) }
        guard let bytes = try? root.read(name, atMost: IgnoreRules.longestFile), let line = UTF8Fault.firstLine(in: bytes) else { return [] }
        return finding("Line \(line) is not UTF-8; it fits only names with just these bytes.", line: line, help: "Save the file as UTF-8.")
    }
}
