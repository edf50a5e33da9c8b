import ShedModel
import ShedSimulatedDisk
import ShedTestSupport

/// Makes up what happens to some devices.
struct HistoryMaker {
    var random: SeededRandom
    /// Whether devices lose what they remember, and are restored and cloned.
    var hasMisfortunes = true

    init(seed: UInt64) { random = SeededRandom(seed) }

    /// Whether something of this likelihood in percent is so.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private static let names: [Name] = ["a.txt", "b.txt", "c.txt"]
    private static let folders: [Name] = ["d", "e"]

    private mutating func folder(_ disk: SimulatedDisk) -> RelativePath {
        ([RelativePath.root] + disk.paths.filter { disk.isDirectory($0) }).randomElement(using: &random) ?? .root
    }

    private mutating func file(_ disk: SimulatedDisk) -> RelativePath {
        disk.paths.filter { !disk.isDirectory($0) }.randomElement(using: &random) ?? "none"
    }

    private mutating func any(_ disk: SimulatedDisk) -> RelativePath { disk.paths.randomElement(using: &random) ?? "none" }

    private mutating func place(_ disk: SimulatedDisk, isFolder: Bool) -> RelativePath {
        folder(disk).appending((isFolder ? HistoryMaker.folders : HistoryMaker.names).randomElement(using: &random) ?? "a.txt")
    }

    private mutating func renaming(_ disk: SimulatedDisk) -> (RelativePath, RelativePath) {
        let from = any(disk)
        return (from, place(disk, isFolder: disk.isDirectory(from)))
    }

    mutating func step(_ fleet: Fleet) -> Step {
        let device = Int.random(in: fleet.devices.indices, using: &random)
        let action = switch Int.random(in: 0..<100, using: &random) {
        case ..<42: edit(fleet.devices[device].disk)
        case ..<60: look()
        case ..<66: verb(fleet.devices[device].disk)
        case ..<94: carriage(fleet, to: device)
        default: misfortune(fleet, device)
        }
        return Step(device: device, action: action)
    }

    private mutating func edit(_ disk: SimulatedDisk) -> Step.Action {
        switch Int.random(in: 0..<20, using: &random) {
        case ..<2: return .mkdir(place(disk, isFolder: true))
        case ..<5: return .create(place(disk, isFolder: false))
        case ..<7: return .write(file(disk))
        case ..<9: return .exchange(file(disk))
        case ..<15:
            let (from, to) = renaming(disk)
            return .rename(from, to)
        case 15: return .swap(file(disk), file(disk))
        case ..<18: return .delete(any(disk))
        default: return .copy(file(disk), place(disk, isFolder: false))
        }
    }

    private mutating func look() -> Step.Action {
        let look = Step.Look.allCases.randomElement(using: &random) ?? .refresh
        guard hasMisfortunes, chance(14) else { return .look(look) }
        // What judges is what moves.
        return .crash(chance(50) ? .sync : look, crash())
    }

    /// Where a crash ends what is done.
    private mutating func crash() -> Device.Crash {
        switch Int.random(in: 0..<10, using: &random) {
        case ..<2: .noted
        case ..<5: .moved(chance(70) ? 1 : 2)
        case ..<9: .written
        default: .resumed
        }
    }

    private mutating func verb(_ disk: SimulatedDisk) -> Step.Action {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let (from, to) = renaming(disk)
            return hasMisfortunes && chance(20) ? .crashMove(from, to, crash()) : .move(from, to)
        case 1: return .order(file(disk), Int.random(in: 0..<8, using: &random))
        case 2: return .accept(file(disk), place(disk, isFolder: false), hasMisfortunes && chance(30) ? crash() : .none)
        default: return .tag(any(disk), Int.random(in: 0..<2, using: &random), chance(70))
        }
    }

    private mutating func carriage(_ fleet: Fleet, to device: Int) -> Step.Action {
        let source = (device + Int.random(in: 1..<fleet.devices.count, using: &random)) % fleet.devices.count
        // The latest are the ones that may be missing.
        let batch = max(0, fleet.batches.count - 1 - Int.random(in: 0..<4, using: &random))
        return switch Int.random(in: 0..<20, using: &random) {
        case ..<6: .files(from: source, keepsInodes: chance(40))
        case ..<11: .file(any(fleet.devices[source].disk), from: source, keepsInode: chance(40))
        case ..<16: .batches(from: source)
        case ..<18: .batch(batch, from: source)
        case 18: .torn(batch, from: source)
        default: .double(batch, from: source)
        }
    }

    private mutating func misfortune(_ fleet: Fleet, _ device: Int) -> Step.Action {
        let wait = Step.Action.wait([1_000, 60_000, 700_000, 86_400_000].randomElement(using: &random) ?? 1_000)
        guard hasMisfortunes else { return wait }
        return switch Int.random(in: 0..<13, using: &random) {
        case ..<4: wait
        case ..<6: .restart
        case 6: .watch
        case 7: .loseIndex
        case 8: .loseState
        case 9: .backUp
        case 10: .beCloned(of: (device + Int.random(in: 1..<fleet.devices.count, using: &random)) % fleet.devices.count)
        default: .restore
        }
    }
}
