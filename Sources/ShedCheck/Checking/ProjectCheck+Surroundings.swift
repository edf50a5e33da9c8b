import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedSidecar

extension ProjectCheck {
    /// The files that people edit, and what this machine knows of the project's other places.
    func surroundings() -> [Finding] {
        ignoreFile()
            + otherFolders.map { folder in
                Finding(
                    ProjectElsewhere.info, at: RelativePath([Sidecar.name, Sidecar.projectName]), id: nil,
                    "The same project stands at \(EscapedText.escape(folder.record.root)) too.")
            }
    }

    /// The other live roots of the project that this machine knows, but for those beside which a person said that this one is a replica.
    private var otherFolders: [ProjectStateFolder] {
        let own = home.stateFolder?.record
        return home.registry.folders().filter { other in
            other.record.project == home.id && other.path != home.stateFolder?.path && other.record.root != home.path
                && !(own?.declared == "replica" && own?.isDeclared(beside: other.record) == true) && Registry.isLive(other)
        }
    }

    /// What of `.shedignore` has no effect, or not the one that was meant.
    private func ignoreFile() -> [Finding] {
        let name: Name = ".shedignore"
        func finding(_ message: String, line: Int? = nil, help: String? = nil) -> [Finding] {
            var finding = Finding(UnreadIgnoreRule.info, at: RelativePath([name]), id: nil, message, help: help)
            finding.line = line
            return [finding]
        }
        switch try? home.root.kind(of: name) {
        case nil: return []
        case .directory: return finding("It is a folder, so nothing is read.", help: "Make it a file with a pattern on each line.")
        case .link: return finding("It is a link, and shed follows none, so nothing is read.", help: "Put the file itself here.")
        case .special: return finding("It is a special file, so nothing is read.", help: "Make it a file with a pattern on each line.")
        case .file: break
        }
        if let line = home.configuration.ignore.firstUnreadLine { return finding("Not every pattern is read, from line \(line) on.", line: line) }
        guard let bytes = try? home.root.read(name, atMost: IgnoreRules.longestFile), let line = UTF8Fault.firstLine(in: bytes) else { return [] }
        return finding("Line \(line) is not UTF-8; it fits only names with just these bytes.", line: line, help: "Save the file as UTF-8.")
    }
}
