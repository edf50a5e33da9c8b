/// Options of every verb that stand before the verb: `shed -C DIR status`.
enum LeadingOptions {
    private static let flags = ["--json", "--quiet", "-q", "--verbose", "-v", "--plain", "--yes", "-y", "-0"]

    /// They are moved behind the verb, where argument-parser looks for them: `shed status -C DIR`.
    static func hoisted(_ words: [String], _ names: VerbNames) -> [String] {
        var front: [String] = []
        var position = 0
        while position < words.count, words[position].hasPrefix("-") {
            let word = words[position]
            if word == "-C" || word == "--color" {
                guard position + 1 < words.count else { return words }
                front += [word, words[position + 1]]
                position += 2
            } else if flags.contains(word) || word.hasPrefix("--color=") {
                front.append(word)
                position += 1
            } else {
                return words
            }
        }
        guard !front.isEmpty, position < words.count, words[position] != "help" else { return words }
        // `shed --json service status`: the options are the inner verb's.
        let isNested = names.hasVerbs(words[position])
        // The help of a verb with inner verbs takes no options.
        let namesInner = isNested && position + 1 < words.count && !words[position + 1].hasPrefix("-")
        guard !isNested || namesInner || names.hasDefault(words[position]) else { return Array(words[position...]) }
        let end = position + (namesInner ? 2 : 1)
        return words[position..<end] + front + words[end...]
    }
}
