import ShedIndex

/// What a walk leaves beside what it took in.
enum Leftover: UInt8 {
    /// Something is refused, held back or doubted: the next walk looks at everything again.
    case work = 1
    /// Something is missing or was rejected, which `status` has to look up.
    case news = 2
}

extension IndexMeta {
    /// `nil` where there is nothing to be said or done until something changes.
    var leftover: Leftover? {
        get { extra["unsettled"].map { $0.first.flatMap(Leftover.init) ?? .work } }
        set { extra["unsettled"] = newValue.map { [$0.rawValue] } }
    }
}
