import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedSidecar

/// Whether what carries a project between devices also carries its `.shed/`.
struct CarrierChecks {
    let path: [UInt8]
    let root: DirectoryHandle

    /// What a carrier must not leave out: the sidecar, and one file of each sort in it.
    private static let carried: [(path: RelativePath, kind: EntryKind)] = [
        (".shed", .directory), (".shed/project.json", .file), (".shed/template.json", .file), (".shed/ops", .directory),
        (".shed/ops/0123456789abcdef", .directory), (batch, .file),
    ]

    private static let batch = RelativePath([
        ".shed", "ops", "0123456789abcdef", Name("0123456789abcdef-0123456789abcdef-\(String(repeating: "0", count: BatchID.textLength)).jsonl"),
    ])

    func all() -> [Diagnosis] { git() + syncthing() }

    private static let cost = "other devices get the files without their IDs, tags and places in the trash"

    // MARK: git

    /// Only what stands in the project itself is read: `.gitignore` and `.git/info/exclude`.
    private func git() -> [Diagnosis] {
        guard (try? root.kind(of: ".git")).flatMap({ $0 }) != nil else { return [] }
        let exclude = (try? root.openDirectory(".git").openDirectory("info")).flatMap { CarrierChecks.text("exclude", in: $0) }
        let files = [(".git/info/exclude", exclude), (".gitignore", CarrierChecks.text(".gitignore", in: root))]
        // As in git: all patterns in one row, the last that matches decides; .gitignore after info/exclude.
        let rules = IgnoreRules(shedignore: Array(files.compactMap { $0.1 }.joined(separator: [UInt8(ascii: "\n")])))
        guard let lost = CarrierChecks.carried.first(where: { rules.ignores(path: $0.path, kind: $0.kind) }) else {
            return [Diagnosis(.git, .ok, subject: path, "git may carry its .shed")]
        }
        let file = files.last { $0.1.map { IgnoreRules(shedignore: $0).ignores(path: lost.path, kind: lost.kind) } == true }?.0 ?? ".gitignore"
        return [
            Diagnosis(
                .git, .warning, subject: path, "\(file) leaves out \(lost.path)", cost: CarrierChecks.cost,
                remedy: "remove the line from \(ShellWord.quote(path + Array("/\(file)".utf8))), then: git add .shed")
        ]
    }

    // MARK: Syncthing

    private func syncthing() -> [Diagnosis] {
        let names: [Name] = [".stfolder", ".stignore"]
        guard names.contains(where: { (try? root.kind(of: $0)).flatMap { $0 } != nil }) else { return [] }
        let lines = CarrierChecks.text(".stignore", in: root) ?? []
        guard let lost = CarrierChecks.carried.first(where: { CarrierChecks.syncthingIgnores($0.path, $0.kind, lines) }) else {
            return [Diagnosis(.syncthing, .ok, subject: path, "Syncthing may carry its .shed")]
        }
        return [
            Diagnosis(
                .syncthing, .warning, subject: path, ".stignore leaves out \(lost.path)", cost: CarrierChecks.cost,
                remedy: "remove the line from \(ShellWord.quote(path + Array("/.stignore".utf8)))")
        ]
    }

    /// Whether a `.stignore` leaves a path out. Files that it includes are not read. Source: docs.syncthing.net/users/ignoring.
    static func syncthingIgnores(_ path: RelativePath, _ kind: EntryKind, _ content: [UInt8]) -> Bool {
        // Other than in git the first pattern that matches decides.
        for line in content.split(separator: UInt8(ascii: "\n")).prefix(IgnoreRules.mostPatterns) {
            var line = line[...]
            var isNegated = false
            var foldsCase = false
            prefixes: while true {
                if line.starts(with: "(?i)".utf8) { foldsCase = true; line = line.dropFirst(4) }
                else if line.starts(with: "(?d)".utf8) { line = line.dropFirst(4) }
                else if line.first == UInt8(ascii: "!") { isNegated = true; line = line.dropFirst() }
                else { break prefixes }
            }
            if line.isEmpty || line.starts(with: "//".utf8) || line.starts(with: "#".utf8) { continue }
            let pattern = foldsCase ? line.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 } : Array(line)
            if IgnoreRules(shedignore: pattern).ignores(path: path, kind: kind) { return !isNegated }
        }
        return false
    }

    private static func text(_ name: Name, in directory: DirectoryHandle) -> [UInt8]? {
        try? directory.read(name, atMost: IgnoreRules.longestFile)
    }
}
