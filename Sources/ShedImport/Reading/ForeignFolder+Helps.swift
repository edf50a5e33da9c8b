import ShedModel

extension ForeignFolder {
    /// What stands at a path; `nil` where nothing does.
    func entry(_ path: RelativePath) throws(ForeignError) -> ForeignEntry? {
        guard let name = path.last else { return ForeignEntry(self.name, .folder) }
        for parent in (0..<path.names.count - 1).map({ RelativePath(Array(path.names[...$0])) }) {
            let above = parent.parent
            guard let last = parent.last, try entries(of: above).named(last, by: \.name)?.isFolder == true else { return nil }
        }
        return try entries(of: path.parent).named(name, by: \.name)
    }

    /// What a list of the source names: what is called just so, else the only thing there whose name has the same letters in another of
    /// Unicode's forms, as lists and files of a Mac do.
    /// - Returns: where it stands; `nil` where nothing does, or several things would fit.
    func found(_ path: RelativePath) throws(ForeignError) -> RelativePath? {
        if try entry(path) != nil { return path }
        guard path.bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var place = RelativePath.root
        for name in path.names {
            guard try entry(place)?.isFolder == true else { return nil }
            if try entries(of: place).named(name, by: \.name) != nil {
                place = place.appending(name)
            } else {
                guard let only = try spellings(of: place).only(called: name.bytes) else { return nil }
                place = place.appending(only)
            }
        }
        return place
    }

    /// A file's size; `nil` where there is no file.
    func size(_ path: RelativePath) throws(ForeignError) -> Int64? { try entry(path)?.size }

    /// Text in UTF-8, without a byte order mark.
    /// - Returns: `nil` where there is no such file.
    func text(_ path: RelativePath, limit: Int) throws(ForeignError) -> String? {
        guard try size(path) != nil else { return nil }
        var bytes = try bytes(path, limit: limit)
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw ForeignError(.notUTF8, path) }
        return text
    }
}
