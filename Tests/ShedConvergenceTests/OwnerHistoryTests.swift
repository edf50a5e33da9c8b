import ShedSimulatedDisk
import Testing

/// Histories after which one device had another owner of a path than the batches.
@Suite struct `Devices have one owner of each path` {
    /// That all devices, and a fresh one, name the same node at each path.
    private func differences(hasSkew: Bool = false, _ steps: [Step]) -> [Problem] {
        var fleet = History.Start(count: 2, hasTemplate: true, hasSkew: hasSkew).fleet()
        for step in steps { fleet.perform(step) }
        return fleet.heal().filter { $0.kind != .givenUp }
    }

    @Test func `a folder that became Trash and Draft on two devices is one to both`() {
        #expect(
            differences(hasSkew: true, [
                Step(device: 1, action: .rename("Draft", "d")), Step(device: 0, action: .rename("Trash", "d")), Step(device: 1, action: .look(.daemonDoubting)),
            ]).isEmpty)
    }

    @Test func `two names in two folders that became one by a second name have one owner`() {
        #expect(
            differences(hasSkew: true, [
                Step(device: 1, action: .copy("Ready/c.txt", "Ready/a.txt")), Step(device: 0, action: .files(from: 1, keepsInodes: true)),
                Step(device: 0, action: .rename("Ready", "Draft/e")), Step(device: 1, action: .look(.daemon)),
            ]).isEmpty)
    }

    @Test func `a folder that was Trash until another device made a new one is not Trash to any device`() {
        #expect(
            differences([
                Step(device: 0, action: .rename("Draft", "Ready/d")), Step(device: 0, action: .move("Trash", "Ready/d/e")),
                Step(device: 1, action: .create("Trash/b.txt")),
            ]).isEmpty)
        #expect(
            differences([
                Step(device: 1, action: .rename("Ready", "Trash/d")), Step(device: 0, action: .rename("Trash", "Ready/d")),
                Step(device: 0, action: .rename("Ready", "Draft/e")), Step(device: 1, action: .move("Draft/b.txt", "b.txt")),
                Step(device: 0, action: .look(.refresh)),
            ]).isEmpty)
    }

    @Test func `folders that changed places in Trash and Rejected by the batches are the same on both devices`() {
        #expect(
            differences([
                Step(device: 0, action: .rename("Draft", "Trash/d")), Step(device: 1, action: .rename("Draft", "Ready/e")),
                Step(device: 0, action: .tag("Ready", 1, true)),
            ]).isEmpty)
    }
}
