import ShedModel

extension WatchedRoot {
    /// What happened below a root since its last burst.
    struct News: Sendable {
        /// What may have changed in a dirty directory.
        enum Extent: Sendable {
            case anything
            case entries(Set<Name>)

            /// Past this many names a directory is looked at as a whole.
            static let mostEntries = 100

            /// - Parameter name: the entry that changed; `nil` where that is not known.
            mutating func add(_ name: Name?) {
                guard let name, case .entries(var names) = self, names.count < Extent.mostEntries else { return self = .anything }
                self = .anything
                names.insert(name)
                self = .entries(names)
            }
        }

        /// Past this many dirty directories, or active ones, a burst says everything.
        static let mostDirectories = 10_000
        /// Past this many arrivals of files no more are noted, whoever is slow to collect them.
        static let mostArrivals = 100_000

        private(set) var dirty: [WatchTable.ID: Extent] = [:]
        private(set) var everything = false
        private(set) var activity: [WatchTable.ID: UInt64] = [:]
        private(set) var arrivals: [WatchTable.ID: Set<Name>] = [:]
        private var arrivalCount = 0
        /// Renames of files, in their order.
        private(set) var renames: [(from: Entry, to: Entry)] = []
        var overflowCount = 0
        /// When the first and the last of it was; the last is 0 where there is none.
        private(set) var first: UInt64?
        private(set) var last: UInt64 = 0
        /// Whether it was said that there is a burst, which nobody has taken since.
        var isAnnounced = false

        /// - Parameter entry: what changed in it, if nothing else did.
        mutating func markDirty(_ directory: WatchTable.ID, entry: Name? = nil, at time: UInt64) {
            if !everything { dirty[directory, default: .entries([])].add(entry) }
            if dirty.count > News.mostDirectories { markEverything(at: time) }
            markActive(directory, at: time)
            settleAnew(at: time)
        }

        mutating func noteRename(from old: Entry, to new: Entry) {
            if renames.count < News.mostDirectories { renames.append((old, new)) }
        }

        mutating func noteArrival(_ entry: Entry) {
            guard arrivalCount < News.mostArrivals else { return }
            if arrivals[entry.directory, default: []].insert(entry.name).inserted { arrivalCount += 1 }
        }

        mutating func markActive(_ directory: WatchTable.ID, at time: UInt64) {
            // What is read late is told with the time of what it is read for.
            if activity.count < News.mostDirectories || activity[directory] != nil { activity[directory] = max(activity[directory] ?? 0, time) }
        }

        mutating func markEverything(at time: UInt64) {
            everything = true
            dirty = [:]
            settleAnew(at: time)
        }

        private mutating func settleAnew(at time: UInt64) {
            if first == nil { first = time }
            last = max(last, time)
        }

        /// A file in a directory was written to for so long that nobody waits for its end.
        mutating func markStale(_ directory: WatchTable.ID) {
            if !everything { dirty[directory] = .anything }
        }

        /// A row left the table: what was noted for it means nothing any more.
        mutating func forget(_ directory: WatchTable.ID) {
            dirty[directory] = nil
            activity[directory] = nil
            arrivalCount -= arrivals.removeValue(forKey: directory)?.count ?? 0
        }
    }
}
