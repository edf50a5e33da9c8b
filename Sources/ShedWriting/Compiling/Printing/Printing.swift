extension Manuscript {
    /// The manuscript as an OpenDocument text that a program lays pages out from, in the layout of its profile: the same bytes each time.
    /// - Parameter images: those that there are, by their paths as the texts have them; of others their words are shown.
    /// - Returns: `nil` for more than a ZIP file can hold.
    package func printed(images: [String: PrintImage]) -> [UInt8]? { ManuscriptPrint(self, images: images).bytes() }
}

extension Script {
    /// The same of a script, in the layout of the industry.
    package var printed: [UInt8]? { ScriptPrint(self).bytes() }
}

extension CompileProfile {
    /// The paper that pages are laid out on.
    package enum Paper: String, Hashable, Sendable, CaseIterable {
        case letter, a4, a5
        /// 5½ × 8½ inches, as many paperbacks have it.
        case digest

        /// In inches.
        var size: (width: Double, height: Double) {
            switch self {
            case .letter: (8.5, 11)
            case .a4: (8.268, 11.693)
            case .a5: (5.827, 8.268)
            case .digest: (5.5, 8.5)
            }
        }
    }

    /// That of a manuscript: as the profile says; else of a book its own, of English as it is written in North America letter, of other
    /// languages A4.
    var paperOfPages: Paper {
        if let paper { return paper }
        if layout == .book { return .digest }
        return ["en", "en-us", "en-ca"].contains(language.lowercased()) ? .letter : .a4
    }
}
