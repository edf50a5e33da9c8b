/// Patterns for names that are looked up and not tried: a name, its beginning or its end. Asking costs a few steps of the name,
/// however many patterns there are.
struct NameTable: Sendable {
    private var whole = ByteTree()
    private var beginnings = ByteTree()
    private var ends = ByteTree()

    /// Adds a pattern, if it is one of these.
    /// - Parameter number: greater than those before.
    mutating func add(_ glob: Glob, number: Int32, isForDirectories: Bool) -> Bool {
        let tokens = glob.tokens[...]
        if let bytes = Glob.literals(tokens) {
            whole.add(bytes, number, isForDirectories)
        } else if tokens.last == .star, let bytes = Glob.literals(tokens.dropLast()) {
            beginnings.add(bytes, number, isForDirectories)
        } else if tokens.first == .star, let bytes = Glob.literals(tokens.dropFirst()) {
            ends.add(bytes.reversed(), number, isForDirectories)
        } else {
            return false
        }
        return true
    }

    /// The greatest number of a pattern that a name meets, or -1.
    func last(_ name: UnsafeBufferPointer<UInt8>, isDirectory: Bool) -> Int32 {
        max(
            whole.last(name, isDirectory: isDirectory, isWhole: true), beginnings.last(name, isDirectory: isDirectory, isWhole: false),
            ends.last(name.reversed(), isDirectory: isDirectory, isWhole: false))
    }
}

extension Glob {
    /// The bytes of tokens that are nothing else.
    static func literals(_ tokens: ArraySlice<Token>) -> [UInt8]? {
        var bytes: [UInt8] = []
        for token in tokens {
            guard case .literal(let byte) = token else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

/// Texts as a tree of their bytes. Flat, since a text can have more bytes than a stack has room for.
private struct ByteTree: Sendable {
    private struct End: Sendable {
        /// The number of the last text that ends here, or -1.
        var any: Int32 = -1
        /// The same of those that are not for directories alone.
        var ofAll: Int32 = -1
    }

    /// By node and byte.
    private var children: [UInt64: Int] = [:]
    private var nodes = [End()]

    mutating func add(_ bytes: [UInt8], _ number: Int32, _ isForDirectories: Bool) {
        var node = 0
        for byte in bytes {
            let key = UInt64(node) << 8 | UInt64(byte)
            if let next = children[key] {
                node = next
            } else {
                children[key] = nodes.count
                node = nodes.count
                nodes.append(End())
            }
        }
        nodes[node].any = number
        if !isForDirectories { nodes[node].ofAll = number }
    }

    /// The greatest number of a text that these bytes are, or begin with.
    func last(_ bytes: some Sequence<UInt8>, isDirectory: Bool, isWhole: Bool) -> Int32 {
        func number(_ node: Int) -> Int32 { isDirectory ? nodes[node].any : nodes[node].ofAll }
        if children.isEmpty, isWhole { return -1 }
        var (node, found) = (0, number(0))
        if children.isEmpty { return found }
        for byte in bytes {
            guard let next = children[UInt64(node) << 8 | UInt64(byte)] else { return isWhole ? -1 : found }
            node = next
            found = isWhole ? number(node) : max(found, number(node))
        }
        return found
    }
}
