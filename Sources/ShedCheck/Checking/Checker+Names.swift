import ShedModel
import ShedRules

extension Checker {
    private static let look = NameLook()

    mutating func checkNames(_ position: Int, _ directory: Snapshot.Directory, _ traits: FolderTraits) {
        if traits.hasOddName { checkOddNames(position, directory) }
        // A name has at most as many units of UTF-16 as bytes.
        if lengths[position] <= LongPath.longest, lengths[position] + 1 + traits.longestName > LongPath.longest {
            checkLengths(position, directory)
        }
        if traits.mayCollide, asks(NameCollision.info) { checkCollisions(directory) }
    }

    /// Whether an entry is a view's link: it has its file's name, of which it is told where the file is.
    private func isOfView(_ index: Int, _ position: Int, _ directory: Snapshot.Directory, _ areRight: inout Bool?) -> Bool {
        guard snapshot.entries[index].kind == .link else { return false }
        let right = areRight ?? (directory.digest != 0 && hasRightLinks(snapshot.path(ofDirectory: position), directory.digest))
        areRight = right
        return right || leadsAsKnown(snapshot.path(of: index))
    }

    private mutating func checkOddNames(_ position: Int, _ directory: Snapshot.Directory) {
        var areRight: Bool?
        let look = Checker.look
        // Most odd names have no fix that could collide.
        lazy var names = Dictionary(directory.entries.map { (FoldKey(snapshot.name(of: $0)), 1) }, uniquingKeysWith: +)
        func isTaken(_ name: Name, beside other: Name) -> Bool { names[FoldKey(name), default: 0] > (FoldKey(name) == FoldKey(other) ? 1 : 0) }
        for index in directory.entries where snapshot.withName(of: index, look.isOdd) && !isOfView(index, position, directory, &areRight) {
            let name = snapshot.name(of: index)
            for (rule, message, fix) in NameRules.complaints(about: name, isBeside: { isTaken($0, beside: name) }) {
                // As in “shed conflicts”: what was thrown away conflicts with nothing.
                if rule == ConflictCopy.info, region[position] != .ordinary { continue }
                add(rule, index, message, fix: fix.flatMap { isPossible($0, of: index) { isTaken($0, beside: name) } ? $0 : nil })
            }
        }
    }

    /// Whether a fix can be made, as far as can be seen: of a known file or folder, and not to a name that is taken.
    private func isPossible(_ fix: Fix, of index: Int, _ isTaken: (Name) -> Bool) -> Bool {
        guard case .rename(let to) = fix else { return true }
        guard snapshot.entries[index].kind.nodeType != nil, node(index) != nil else { return false }
        return !isTaken(to)
    }

    private mutating func checkLengths(_ position: Int, _ directory: Snapshot.Directory) {
        if directory.leavesOutFiles { lacksFiles = true }
        var areRight: Bool?
        for index in directory.entries {
            let length = lengths[position] + 1 + snapshot.withName(of: index, LongPath.length)
            if length > LongPath.longest, !isOfView(index, position, directory, &areRight) {
                add(LongPath.info, index, "With a drive and the project's own folder the path has \(length) characters, and many Windows programs open at most \(LongPath.longest).")
            }
        }
    }

    private mutating func checkCollisions(_ directory: Snapshot.Directory) {
        let names = directory.entries.map { (index: $0, name: snapshot.name(of: $0)) }
        guard !NameCollision.collisions(in: names.map(\.name)).isEmpty else { return }
        // What is known stays, then the first in byte order, as when it is judged live.
        let entries = names.map { (index: $0.index, name: $0.name, isNew: node($0.index) == nil) }
            .sorted { $0.isNew != $1.isNew ? $1.isNew : $0.name < $1.name }
        for (stays, collides) in NameCollision.collisions(in: entries.map(\.name)) {
            add(NameCollision.info, entries[collides].index, NameCollision.message(with: entries[stays].name).english)
        }
    }
}
