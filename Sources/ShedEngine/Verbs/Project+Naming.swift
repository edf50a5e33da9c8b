import ShedModel
import ShedRules

extension Project {
    /// Refuses a name that a person chose for something that a verb is to make or rename: one that cannot stand in a directory,
    /// that would be hidden, or that holds control characters, which nobody types on purpose. What stands on the disk under such
    /// a name is taken in all the same, and `check` names it.
    /// - Parameters:
    ///   - what: with its article: “a doc”.
    ///   - former: what it is called now; where that has control characters, the new name may have them too.
    ///   - hint: said behind the remedy.
    public static func requireName(_ name: Name, of what: String, former: Name? = nil, kind: ShedError.Kind = .usage, hint: String = "") throws(ShedError) {
        let mayBeControlled = former.map(ControlCharacter.isControlled) ?? false
        guard name.isPossible, !name.isHidden, mayBeControlled || !ControlCharacter.isControlled(name) else {
            throw ShedError(
                kind, "“\(name)” cannot be the name of \(what)",
                remedy: "A name has 1 to 255 bytes, no “/”, no control characters, and no dot at its beginning\(hint).")
        }
    }
}
