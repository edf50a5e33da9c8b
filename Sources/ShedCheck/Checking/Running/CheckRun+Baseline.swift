import ShedModel

extension CheckRun {
    /// The findings as a baseline.
    public var baseline: Baseline {
        var baseline = Baseline()
        for part in report.parts { for item in part.items { baseline.add(item.finding, in: part.id) } }
        return baseline
    }

    /// Takes out of the report what is in a baseline.
    /// - Returns: what is in the baseline and no longer occurs, project by project, with its place from here.
    public mutating func apply(_ baseline: Baseline) -> [(place: [UInt8], rule: String)] {
        var baseline = baseline
        for index in report.parts.indices {
            let before = report.parts[index].items.count
            let id = report.parts[index].id
            var left: [(item: CheckReport.Item, reason: String)] = []
            report.parts[index].items.removeAll { item in
                guard baseline.take(item.finding, in: id) else { return false }
                left.append((item, "It was there when the baseline was written."))
                return true
            }
            report.parts[index].suppressed += left
            known += before - report.parts[index].items.count
        }
        return checked.flatMap { checked -> [(place: [UInt8], rule: String)] in
            // What a rule that was not asked found then may still be there.
            guard let rules = checked.rules else { return [] }
            return baseline.entries(of: checked.project.home.id).filter { rules.asked.contains($0.rule) || !rules.known.contains($0.rule) }
                .map { (here.place(of: $0.path, in: checked.root), $0.rule) }
        }
    }
}
