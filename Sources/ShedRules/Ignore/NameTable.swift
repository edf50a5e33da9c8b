/// Patterns for names that are looked up and not tried: a name, its beginning or its end. Asking costs a few steps of the name,
/// however many patterns there are.
struct NameTable: Sendable {
    private var whole = ByteTree()
    private var beginnings = ByteTree()
    private var ends = ByteTree()

    /// Adds a pattern, if it is one of these.
    /// - Parameter number: greater than those before.
    mutating func add(_ glob: Glob, number: Int32, isForDirectories: Bool) -> Bool {
        switch NameTable.place(of: glob) {
        case .whole(let bytes): whole.add(bytes, number, isForDirectories)
        case .beginning(let bytes): beginnings.add(bytes, number, isForDirectories)
        case .end(let bytes): ends.add(bytes.reversed(), number, isForDirectories)
        case nil: return false
        }
        return true
    }

    /// Whether a pattern is one of these.
    static func holds(_ glob: Glob) -> Bool { place(of: glob) != nil }

    private enum Place {
        case whole([UInt8])
        case beginning([UInt8])
        case end([UInt8])
    }

    private static func place(of glob: Glob) -> Place? {
        let tokens = glob.tokens[...]
        if let bytes = Glob.literals(tokens) { return .whole(bytes) }
        if tokens.last == .star, let bytes = Glob.literals(tokens.dropLast()) { return .beginning(bytes) }
        if tokens.first == .star, let bytes = Glob.literals(tokens.dropFirst()) { return .end(bytes) }
        return nil
    }

    /// Tells the number of each pattern that a name meets; of those that say the same, the last.
    func meet(_ name: UnsafeBufferPointer<UInt8>, isDirectory: Bool, _ tell: (Int32) -> Void) {
        whole.meet(name, isDirectory: isDirectory, isWhole: true, tell)
        beginnings.meet(name, isDirectory: isDirectory, isWhole: false, tell)
        ends.meet(name.reversed(), isDirectory: isDirectory, isWhole: false, tell)
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

    /// Tells the number of each text that these bytes are, or begin with.
    func meet(_ bytes: some Sequence<UInt8>, isDirectory: Bool, isWhole: Bool, _ tell: (Int32) -> Void) {
        func tellNumber(of node: Int) {
            let number = isDirectory ? nodes[node].any : nodes[node].ofAll
            if number >= 0 { tell(number) }
        }
        if children.isEmpty, isWhole { return }
        if !isWhole { tellNumber(of: 0) }
        if children.isEmpty { return }
        var node = 0
        for byte in bytes {
            guard let next = children[UInt64(node) << 8 | UInt64(byte)] else { return }
            node = next
            if !isWhole { tellNumber(of: node) }
        }
        if isWhole { tellNumber(of: node) }
    }
}
