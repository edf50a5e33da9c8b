import ShedModel

/// The rules on single names, all held against one.
public enum NameRules {
    /// What is wrong with a name: each rule with what it says and what could be done.
    /// - Parameter isBeside: whether a name stands in the same folder, case and Unicode form aside.
    public static func complaints(about name: Name, isBeside: (Name) -> Bool = { _ in true }) -> [(rule: RuleInfo, message: String, fix: Fix?)] {
        var found: [(rule: RuleInfo, message: String, fix: Fix?)] = []
        func add(_ rule: RuleInfo, _ message: String, _ mended: Name? = nil) { found.append((rule, message, mended.map { .rename(to: $0) })) }
        name.bytes.withUnsafeBufferPointer { bytes in
            if BlankName.isBlank(bytes) { add(BlankName.info, "The name is white space alone.") }
            if name.text == nil { add(NameNotText.info, "The name is not UTF-8.") }
            if ControlCharacter.isBroken(by: bytes) { add(ControlCharacter.info, ControlCharacter.complaint(about: name)) }
            if ConflictCopy.isConflictCopy(name), ConflictCopy.original(of: name).map(isBeside) ?? true { add(ConflictCopy.info, "A sync engine or git kept it beside the file that it conflicts with; “shed resolve” says which stays.") }
            if TrailingDotOrSpace.isBroken(by: bytes) {
                add(TrailingDotOrSpace.info, "The name ends in a \(bytes.last == UInt8(ascii: " ") ? "space" : "dot").", TrailingDotOrSpace.mended(name))
            }
            if LeadingSpace.isBroken(by: bytes) { add(LeadingSpace.info, "The name begins with a space.") }
            if UnnormalisedName.isBroken(by: bytes) {
                add(UnnormalisedName.info, "The name is UTF-8, but not in normal form C.", UnnormalisedName.mended(name))
            }
            if bytes.count > LongName.longest {
                add(LongName.info, "The name has \(bytes.count) bytes, which leaves programs too little room to save safely.")
            } else if bytes.count > ECryptfsName.longest {
                add(ECryptfsName.info, "The name has \(bytes.count) bytes, and eCryptfs holds 143.")
            }
            if let message = ReservedCharacter.complaint(about: name) { add(ReservedCharacter.info, message) }
            if DeviceName.isBroken(by: bytes) { add(DeviceName.info, "Windows takes the name for a device, whatever its extension.") }
        }
        return found
    }
}
