import ShedModel
import ShedProject

/// Which suppressions and custom rules of the settings did something, over several projects: one that stands above them may
/// do so in any of them.
struct SettingsUse {
    /// Where something stands in the settings.
    private struct Origin: Hashable {
        /// The file and the line.
        var text: String
        /// Whose settings they are; empty for a file above projects.
        var root: [UInt8]

        init(_ text: String, _ root: [UInt8]) {
            self.text = text
            self.root = text.hasPrefix("/") ? [] : root
        }
    }

    /// What is said of those that did nothing in some project.
    private var unused: [Origin: String] = [:]
    /// Those that did something.
    private var used: Set<Origin> = []

    /// Takes note of a project that was checked.
    mutating func note(_ examination: Examination, in root: [UInt8]) {
        for suppression in examination.unused {
            unused[Origin(suppression.origin, root)] = "the suppression of \(suppression.rule) covers nothing any more; remove it."
        }
        for rule in examination.idle {
            unused[Origin(rule.origin, root)] = "the rule \(rule.info.name) chooses no folder; look at its role and its path."
        }
        used.formUnion((examination.used + examination.busy).map { Origin($0, root) })
    }

    /// Those that did nothing anywhere, a sentence each behind the place in the settings.
    /// - Parameter here: for the places of settings in projects; `nil`: as the project itself names them.
    func superfluous(from here: PlaceFromHere?) -> [String] {
        var lines: [String] = []
        for (origin, text) in unused where !used.contains(origin) {
            let place = origin.root.isEmpty ? [] : here.map { $0.place(of: .root, in: origin.root) + [UInt8(ascii: "/")] } ?? []
            lines.append("\(EscapedText.escape(place))\(origin.text): \(text)")
        }
        return lines.sorted()
    }
}
