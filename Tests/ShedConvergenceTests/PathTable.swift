import ShedModel

/// Values by path, in the order of the paths.
struct PathTable<Value: Sendable>: Sendable {
    private(set) var paths: [RelativePath] = []
    private(set) var values: [Value] = []
    /// Changes with each change.
    private(set) var version = 0

    subscript(path: RelativePath) -> Value? {
        get { position(of: path).map { values[$0] } }
        set {
            version += 1
            let position = place(of: path)
            let isThere = position < paths.count && paths[position] == path
            switch (newValue, isThere) {
            case (let value?, true): values[position] = value
            case (let value?, false):
                paths.insert(path, at: position)
                values.insert(value, at: position)
            case (nil, true):
                paths.remove(at: position)
                values.remove(at: position)
            case (nil, false): break
            }
        }
    }

    func position(of path: RelativePath) -> Int? {
        let position = place(of: path)
        return position < paths.count && paths[position] == path ? position : nil
    }

    /// The position of the first path that is not less.
    private func place(of path: RelativePath) -> Int {
        var (low, high) = (0, paths.count)
        while low < high {
            let middle = (low + high) / 2
            if paths[middle] < path { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
