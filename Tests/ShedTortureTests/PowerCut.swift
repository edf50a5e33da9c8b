import CLinux
import Glibc
import ShedTestSupport

/// What a program did to the disk, as `CPowerCut` recorded it, and what a power cut may have left of it.
///
/// The model is weaker than ext4, btrfs and xfs are. What was not synced may be lost: of a file, what was written since its last
/// fsync(2), from some point on; of directories, entries made, taken away or renamed since the last fsync of that directory, from
/// some point on in each of them. A rename is made in both of its directories or in none. Syncing a file makes no name durable.
/// What syncs everything (syncfs(2)) makes everything durable.
struct PowerCut {
    enum Kind: UInt32 { case create = 1, makeDirectory, link, remove, rename, exchange, write, truncate, sync, syncAll }

    struct Record {
        var kind: Kind
        var numbers: [UInt64]
        /// Names, each ended by a zero.
        var names: [[CChar]]
        var data: [UInt8]

        /// The directories whose entries it changes, or, of a new or an old one, which it is about.
        var directories: [UInt64] {
            switch kind {
            case .create, .link: [numbers[0]]
            case .makeDirectory: [numbers[0], numbers[1]]
            case .remove: numbers[2] == 0 ? [numbers[0]] : [numbers[0], numbers[1]]
            case .rename, .exchange: [numbers[0], numbers[1]]
            case .write, .truncate, .sync, .syncAll: []
            }
        }

        /// The file whose content it changes.
        var file: UInt64? { kind == .write || kind == .truncate ? numbers[0] : nil }
    }

    /// What is left.
    enum State: CustomStringConvertible {
        /// All that was done.
        case everything
        /// Only what was synced.
        case synced
        /// What was synced, and some of the rest: a seed.
        case some(UInt64)

        var description: String {
            switch self {
            case .everything: "everything"
            case .synced: "what was synced"
            case .some(let seed): "some, seed \(seed)"
            }
        }
    }

    let records: [Record]

    init(log: String) {
        let bytes = TestFile.read(log)
        var records: [Record] = []
        var at = 0
        func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at + offset, as: Number.self) }
        }
        // struct record of CPowerCut.c: size, kind, four numbers, four lengths.
        while bytes.count - at >= 56, case let size = Int(number(0, UInt32.self)), size >= 56, bytes.count - at >= size {
            var offset = at + 56
            let parts = (0..<4).map { part -> [UInt8] in
                let length = Int(number(40 + 4 * part, UInt32.self))
                defer { offset += length }
                return Array(bytes[offset..<(offset + length)])
            }
            if let kind = Kind(rawValue: number(4, UInt32.self)) {
                records.append(Record(
                    kind: kind, numbers: (0..<4).map { number(8 + 8 * $0, UInt64.self) },
                    names: parts[..<3].map { $0.map { CChar(bitPattern: $0) } + [0] }, data: parts[3]))
            }
            at += size
        }
        self.records = records
    }

    // MARK: What is left

    /// Which records' deeds are left.
    func kept(_ state: State) -> [Bool] {
        if case .everything = state { return records.map { _ in true } }
        var kept = durable()
        guard case .some(let seed) = state else { return kept }
        var random = SeededRandom(seed)
        // Each directory and each file keeps what was done to it up to some point.
        var ended: Set<UInt64> = []
        for (position, record) in records.enumerated() where !kept[position] {
            let touched = record.file.map { [$0] } ?? record.directories
            if !ended.isDisjoint(with: touched) || random.next() % 4 == 0 { ended.formUnion(touched) } else { kept[position] = true }
        }
        return kept
    }

    /// What was synced, and what that depends on.
    private func durable() -> [Bool] {
        var kept = records.map { _ in false }
        var synced: Set<UInt64> = []
        var isAllSynced = false
        for position in records.indices.reversed() {
            let record = records[position]
            switch record.kind {
            case .sync: synced.insert(record.numbers[0])
            case .syncAll: isAllSynced = true
            default:
                let touched = record.file.map { [$0] } ?? record.directories
                guard isAllSynced || !synced.isDisjoint(with: touched) else { continue }
                kept[position] = true
                // What came before it in the same directories is as durable.
                synced.formUnion(touched)
            }
        }
        return kept
    }

    // MARK: Making it so

    /// Undoes what is not left, the last first.
    /// - Parameters:
    ///   - root: the directory that holds all that is looked at.
    ///   - bank: where removed things were moved to, within it.
    func apply(_ state: State, below root: String, bank: String) {
        let kept = kept(state)
        let lost = records.indices.filter { !kept[$0] }.reversed().map { records[$0] }
        guard !lost.isEmpty else { return }
        var tree = OpenTree(root, files: Set(lost.compactMap(\.file)))
        defer { tree.close() }
        let store = open(bank, O_RDONLY | O_DIRECTORY)
        defer { close(store) }
        for record in lost { PowerCut.undo(record, &tree, store) }
    }

    private static func undo(_ record: Record, _ tree: inout OpenTree, _ bank: Int32) {
        let numbers = record.numbers
        // What was done elsewhere is nobody's concern.
        guard let directory = record.file.map({ tree.files[$0] }) ?? tree.directories[numbers[0]] else { return }
        switch record.kind {
        case .create, .link: unlinkat(directory, record.names[0], 0)
        case .makeDirectory: unlinkat(directory, record.names[0], AT_REMOVEDIR)
        case .remove: _ = shed_rename_no_replace(bank, record.names[1], directory, record.names[0])
        case .rename:
            guard let target = tree.directories[numbers[1]] else { return }
            _ = shed_rename_no_replace(target, record.names[1], directory, record.names[0])
            if numbers[3] != 0 { _ = shed_rename_no_replace(bank, record.names[2], target, record.names[1]) }
        case .exchange:
            guard let target = tree.directories[numbers[1]] else { return }
            _ = shed_exchange(target, record.names[1], directory, record.names[0])
        case .write, .truncate:
            _ = record.data.withUnsafeBytes { pwrite(directory, $0.baseAddress, $0.count, off_t(numbers[1])) }
            ftruncate(directory, off_t(numbers[3]))
        case .sync, .syncAll: break
        }
    }
}

/// The directories of a tree, open by their inode numbers, and some of its files.
private struct OpenTree {
    private(set) var directories: [UInt64: Int32] = [:]
    private(set) var files: [UInt64: Int32] = [:]
    private let wanted: Set<UInt64>

    init(_ root: String, files: Set<UInt64>) {
        wanted = files
        enter(open(root, O_RDONLY | O_DIRECTORY))
    }

    private mutating func enter(_ directory: Int32) {
        var facts = stat()
        guard directory >= 0, fstat(directory, &facts) == 0, let stream = fdopendir(dup(directory)) else { return }
        directories[UInt64(facts.st_ino)] = directory
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
            }
            guard name != [46, 0], name != [46, 46, 0], fstatat(directory, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            if facts.st_mode & S_IFMT == S_IFDIR {
                enter(openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
            } else if facts.st_mode & S_IFMT == S_IFREG, wanted.contains(UInt64(facts.st_ino)), files[UInt64(facts.st_ino)] == nil {
                let mode = facts.st_mode & 0o7777
                fchmodat(directory, name, mode | 0o200, 0)
                let file = openat(directory, name, O_WRONLY | O_NOFOLLOW)
                fchmodat(directory, name, mode, 0)
                if file >= 0 { files[UInt64(facts.st_ino)] = file }
            }
        }
    }

    func close() { for descriptor in Array(directories.values) + Array(files.values) { Glibc.close(descriptor) } }
}
