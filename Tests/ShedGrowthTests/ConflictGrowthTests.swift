import ShedModel
import Testing

@testable import ShedProject

/// What a folder full of conflict copies costs.
extension GrowthTests {
    @Test func `copies in a folder whose names differ in case alone`() throws {
        try Growth.expect(500) { count in
            let names = (0..<count).map { number in
                String("abcdefghijklmnop".enumerated().map { number >> $0.offset & 1 == 1 ? Character($0.element.uppercased()) : $0.element })
            }
            let children = names.flatMap { name in
                [(name: Name("\(name).txt"), isFolder: false), (name: Name("\(name).sync-conflict-20240131-120000-ABCDEFG.txt"), isFolder: false)]
            }
            let folder = ConflictFolder(children)
            return { children.count { folder.reading(of: $0.name, isFolder: false, possible: false)?.original != nil } }
        }
    }
}
