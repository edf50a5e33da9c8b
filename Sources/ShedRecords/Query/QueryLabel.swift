/// What a query asks of what shed knows of a record beside its pairs, as it is written there.
public enum QueryLabel: Sendable, Equatable {
    /// Whether the record has a tag: `NAME` or `GROUP/NAME`.
    case tag(String)
    /// What must hold of a value: `rating>=4`, or `rating` alone for any.
    case value(String)

    /// Two spellings of a character are two names.
    public static func == (left: QueryLabel, right: QueryLabel) -> Bool {
        switch (left, right) {
        case (.tag(let left), .tag(let right)), (.value(let left), .value(let right)): KeyBytes.areEqual(left, right)
        default: false
        }
    }
}
