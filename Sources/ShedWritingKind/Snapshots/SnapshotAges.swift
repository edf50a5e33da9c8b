/// Which snapshots are kept, by their age: all of the last week, of the 30 days before today one a day, then one a week, until so many
/// days are over. Those that a person has named stay until they are deleted, and so do the newest ones.
struct SnapshotAges {
    /// In days.
    var keepDays: Int
    /// So many of the newest stay whatever their age.
    var keepLast: Int

    private static let day: Int64 = 86_400_000

    /// The numbers of those that go.
    /// - Parameters:
    ///   - snapshots: the newest first.
    ///   - now: in milliseconds since 1970.
    func doomed(_ snapshots: [KeptSnapshot], now: Int64) -> [Int] {
        var doomed: [Int] = []
        // Of each day or week the last one stays.
        var taken: Set<Int64> = []
        for (position, snapshot) in snapshots.enumerated() where snapshot.name == nil {
            let age = (now - snapshot.time) / SnapshotAges.day
            if position < keepLast || age < 7 { continue }
            // Weeks are told from days by their sign.
            let span = age < 30 ? snapshot.time / SnapshotAges.day : -1 - snapshot.time / (7 * SnapshotAges.day)
            if age >= Int64(keepDays) || !taken.insert(span).inserted { doomed.append(snapshot.number) }
        }
        return doomed
    }
}
