import ShedModel

@testable import ShedRules

/// What patterns mean, one at a time and by trying each way that stars can take: what all of shed's patterns are held against.
extension IgnorePattern {
    /// Whether a path matches, or its last name where the pattern is for names. Whether it is a folder's is for the caller to heed.
    func matches(_ path: RelativePath) -> Bool {
        let names = isAnchored ? path.names[...] : path.names.suffix(1)
        return !names.isEmpty && IgnorePattern.match(parts[...], names)
    }

    private static func match(_ parts: ArraySlice<Part>, _ names: ArraySlice<Name>) -> Bool {
        guard let part = parts.first else { return names.isEmpty }
        switch part {
        case .anyDepth: return match(parts.dropFirst(), names) || !names.isEmpty && match(parts, names.dropFirst())
        case .glob(let glob):
            guard let name = names.first, match(glob.tokens[...], name.bytes[...]) else { return false }
            return match(parts.dropFirst(), names.dropFirst())
        }
    }

    private static func match(_ tokens: ArraySlice<Glob.Token>, _ name: ArraySlice<UInt8>) -> Bool {
        guard let token = tokens.first else { return name.isEmpty }
        if token == .star { return match(tokens.dropFirst(), name) || !name.isEmpty && match(tokens, name.dropFirst()) }
        guard let byte = name.first else { return false }
        let isTaken = switch token {
        case .literal(let literal): literal == byte
        case .set(let set): set.contains(byte)
        case .one, .star: true
        }
        return isTaken && match(tokens.dropFirst(), name.dropFirst())
    }
}
