import ShedModel
import Testing

@testable import ShedProject

@Suite struct `Device numbers that were written down` {
    private let file = FileIdentity(device: 7, inode: 3, birth: 5)

    private func on(_ device: UInt64, inode: UInt64 = 3, birth: Int64 = 5) -> FileIdentity { FileIdentity(device: device, inode: inode, birth: birth) }

    @Test func `are the root's, where all is on its device`() {
        let numbers = DeviceNumbers(root: 9, areSeveral: false)
        #expect(numbers.now(file, seen: []) == on(9))
        #expect(numbers.now(file, seen: [on(4)]) == on(9))
        #expect(numbers.key(file) != numbers.key(on(9)))
    }

    @Test func `are those of what stands there, where files may be on several devices`() {
        let numbers = DeviceNumbers(root: 9, areSeveral: true)
        #expect(numbers.now(file, seen: [nil, on(9, inode: 4), on(9, birth: 6), on(4)]) == on(4))
        // It is nowhere: since the last restart the number is still right.
        #expect(numbers.now(file, seen: [nil, on(9, inode: 4)]) == file)
        #expect(numbers.key(file) == numbers.key(on(9)) && numbers.key(file) != numbers.key(on(7, inode: 4)))
    }

    @Test func `count without a birth time, since an inode number may be that of another file on another device`() {
        let (numbers, file) = (DeviceNumbers(root: 9, areSeveral: true), on(7, birth: 0))
        #expect(numbers.now(file, seen: [on(4, birth: 0)]) == file)
        #expect(numbers.key(file) != numbers.key(on(4, birth: 0)))
    }

    // MARK: Of many files

    /// - Parameters:
    ///   - devices: those of files, as they were written down.
    ///   - now: on which device a file stands where it was; `nil`: it does not.
    /// - Returns: which numbers are others now, and how many files were looked at for that.
    private func changes(_ devices: [UInt64], isFolder: (Int) -> Bool = { _ in false }, _ now: (Int) -> UInt64?) -> (numbers: [UInt64: UInt64], looks: Int) {
        var looks = 0
        let numbers = DeviceNumbers.changes(devices) { position in
            isFolder(position) ? nil : on(devices[position], inode: UInt64(position))
        } there: { position in
            looks += 1
            return now(position).map { on($0, inode: UInt64(position)) }
        }
        return (numbers, looks)
    }

    @Test func `are known by one look each, where they are the same`() {
        let devices = (0..<3_000).map { UInt64($0 % 3) }
        let (numbers, looks) = changes(devices) { devices[$0] }
        #expect(numbers.isEmpty && looks == 3)
    }

    @Test(arguments: [1, 2, 16, 17, 1_000, 4_096]) func `are known also where those that are first in the list were moved`(count: Int) {
        let (numbers, looks) = changes([UInt64](repeating: 7, count: 2 * count)) { $0 < count ? nil : 8 }
        #expect(numbers == [7: 8] && looks < 10)
    }

    @Test func `of several devices are each found, and folders are not looked at`() {
        let devices = (0..<1_000).map { UInt64($0 % 10 == 0 ? 5 : $0 % 2 == 0 ? 6 : 7) }
        let (numbers, looks) = changes(devices, isFolder: { $0 % 10 == 0 }) { devices[$0] + 10 }
        #expect(numbers == [6: 16, 7: 17] && looks == 2)
    }

    @Test func `are not looked for without end`() {
        let (numbers, looks) = changes([UInt64](repeating: 7, count: 5_000)) { _ in nil }
        #expect(numbers.isEmpty && looks == DeviceNumbers.mostLooks)
        #expect(changes([]) { _ in nil }.looks == 0)
    }
}
