extension CompileProfile {
    /// The paper that pages are laid out on.
    package enum Paper: String, Hashable, Sendable, CaseIterable {
        case letter, a4, a5
        /// A trade paperback, 5.5 by 8.5 inches.
        case trade

        /// In twentieths of a point.
        var size: (width: Int, height: Int) {
            switch self {
            case .letter: (12_240, 15_840)
            case .a4: (11_900, 16_840)
            case .a5: (8_390, 11_900)
            case .trade: (7_920, 12_240)
            }
        }
    }
}
