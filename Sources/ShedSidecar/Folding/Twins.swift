import ShedModel

/// The batches by which two IDs of a folder came to one path.
struct FolderMeeting {
    /// The ID that stays.
    var target: NodeID
    /// The batch that put the second name there.
    var own: Int
    /// The one that put there the ID that stays.
    var other: Int
}

/// Twins: a file came to another device before the batch that had moved it, so that device minted an ID where another stood already.
///
/// Both IDs were *put* at one path, by batches of which neither knew the other, and one of them was minted by that. Or they met so
/// before and went on together, each device following what it saw; or both are folders without a role, whose contents are one by now.
/// They are one node unless somebody parted them: the older was moved away by one who did not know that the younger was there, or the
/// younger by one who knew of both, as shed did before it joined them.
extension Doubling {
    /// Where an ID was put, of one that was put to several places.
    struct Placings {
        /// The places that were given last, in order.
        var last: [FoldEntry.PlaceEvent]
        var minted: FoldEntry.PlaceEvent?
    }

    /// So many places are looked at of each ID, those given last.
    private static let places = 256
    /// So many at one path.
    private static let placesAtOnePath = 4
    /// So many questions who knew whom are asked, and 64 for each ID.
    private static let mostQuestions = 1 << 22

    /// What is looked through for twins.
    private struct Search {
        /// IDs by the paths that they were ever put to.
        var groups: [Place: [Int]] = [:]
        /// The oldest of a path, once it was asked for them: nothing comes to a path while what was left behind is sought.
        var oldest: [Place: [Int]] = [:]
        /// IDs by the folders that they were ever put into.
        var byFolder: [NodeID: Set<Int>] = [:]
        var questions: Int
        /// How many IDs were looked at.
        var looked = 0
    }

    /// Round by round, since joined folders bring together what is in them. An ID stands in several groups, so their order counts: it is
    /// that of the paths.
    mutating func joinTwins() {
        var search = Search(questions: Doubling.mostQuestions + 64 * fold.entries.count)
        var waiting = group(into: &search)
        while !waiting.isEmpty, search.looked <= Doubling.mostAgain + 2 * fold.entries.count {
            var folders: [NodeID] = []
            for place in waiting.sorted(by: Doubling.isBefore) {
                let group = search.groups[place] ?? []
                search.looked += group.count
                folders += joinTwins(of: group, at: place, &search.questions)
            }
            waiting = regroup(folders, &search)
        }
        joinLeftBehind(&search)
    }

    // MARK: What was put into a folder that another device had renamed

    /// What was put into a folder by one who did not know that it was renamed stands where the folder was. Another device, to which it came
    /// without its batch, has made that folder and the file anew: side by side, at what was one path for both. It is one node, and stands
    /// where the one has it who knew of the renaming.
    private mutating func joinLeftBehind(_ search: inout Search) {
        let folders = fold.entries.indices.filter { position in
            let entry = fold.entries[position]
            return entry.node.type.isDirectory && entry.places.count > 1 && aliases.next(entry.node.id) == nil
        }
        for folder in folders.sorted(by: isOlder) {
            let id = fold.entries[folder].node.id
            for position in (search.byFolder[id] ?? []).sorted(by: isOlder) where search.questions > 0 {
                let events = events(of: position)
                let inFolder = events.filter { aliases.shortened($0.place.parent) == id }
                for own in inFolder.suffix(Doubling.placesAtOnePath) where aliases.next(fold.entries[position].node.id) == nil {
                    search.questions -= 2 + events.count
                    guard let moved = move(of: folder, beside: own, &search.questions), let before = place(of: folder, knownBy: own, &search.questions),
                        before != key(of: moved.place), wasPut(own, there: before, folder)
                    else { continue }
                    joinLeftBehind(position, own, of: folder, moved, at: before, &search)
                }
            }
        }
    }

    /// The last move of a folder by one who did not know that something had been put into it, if who put that there did not know of the move.
    private mutating func move(of folder: Int, beside own: FoldEntry.PlaceEvent, _ questions: inout Int) -> FoldEntry.PlaceEvent? {
        for event in events(of: folder).reversed() {
            questions -= 2
            if does(own, know: Int(event.batch)) { return nil }
            if !does(event, know: Int(own.batch)) { return event }
        }
        return nil
    }

    /// Whether whoever gave a node a place that the batch of one of its places did not know, knew of that one and of the other: what they did
    /// does not part the two.
    private mutating func isLast(
        _ own: FoldEntry.PlaceEvent, of position: Int, butFor other: FoldEntry.PlaceEvent, _ questions: inout Int
    ) -> Bool {
        for event in events(of: position) where !does(own, know: Int(event.batch)) {
            questions -= 2
            if !does(event, know: Int(own.batch)) || !does(event, know: Int(other.batch)) { return false }
        }
        return true
    }

    /// Whether something was put into a folder by the name that it had where it was, and not by one that another device gave it where it is.
    private mutating func wasPut(_ own: FoldEntry.PlaceEvent, there place: Place, _ folder: Int) -> Bool {
        guard own.place.parent != fold.entries[folder].node.id else { return true }
        guard let name = fold.positions[own.place.parent] else { return false }
        for event in events(of: name) where key(of: event.place) == place { return true }
        return false
    }

    /// Where a folder was for the writer of a batch.
    private mutating func place(of folder: Int, knownBy event: FoldEntry.PlaceEvent, _ questions: inout Int) -> Place? {
        for before in events(of: folder).reversed() {
            questions -= 1
            if does(event, know: Int(before.batch)) { return key(of: before.place) }
        }
        return nil
    }

    private mutating func joinLeftBehind(
        _ position: Int, _ own: FoldEntry.PlaceEvent, of folder: Int, _ moved: FoldEntry.PlaceEvent, at place: Place, _ search: inout Search
    ) {
        for made in oldest(at: place, &search) where made != folder && search.questions > 0 && fold.entries[made].node.type.isDirectory {
            let id = aliases.shortened(fold.entries[made].node.id)
            let known = events(of: made)
            search.questions -= 1 + known.count
            guard let there = known.last(where: { key(of: $0.place) == place }), does(there, know: Int(moved.batch)) else { continue }
            for other in oldest(at: Place(parent: id, name: own.place.name), &search) where other != position {
                search.questions -= 3
                guard aliases.next(fold.entries[other].node.id) == nil, let second = minted(other), canBeOne(position, other),
                    aliases.shortened(second.place.parent) == id, !does(own, know: Int(second.batch)), !does(second, know: Int(own.batch)),
                    isLast(own, of: position, butFor: second, &search.questions), isLast(moved, of: folder, butFor: second, &search.questions)
                else { continue }
                let isOlder = isOlder(other, position)
                join(isOlder ? position : other, isOlder ? own : second, to: isOlder ? other : position, isOlder ? second : own)
                // Who knew of both and put it elsewhere has the last word.
                if let last = latest(position), last.batch == own.batch { self.moved[fold.entries[isOlder ? other : position].node.id] = latest(other) }
                return
            }
        }
    }

    /// The oldest of a path: each further one is compared with these alone. Put in order once, however many ask.
    private func oldest(at place: Place, _ search: inout Search) -> [Int] {
        if let known = search.oldest[place] { return known }
        let found = Array((search.groups[place] ?? []).sorted(by: isOlder).prefix(Doubling.compared))
        search.oldest[place] = found
        return found
    }

    private static func isBefore(_ left: Place, _ right: Place) -> Bool {
        left.parent != right.parent ? left.parent < right.parent : left.name < right.name
    }

    private mutating func key(of place: Place) -> Place { Place(parent: aliases.shortened(place.parent), name: place.name) }

    private mutating func events(of position: Int) -> [FoldEntry.PlaceEvent] { placings(of: position)?.last ?? fold.entries[position].places }

    /// Where an ID was minted, which is looked for once.
    mutating func minted(_ position: Int) -> FoldEntry.PlaceEvent? {
        if let placings = placings(of: position) { return placings.minted }
        return fold.entries[position].minted(in: fold.graph)
    }

    /// The place that an ID was given last.
    private mutating func latest(_ position: Int) -> FoldEntry.PlaceEvent? {
        // Where it was taken away, that is the last of all.
        if fold.entries[position].node.place == nil, let placings = placings(of: position) { return placings.last.last }
        return fold.entries[position].latestPlace(in: fold.graph)
    }

    /// The places of an ID that was given several: a hostile batch gives very many, and they are put in order once.
    private mutating func placings(of position: Int) -> Placings? {
        guard fold.entries[position].hasSeveralPlaces else { return nil }
        if let known = placings[position] { return known }
        let found = Placings(last: fold.entries[position].places(atMost: Doubling.places, in: fold.graph), minted: fold.entries[position].minted(in: fold.graph))
        placings[position] = found
        return found
    }

    /// Groups IDs by the paths that they were put to.
    /// - Returns: those to which more than one was.
    private mutating func group(into search: inout Search) -> Set<Place> {
        var shared: Set<Place> = []
        for position in fold.entries.indices where fold.entries[position].node.id != fold.project {
            for place in Set(events(of: position).map(\.place)) {
                let key = key(of: place)
                search.byFolder[key.parent, default: []].insert(position)
                let isShared = { (group: inout [Int]) in
                    // All places of one ID come one after the other.
                    if group.last != position { group.append(position) }
                    return group.count > 1
                }(&search.groups[key, default: []])
                if isShared { shared.insert(key) }
            }
        }
        return shared
    }

    /// The paths at which more IDs meet now that these folders are one with others.
    private mutating func regroup(_ folders: [NodeID], _ search: inout Search) -> Set<Place> {
        var coming: [Place: Set<Int>] = [:]
        for folder in folders {
            let target = aliases.shortened(folder)
            let moved = search.byFolder.removeValue(forKey: folder) ?? []
            // What goes from folder to folder is looked at each time.
            search.looked += moved.count
            for position in moved {
                search.byFolder[target, default: []].insert(position)
                for place in Set(events(of: position).map(\.place)) {
                    let key = key(of: place)
                    if key.parent == target { coming[key, default: []].insert(position) }
                }
            }
        }
        var shared: Set<Place> = []
        for (place, positions) in coming {
            let all = positions.union(search.groups[place] ?? [])
            search.groups[place] = Array(all)
            if all.count > 1 { shared.insert(place) }
        }
        return shared
    }

    /// - Returns: the folders among those that were joined.
    private mutating func joinTwins(of group: [Int], at place: Place, _ questions: inout Int) -> [NodeID] {
        var nodes: [Int] = []
        var folders: [NodeID] = []
        for position in group.sorted(by: isOlder) where aliases.next(fold.entries[position].node.id) == nil {
            var target: Int?
            for other in nodes.prefix(Doubling.compared) where questions > 0 && (canBeOne(other, position) || isOfRole(other, position)) {
                guard let (first, second) = meeting(of: other, with: position, at: place, &questions) else { continue }
                join(position, second, to: other, first)
                target = other
                break
            }
            if target == nil { nodes.append(position) } else if fold.entries[position].node.type.isDirectory { folders.append(fold.entries[position].node.id) }
        }
        return folders
    }

    private mutating func join(_ position: Int, _ own: FoldEntry.PlaceEvent, to target: Int, _ other: FoldEntry.PlaceEvent) {
        let (id, node) = (fold.entries[position].node.id, fold.entries[target].node.id)
        aliases.insert(id, of: node)
        found[id] = node
        noteMeeting(of: position, own, with: target, other)
        // Whoever moved it on by the name that he knew has moved the node.
        guard let last = moved[id] ?? latest(position) else { return }
        guard let known = moved[node] ?? latest(target), isEarlier(known, than: last) else { return }
        moved[node] = last
    }

    /// The order of places. Of two at the greatest stamp, of which no stamp tells, the later is the one whose batch knew the other.
    private mutating func isEarlier(_ first: FoldEntry.PlaceEvent, than second: FoldEntry.PlaceEvent) -> Bool {
        if first.stamp.isGreatest, second.stamp.isGreatest, first.batch != second.batch {
            if does(first, know: Int(second.batch)) { return false }
            if does(second, know: Int(first.batch)) { return true }
        }
        return FoldEntry.isLess(first, second, fold.graph)
    }

    /// By which events two IDs met at a path, if they did and nobody parted them since.
    private mutating func meeting(
        of older: Int, with younger: Int, at place: Place, _ questions: inout Int
    ) -> (FoldEntry.PlaceEvent, FoldEntry.PlaceEvent)? {
        let (all, others) = (events(of: older), events(of: younger))
        questions -= all.count + others.count
        for first in all.filter({ key(of: $0.place) == place }).suffix(Doubling.placesAtOnePath) {
            for second in others.filter({ key(of: $0.place) == place }).suffix(Doubling.placesAtOnePath) {
                questions -= 2 + 2 * all.count + others.count
                guard areBesideEachOther(first, of: older, second, of: younger), !areApart(first, second), isMinting(first, of: older) || isMinting(second, of: younger)
                    || isPlainFolder(older) || haveMet(older, all, younger)
                else { continue }
                // Who made the one in what was another folder to him, and put the other elsewhere at once, had two files.
                if first.place.parent != second.place.parent, !fold.entries[older].node.type.isDirectory,
                    all.contains(where: { $0.batch == second.batch && key(of: $0.place) != place })
                        || others.contains(where: { $0.batch == first.batch && key(of: $0.place) != place })
                {
                    continue
                }
                // Both stand here, or did when somebody who knew of both moved the one: nobody parts them by what did not last.
                let unmoved = all.filter { event in
                    event.batch == first.batch || !knowledge.does(Int(event.batch), know: Int(first.batch)) || !knowledge.does(Int(event.batch), know: Int(second.batch))
                }
                if isLast(first, unmoved), isLast(second, others) { return (first, second) }
                let stays = all.allSatisfy { event in
                    key(of: event.place) == place || knowledge.does(Int(first.batch), know: Int(event.batch)) || knowledge.does(Int(event.batch), know: Int(second.batch))
                }
                let isFollowed = others.allSatisfy { event in
                    key(of: event.place) == place || knowledge.does(Int(second.batch), know: Int(event.batch)) || !knowledge.does(Int(event.batch), know: Int(first.batch))
                }
                if stays, isFollowed { return (first, second) }
            }
        }
        return nil
    }

    private func isLast(_ event: FoldEntry.PlaceEvent, _ events: [FoldEntry.PlaceEvent]) -> Bool {
        events.last.map { $0.stamp == event.stamp && $0.batch == event.batch && $0.place == event.place } ?? false
    }

    /// Whether two places were given side by side. Who put something into a folder by one of its IDs, not knowing that it had another,
    /// did so beside all that was in the other; but who moved a node there, and knew what was in the other, has moved another node.
    private mutating func areBesideEachOther(_ first: FoldEntry.PlaceEvent, of older: Int, _ second: FoldEntry.PlaceEvent, of younger: Int) -> Bool {
        let (one, two) = (first.place.parent, second.place.parent)
        if one != two {
            if does(first, know: Int(second.batch)), !isMinting(first, of: older) { return false }
            if does(second, know: Int(first.batch)), !isMinting(second, of: younger) { return false }
            if let met = meetings[two], met.target == one { return !does(first, know: met.own) && !does(second, know: met.other) }
            if let met = meetings[one], met.target == two { return !does(first, know: met.other) && !does(second, know: met.own) }
            if let (own, other) = meeting(of: one, with: two), !does(first, know: other), !does(second, know: own) { return true }
        }
        return knowledge.areSideBySide(first.batch, second.batch)
    }

    /// So many places of a folder are looked at to tell where it was for somebody.
    private static let placesOfFolder = 16

    /// Whether two places are one by the batches, and were not for who gave them: the one put something into a folder where that was, the other
    /// where it had been moved to, and neither the mover nor the first knew of the other. Then what the first put there was left behind.
    mutating func areApart(_ first: FoldEntry.PlaceEvent, _ second: FoldEntry.PlaceEvent) -> Bool {
        let (one, two) = (folder(of: first), folder(of: second))
        guard one.isLeft || two.isLeft, let place = one.place, let other = two.place else { return false }
        return key(of: place) != key(of: other)
    }

    /// Where a folder was for who put something into it, and whether that was left behind there.
    private mutating func folder(of event: FoldEntry.PlaceEvent) -> (place: Place?, isLeft: Bool) {
        guard let position = fold.positions[event.place.parent] else { return (nil, false) }
        let events = events(of: position).suffix(Doubling.placesOfFolder)
        guard events.count > 1, let last = events.last else { return (events.last?.place, false) }
        if does(event, know: Int(last.batch)) { return (last.place, false) }
        let known = events.last { does(event, know: Int($0.batch)) }
        return (known?.place, known != nil && !does(last, know: Int(event.batch)))
    }

    /// How the folders met that are one by way of others: three devices made or moved one there.
    /// - Returns: by which batch each of the two came to the path; `nil` where they did not meet.
    private func meeting(of one: NodeID, with two: NodeID) -> (own: Int, other: Int)? {
        let (ways, others) = (way(of: one), way(of: two))
        // The node that both are, or by which one of them is the other.
        guard let common = ways.first(where: others.contains) else { return nil }
        func batch(of id: NodeID, besides way: [NodeID]) -> Int? {
            guard id == common else { return meetings[id]?.own }
            return way.firstIndex(of: common).flatMap { $0 > 0 ? meetings[way[$0 - 1]]?.other : nil }
        }
        guard let own = batch(of: one, besides: others), let other = batch(of: two, besides: ways) else { return nil }
        return (own, other)
    }

    /// A folder's ID, and those that it became one with, one after the other.
    private func way(of id: NodeID) -> [NodeID] {
        var way = [id]
        while way.count < Doubling.compared, let last = way.last, let met = meetings[last] { way.append(met.target) }
        return way
    }

    private mutating func does(_ event: FoldEntry.PlaceEvent, know batch: Int) -> Bool { knowledge.does(Int(event.batch), know: batch) }

    private mutating func isMinting(_ event: FoldEntry.PlaceEvent, of position: Int) -> Bool {
        guard let minted = minted(position) else { return false }
        return minted.place == event.place && minted.batch == event.batch
    }

    private func isPlainFolder(_ position: Int) -> Bool {
        fold.entries[position].node.type.isDirectory && fold.entries[position].node.role == nil
    }

    /// Whether one is a folder of a role and the younger a folder that was made without one: that of the role had another name when the
    /// younger came to who made it. It keeps its role.
    private func isOfRole(_ older: Int, _ younger: Int) -> Bool {
        let (older, younger) = (fold.entries[older].node, fold.entries[younger].node)
        return older.role != nil && younger.role == nil && older.type == younger.type && older.type.isDirectory
    }

    /// Whether an ID was minted where another was put, side by side.
    private mutating func haveMet(_ older: Int, _ events: [FoldEntry.PlaceEvent], _ younger: Int) -> Bool {
        guard let minted = minted(younger) else { return false }
        let place = key(of: minted.place)
        for event in events where key(of: event.place) == place {
            if areBesideEachOther(event, of: older, minted, of: younger) { return true }
        }
        return false
    }
}
