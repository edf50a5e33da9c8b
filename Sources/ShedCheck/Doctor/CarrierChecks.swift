import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedSidecar

/// Whether what carries a project between devices also carries its `.shed/`, as it is. Files are read, within bounds; no program is run,
/// least of all git, which does what a repository's files say.
struct CarrierChecks {
    let path: [UInt8]
    let root: DirectoryHandle
    /// The environment, which says where a person's own settings of git are.
    let environment: [String: String]
    /// What is in the repository in which the project lies.
    let tree: GitWorkTree?
    /// The folder by which Syncthing carries it.
    let synced: Carriers.SyncthingFolder?

    init(path: [UInt8], root: DirectoryHandle, environment: [String: String]) {
        (self.path, self.root, self.environment) = (path, root, environment)
        tree = Carriers(around: root, path: path, home: environment["HOME"]).git
        let isMarked = (try? root.kind(of: ".stignore")).flatMap { $0 } != nil
        synced =
            Carriers.syncthingFolder(above: root, path: path, home: environment["HOME"])
            ?? (isMarked ? Carriers.SyncthingFolder(directory: root, path: path, project: .root) : nil)
    }

    /// What a carrier must not leave out: the sidecar, and one file of each sort in it.
    static let carried: [(path: RelativePath, kind: EntryKind)] = [
        (".shed", .directory), (".shed/project.json", .file), (".shed/template.json", .file), (".shed/ops", .directory),
        (".shed/ops/0123456789abcdef", .directory), (batch, .file),
    ]

    static let batch = RelativePath([
        ".shed", "ops", "0123456789abcdef", Name("0123456789abcdef-0123456789abcdef-\(String(repeating: "0", count: BatchID.textLength)).jsonl"),
    ])

    /// The batches that are asked about stand for all.
    static func shown(_ path: RelativePath) -> String { path.names.starts(with: batch.names.prefix(3)) ? "what stands in .shed/ops" : "\(path)" }

    func all() -> [Diagnosis] { git() + syncthing() + both() + lineEnds() }

    static let cost = "other devices get the files without their IDs, tags and places in the trash"

    /// The command that sets the project up.
    func setup(_ carrier: Carrier) -> String { "shed -C \(ShellWord.quote(path)) sync-setup \(carrier.rawValue)" }

    // MARK: Syncthing

    private func syncthing() -> [Diagnosis] {
        guard let synced else { return [] }
        let lines = CarrierChecks.ignores(of: synced)
        func leavesOut(_ path: RelativePath, _ kind: EntryKind) -> Bool { CarrierChecks.syncthingIgnores(synced.project.appending(path), kind, lines) }
        if let lost = CarrierChecks.carried.first(where: { leavesOut($0.path, $0.kind) }) {
            return [
                Diagnosis(
                    .syncthing, .warning, subject: path, ".stignore leaves out \(CarrierChecks.shown(lost.path))", cost: CarrierChecks.cost,
                    remedy: "remove the line from \(ShellWord.quote(synced.path + Array("/.stignore".utf8)))")
            ]
        }
        if !leavesOut(".shed/staging", .directory), CarrierChecks.holdsForeignStaging(root) {
            return [
                Diagnosis(
                    .syncthing, .note, subject: path, "Syncthing carries .shed/staging, where each device has files on their way",
                    cost: "others get what is half done, and it stays with them", remedy: setup(.syncthing))
            ]
        }
        return [Diagnosis(.syncthing, .ok, subject: path, "Syncthing may carry its .shed")]
    }

    private static func ignores(of folder: Carriers.SyncthingFolder) -> [UInt8] { text(".stignore", in: folder.directory) ?? [] }

    /// Whether folders of more than one device stand in `.shed/staging`, which each has for as long as one command runs.
    private static func holdsForeignStaging(_ root: DirectoryHandle) -> Bool {
        guard let staging = try? root.openDirectory(Sidecar.name).openDirectory("staging"), let entries = try? staging.list(atMost: 1_000) else { return false }
        return entries.count { $0.kind == .directory } > 1
    }

    /// Whether a `.stignore` leaves a path out. Files that it includes are not read. Source: docs.syncthing.net/users/ignoring.
    static func syncthingIgnores(_ path: RelativePath, _ kind: EntryKind, _ content: [UInt8]) -> Bool {
        var room = CarrierChecks.mostAlternatives
        // Other than in git the first pattern that matches decides.
        for line in content.split(separator: UInt8(ascii: "\n")).prefix(IgnoreRules.mostPatterns) {
            var line = CarrierChecks.trimmed(line)
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
            if CarrierChecks.alternatives(pattern, &room).contains(where: { IgnoreRules(shedignore: $0).ignores(path: path, kind: kind) }) { return !isNegated }
        }
        return false
    }

    /// A line without the white space around it, which Syncthing does not heed.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0d).contains(byte) }
        var line = line.drop(while: isSpace)
        while let last = line.last, isSpace(last) { line.removeLast() }
        return line
    }

    /// So many patterns come of the alternatives of one file; longer ones are taken as they are, in bytes.
    private static let (mostAlternatives, longestWithAlternatives) = (4_096, 1_024)

    /// The patterns that one with alternatives (`{a,b}`) stands for: itself, where it has none.
    /// - Parameter room: for how many more there is room.
    private static func alternatives(_ pattern: [UInt8], _ room: inout Int) -> [[UInt8]] {
        guard pattern.count <= longestWithAlternatives, pattern.contains(UInt8(ascii: "{")) else { return [pattern] }
        var (open, done) = ([pattern], [[UInt8]]())
        while let next = open.popLast() {
            guard room > 0, let braces = innermostBraces(of: next) else {
                done.append(next)
                continue
            }
            for part in next[braces].dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                room -= 1
                open.append(Array(next[..<braces.lowerBound]) + part + next[braces.upperBound...])
            }
        }
        return done
    }

    /// The first pair of braces in which there is no other, with them; what stands behind a backslash is none.
    private static func innermostBraces(of pattern: [UInt8]) -> Range<Int>? {
        var opening: Int?
        var position = 0
        while position < pattern.count {
            switch pattern[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "{"): opening = position
            case UInt8(ascii: "}"): if let opening { return opening..<position + 1 }
            default: break
            }
            position += 1
        }
        return nil
    }

    // MARK: Two carriers

    /// git and Syncthing beside each other.
    private func both() -> [Diagnosis] {
        guard let tree, let synced else { return [] }
        // Whether the repository itself lies in what Syncthing carries.
        let depth = synced.project.names.count - tree.project.names.count
        let repository = RelativePath(Array(synced.project.names.prefix(max(depth, 0))) + [".git"])
        if depth >= 0, !CarrierChecks.syncthingIgnores(repository, .directory, CarrierChecks.ignores(of: synced)) {
            let line = EscapedText.escape(Carriers.syncthingLine(leavingOut: repository))
            return [
                Diagnosis(
                    .carriers, .warning, subject: path, "Syncthing carries the git repository .git too",
                    cost: "where git works on two devices at once, files of the repository are in conflict, and commits can be lost",
                    remedy: "put the line \(line) at the beginning of \(ShellWord.quote(synced.path + Array("/.stignore".utf8)))")
            ]
        }
        return [
            Diagnosis(
                .carriers, .note, subject: path, "git and Syncthing both carry it",
                cost: "what git merges or checks out on one device comes to the others as changes of files, which git there does not know",
                remedy: "let one of the two carry it")
        ]
    }

    // MARK: Line ends

    /// How many folders of devices are looked into, and how many batches of each, at either end of their order.
    private static let (mostDevices, mostBatches) = (64, 4)

    /// Whether batches came with other line ends than they were written with. A few of each device are looked at.
    private func lineEnds() -> [Diagnosis] {
        guard let sidecar = try? Sidecar(root), let ops = try? sidecar.directory.openDirectory(Sidecar.ops), let devices = try? ops.list(atMost: 1_000)
        else { return [] }
        var (changed, count) = (0, 0)
        for device in devices.filter({ $0.kind == .directory }).sorted(by: { $0.name < $1.name }).prefix(CarrierChecks.mostDevices) {
            guard let names = try? ops.openDirectory(device.name).list(atMost: 1_000_000).filter({ $0.kind == .file && !$0.name.isHidden }).map(\.name).sorted()
            else { continue }
            for name in Set(names.prefix(CarrierChecks.mostBatches) + names.suffix(CarrierChecks.mostBatches)) {
                guard let file = (try? sidecar.file(at: RelativePath([Sidecar.ops, device.name, name]))).flatMap({ $0 }) else { continue }
                count += 1
                if sidecar.hasChangedLineEnds(file) { changed += 1 }
            }
        }
        guard changed > 0 else { return [] }
        let word = ShellWord.quote(path)
        return [
            Diagnosis(
                .git, .note, subject: path, "of \(count) batches that were looked at \(changed) came with other line ends (CR LF), as git’s core.autocrlf makes them",
                cost: "nothing is lost: shed reads what was written; an earlier shed takes them for torn",
                remedy: tree == nil
                    ? ""
                    : "\(setup(.git)) && cd \(word) && git rm -r -q --cached .shed/ops && git reset -q -- .shed/ops && git checkout -q -- .shed/ops")
        ]
    }

    static func text(_ name: Name, in directory: DirectoryHandle) -> [UInt8]? {
        try? directory.read(name, atMost: IgnoreRules.longestFile)
    }
}
