import ShedModel

/// What was found in the texts of files that have several names (hard links), so that each is read once and not once for each name:
/// a project can have tens of thousands of names of one large file.
struct LinkedTexts {
    /// A file under one of its names.
    struct File {
        var path: RelativePath
        /// As it was scanned. What looks just so under another name is the same file.
        var evidence: Evidence
    }

    private var known: [Evidence: SearchReader.Outcome] = [:]

    /// Looks into files, into one that has several names once.
    /// - Parameter read: looks into files, an outcome for each in their order.
    /// - Returns: an outcome for each file, in their order.
    mutating func outcomes(of files: [File], read: ([RelativePath]) -> [SearchReader.Outcome]) -> [SearchReader.Outcome] {
        var outcomes = [SearchReader.Outcome?](repeating: nil, count: files.count)
        var isSought: Set<Evidence> = []
        let first = files.indices.filter { index in
            let evidence = files[index].evidence
            return evidence.links < 2 || known[evidence] == nil && isSought.insert(evidence).inserted
        }
        for (index, outcome) in zip(first, read(first.map { files[$0].path })) {
            outcomes[index] = outcome
            if files[index].evidence.links > 1, outcome.isOfContent { known[files[index].evidence] = outcome }
        }
        for index in files.indices where outcomes[index] == nil { outcomes[index] = known[files[index].evidence] }
        // Under the name that was tried it is gone, or cannot be opened: that says nothing of others.
        let rest = files.indices.filter { outcomes[$0] == nil }
        for (index, outcome) in zip(rest, rest.isEmpty ? [] : read(rest.map { files[$0].path })) { outcomes[index] = outcome }
        return outcomes.map { $0 ?? .gone }
    }
}

extension SearchReader.Outcome {
    /// Whether it is about what is in the file, under whichever name.
    fileprivate var isOfContent: Bool {
        switch self {
        case .found, .absent, .notText, .tooLarge: true
        case .gone, .unreadable: false
        }
    }
}
