import ShedModel
import ShedSimulatedDisk
import ShedTestSupport

/// One thing that a person or a program does to the disk.
enum Edit: CustomStringConvertible {
    case mkdir(RelativePath)
    case create(RelativePath, String)
    case write(RelativePath, String)
    case saveAtomically(RelativePath, String)
    case saveWithBackup(RelativePath, String, Name)
    case rename(RelativePath, RelativePath)
    case swap(RelativePath, RelativePath)
    case link(RelativePath, RelativePath)
    case delete(RelativePath)
    case copy(RelativePath, RelativePath, keepsTimes: Bool)
    case setReadable(RelativePath, Bool)

    @discardableResult func apply(to disk: inout SimulatedDisk) -> Bool {
        switch self {
        case .mkdir(let path): return disk.mkdir(path)
        case .create(let path, let content): return disk.create(path, content)
        case .write(let path, let content): return disk.write(path, content)
        case .saveAtomically(let path, let content): return disk.saveAtomically(path, content)
        case .saveWithBackup(let path, let content, let backup): return disk.saveWithBackup(path, content, backup: backup)
        case .rename(let from, let to): return disk.rename(from, to: to)
        case .swap(let left, let right): return disk.swap(left, right)
        case .link(let path, let new): return disk.link(path, to: new)
        case .delete(let path): return disk.delete(path)
        case .copy(let from, let to, let keepsTimes): return disk.copy(from, to: to, keepsTimes: keepsTimes)
        case .setReadable(let path, let isReadable):
            disk.setReadable(path, isReadable)
            return true
        }
    }

    var description: String {
        switch self {
        case .mkdir(let path): "mkdir \(path)"
        case .create(let path, let content): "create \(path) “\(content)”"
        case .write(let path, let content): "write \(path) “\(content)”"
        case .saveAtomically(let path, let content): "save \(path) “\(content)”"
        case .saveWithBackup(let path, let content, let backup): "save \(path) “\(content)” backup \(backup)"
        case .rename(let from, let to): "mv \(from) → \(to)"
        case .swap(let left, let right): "swap \(left) ↔ \(right)"
        case .link(let path, let new): "ln \(path) \(new)"
        case .delete(let path): "rm \(path)"
        case .copy(let from, let to, let keepsTimes): "cp \(keepsTimes ? "-p " : "")\(from) \(to)"
        case .setReadable(let path, let isReadable): "chmod \(isReadable ? "+" : "-")r \(path)"
        }
    }
}

/// Makes up edits.
struct EditMaker {
    var random: SeededRandom
    private var contents = 0

    init(seed: UInt64) { random = SeededRandom(seed) }

    static let names: [Name] = [
        "a.txt", "A.txt", "b.txt", "Ode", "ode", "a.txt.bak", "Draft", "Rejected", "Trash", "\u{e9}", "e\u{301}", "MyBook",
        "images", Name(bytes: [0xff, 0x41]), " ", "new\nline", "Ready", "x",
    ]

    /// Whether something of this likelihood in percent is so.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// Few contents, so that there are equal ones; some are empty.
    private mutating func content() -> String {
        if chance(40) { return ["", "same", "equal", "twin twin"].randomElement(using: &random) ?? "" }
        contents += 1
        return "text \(contents)"
    }

    private mutating func folder(_ disk: SimulatedDisk) -> RelativePath {
        ([RelativePath.root] + disk.paths.filter { disk.isDirectory($0) }).randomElement(using: &random) ?? .root
    }

    private mutating func place(_ disk: SimulatedDisk) -> RelativePath {
        folder(disk).appending(EditMaker.names.randomElement(using: &random) ?? "a.txt")
    }

    private mutating func file(_ disk: SimulatedDisk) -> RelativePath {
        disk.paths.filter { !disk.isDirectory($0) }.randomElement(using: &random) ?? "none"
    }

    /// Anything that people and programs do.
    mutating func any(_ disk: SimulatedDisk) -> Edit {
        let some = disk.paths.randomElement(using: &random) ?? "none"
        return switch Int.random(in: 0..<20, using: &random) {
        case 0...2: .mkdir(place(disk))
        case 3...6: .create(place(disk), content())
        case 7: .write(file(disk), content())
        case 8: .saveAtomically(file(disk), content())
        case 9: .saveWithBackup(file(disk), content(), "a.txt.bak")
        case 10...14: .rename(some, place(disk))
        case 15: .swap(some, disk.paths.randomElement(using: &random) ?? "none")
        case 16: .link(file(disk), place(disk))
        case 17: .delete(some)
        case 18: .copy(some, place(disk), keepsTimes: chance(50))
        default: .setReadable(folder(disk), chance(60))
        }
    }

    /// What keeps every file a file of its own: renames and moves to places that take them, and saves.
    mutating func harmless(_ disk: SimulatedDisk, _ number: Int) -> Edit {
        let files = disk.paths.filter { !disk.isDirectory($0) }
        let file = files.randomElement(using: &random) ?? "none"
        let folders: [RelativePath] = ["Draft", "Ready", "Published", "Trash"] + disk.paths.filter {
            disk.isDirectory($0) && ($0.parent == "Collections" || $0.parent == "Magazines")
        }
        let target = folders.randomElement(using: &random) ?? "Draft"
        return switch Int.random(in: 0..<8, using: &random) {
        case 0...2: .rename(file, target.appending(Name("moved \(number)")))
        case 3: .write(file, "written \(number)")
        case 4, 5: .saveAtomically(file, "saved \(number)")
        case 6: .swap(file, files.filter { $0 != file }.randomElement(using: &random) ?? "none")
        default:
            .rename(
                disk.paths.filter { disk.isDirectory($0) && ($0.parent == "Collections" || $0.parent == "Magazines") }
                    .randomElement(using: &random) ?? "none",
                RelativePath([chance(50) ? "Collections" : "Magazines", Name("folder \(number)")]))
        }
    }
}
