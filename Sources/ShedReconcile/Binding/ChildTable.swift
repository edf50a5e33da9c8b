import ShedModel

/// The children of one folder by name. Its storage serves one folder after the other, so that a hundred thousand names
/// cost few allocations.
struct ChildTable {
    private(set) var ids: [NodeID] = []
    private(set) var isDirectory: [Bool] = []
    /// Whether the child has none of the rarer fields.
    private(set) var isPlain: [Bool] = []
    private var names: [Name] = []
    /// The first child of each slot, and for each child the next of its slot; -1 ends.
    private var first: [Int32] = []
    private var next: [Int32] = []

    var isEmpty: Bool { ids.isEmpty }

    mutating func fill(with children: [NodeID], of model: Model) {
        ids.removeAll(keepingCapacity: true)
        isDirectory.removeAll(keepingCapacity: true)
        isPlain.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        for id in children {
            // Looked at where it is: a copy costs more than all the rest.
            guard let position = model.nodes.position(of: id), let name = model.nodes.values[position].place?.name,
                case let type = model.nodes.values[position].type, type != .project
            else { continue }
            ids.append(id)
            isDirectory.append(type.isDirectory)
            isPlain.append(!model.nodes.values[position].hasDetails)
            names.append(name)
        }
        link()
    }

    private mutating func link() {
        var size = 4
        while size < ids.count * 2 { size *= 2 }
        first.removeAll(keepingCapacity: true)
        first.append(contentsOf: repeatElement(-1, count: size))
        next.removeAll(keepingCapacity: true)
        for child in names.indices {
            let slot = names[child].bytes.withUnsafeBufferPointer(ChildTable.hash) & (size - 1)
            next.append(first[slot])
            first[slot] = Int32(child)
        }
    }

    /// Gives the positions of the children that bear a name, in no order.
    func forEach(named name: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
        guard !isEmpty else { return }
        var child = Int(first[ChildTable.hash(name) & (first.count - 1)])
        while child >= 0 {
            if names[child].bytes.count == name.count, names[child].bytes.elementsEqual(name) { body(child) }
            child = Int(next[child])
        }
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x7fff_ffff)
    }
}
