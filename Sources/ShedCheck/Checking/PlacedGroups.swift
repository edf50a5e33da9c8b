import Glibc
import ShedModel

/// The nodes of a model by the folders in which they are placed, to be found by the names of what stands there.
///
/// A scan asks for all of a folder one after the other. Its nodes are mostly neighbours in memory, so that few of them are looked at and those
/// are near; asking a table for each name by itself costs four times as much, most of it waiting for memory.
///
/// Each node is given once. Where all in a folder stand and each was given for a name, no two have one name.
struct PlacedGroups {
    private let model: Model
    /// The number of the group of a folder.
    private var numbers = IDTable<Int>()
    /// The positions of nodes, group by group, and where each group begins.
    private var members: [Int32] = []
    private var starts: [Int] = [0]
    /// Of each group, whether all in it stand.
    private var areWhole: [Bool] = []
    /// How many nodes stand.
    private(set) var standing = 0
    private var isTaken: [Bool] = []
    private var current = 0..<0
    /// Where in the group the next one probably is.
    private var next = 0
    /// Whether a name that is not found is none of the folder's.
    private(set) var areDecided = false

    /// In a larger group only the next one is looked at.
    private static let mostCompared = 64

    /// - Parameter stands: whether a node is to be there.
    init(_ model: Model, where stands: (Node) -> Bool) {
        self.model = model
        // Neighbours mostly have one folder.
        var groups = [Int32](repeating: -1, count: model.nodes.indices.count)
        var counts: [Int] = []
        var last: (folder: NodeID, number: Int)?
        for position in model.nodes.indices {
            guard let parent = model.nodes.values[position].place?.parent else { continue }
            let number: Int
            if let last, last.folder == parent { number = last.number } else {
                let folder = model.resolve(parent)
                number = numbers[folder] ?? counts.count
                if number == counts.count {
                    numbers[folder] = number
                    counts.append(0)
                    areWhole.append(true)
                }
                last = (parent, number)
            }
            groups[position] = Int32(truncatingIfNeeded: number)
            counts[number] += 1
            if stands(model.nodes.values[position]) { standing += 1 } else { areWhole[number] = false }
        }
        for count in counts { starts.append(starts[starts.count - 1] + count) }
        members = [Int32](repeating: 0, count: starts[counts.count])
        isTaken = [Bool](repeating: false, count: members.count)
        var ends = starts
        for position in groups.indices where groups[position] >= 0 {
            let number = Int(groups[position])
            members[ends[number]] = Int32(truncatingIfNeeded: position)
            ends[number] += 1
        }
    }

    /// Names are of this folder from now on.
    mutating func begin(with folder: NodeID) {
        let number = numbers[folder]
        current = number.map { starts[$0]..<starts[$0 + 1] } ?? 0..<0
        // What does not stand may have the name of what does: then all of one name have to be looked at.
        if let number, !areWhole[number] { current = 0..<0 }
        next = current.lowerBound
        areDecided = !current.isEmpty && current.count <= PlacedGroups.mostCompared
    }

    /// The position of the folder's node of a name; `nil` where there is none that was not given, or it was not looked for (``areDecided``).
    mutating func take(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !current.isEmpty else { return nil }
        var place = next
        for _ in 0..<(areDecided ? current.count : 1) {
            if place == current.upperBound { place = current.lowerBound }
            if !isTaken[place], hasName(Int(members[place]), name) {
                isTaken[place] = true
                next = place + 1
                return Int(members[place])
            }
            place += 1
        }
        return nil
    }

    private func hasName(_ position: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        // Looked at where it is.
        guard let count = model.nodes.values[position].place?.name.bytes.count, count == name.count else { return false }
        return model.nodes.values[position].place?.name.bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, let other = name.baseAddress else { return count == 0 }
            return memcmp(start, other, count) == 0
        } ?? false
    }
}
