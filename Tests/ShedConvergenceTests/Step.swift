import ShedModel

/// One thing that happens on one device, or between two.
struct Step: Hashable, Sendable, CustomStringConvertible {
    enum Look: Int, Hashable, Sendable, CaseIterable {
        case refresh
        case sync
        case syncNow
        case daemon
        case daemonDoubting
    }

    enum Action: Hashable, Sendable {
        // What people and programs do to files.
        case mkdir(RelativePath)
        case create(RelativePath)
        case write(RelativePath)
        case exchange(RelativePath)
        case rename(RelativePath, RelativePath)
        case swap(RelativePath, RelativePath)
        case delete(RelativePath)
        case copy(RelativePath, RelativePath)
        // What shed does.
        case look(Look)
        case crash(Look, Device.Crash)
        case move(RelativePath, RelativePath)
        case crashMove(RelativePath, RelativePath, Device.Crash)
        case accept(RelativePath, RelativePath, Device.Crash)
        case tag(RelativePath, Int, Bool)
        case order(RelativePath, Int)
        // What carriers bring from another device.
        case file(RelativePath, from: Int, keepsInode: Bool)
        case files(from: Int, keepsInodes: Bool)
        case batch(Int, from: Int)
        case torn(Int, from: Int)
        case double(Int, from: Int)
        case batches(from: Int)
        /// What was carried here goes, and nobody hears of it: as git drops a folder with the last file in it.
        case drop(RelativePath)
        // What befalls a device.
        case wait(Int64)
        case restart
        case watch
        case loseIndex
        case loseState
        case backUp
        case restore
        case beCloned(of: Int)
    }

    var device: Int
    var action: Action

    var description: String { "\(device): \(action)" }
}
