import ShedModel
import ShedRules

extension Checker {
    private static let look = NameLook()

    mutating func checkNames(_ position: Int, _ directory: Snapshot.Directory) {
        var hashes: [UInt64] = []
        hashes.reserveCapacity(directory.entries.count)
        var odd: [Int] = []
        var isASCII = true
        var longest = 0
        let look = Checker.look
        snapshot.names.withUnsafeBufferPointer { names in
            for index in directory.entries {
                let entry = snapshot.entries[index]
                let name = UnsafeBufferPointer(rebasing: names[entry.nameOffset..<entry.nameOffset + entry.nameLength])
                longest = max(longest, name.count)
                if let hash = FoldKey.asciiHash(name) { hashes.append(hash) } else { isASCII = false }
                if look.isOdd(name) { odd.append(index) }
            }
        }
        for index in odd {
            let complaints = NameRules.complaints(about: snapshot.name(of: index)) { isTaken(FoldKey($0), beside: index, in: directory) }
            for (rule, message, fix) in complaints {
                add(rule, index, message, fix: fix.flatMap { isPossible($0, of: index, in: directory) ? $0 : nil })
            }
        }
        // A name has at most as many units of UTF-16 as bytes.
        if lengths[position] <= LongPath.longest, lengths[position] + 1 + longest > LongPath.longest { checkLengths(position, directory) }
        guard asks(NameCollision.info) else { return }
        hashes.sort()
        let mayCollide = !isASCII || zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
        if mayCollide { checkCollisions(directory) }
    }

    /// Whether a fix can be made, as far as can be seen: of a known file or folder, and not to a name that is taken.
    private func isPossible(_ fix: Fix, of index: Int, in directory: Snapshot.Directory) -> Bool {
        guard case .rename(let to) = fix else { return true }
        guard snapshot.entries[index].kind.nodeType != nil, node(index) != nil else { return false }
        return !isTaken(FoldKey(to), beside: index, in: directory)
    }

    private func isTaken(_ key: FoldKey, beside index: Int, in directory: Snapshot.Directory) -> Bool {
        directory.entries.contains { $0 != index && FoldKey(snapshot.name(of: $0)) == key }
    }

    private mutating func checkLengths(_ position: Int, _ directory: Snapshot.Directory) {
        for index in directory.entries {
            let length = lengths[position] + 1 + snapshot.withName(of: index, LongPath.length)
            if length > LongPath.longest {
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
            add(NameCollision.info, entries[collides].index, NameCollision.message(with: entries[stays].name))
        }
    }
}
