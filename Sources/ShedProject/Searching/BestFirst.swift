/// Files of which those are taken out first that may fit best: a heap, since mostly few of many are.
struct BestFirst {
    struct File {
        /// In ``Memory/seen``.
        var position: Int
        /// How well it may fit at best.
        var ceiling: Double
    }

    /// None is after those at twice its place and one or two more.
    private var files: [File]

    init(_ files: [File]) {
        self.files = files
        for place in stride(from: files.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    /// The one that may fit best.
    var first: File? { files.first }

    mutating func removeFirst() {
        guard let last = files.popLast(), !files.isEmpty else { return }
        files[0] = last
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var next = 2 * place + 1
            guard next < files.count else { return }
            if next + 1 < files.count, files[next + 1].ceiling > files[next].ceiling { next += 1 }
            guard files[next].ceiling > files[place].ceiling else { return }
            files.swapAt(place, next)
            place = next
        }
    }
}
