import ArgumentParser
import ShedCheck
import ShedModel
import ShedProject
import ShedThreads

/// What a shell offers for words that only the project knows: the program is asked while a person types. Nothing is written for it,
/// and where something cannot be read nothing is offered.
package enum Completions {
    /// The kinds of the program, which say what a project is.
    private static let kinds = Lock<[any KindCommands]>([])

    static func prepare(_ kinds: [any KindCommands]) { Completions.kinds.withLock { $0 = kinds } }

    package static var tags: CompletionKind {
        .custom { words, _, _ in Completions.offered(words) { project throws(ShedError) in try project.asKnown.labels().sortedTags.map(\.title) } }
    }

    package static var tagGroups: CompletionKind {
        .custom { words, _, _ in Completions.offered(words) { project throws(ShedError) in try project.asKnown.labels().sortedGroups.map(\.name) } }
    }

    package static var variables: CompletionKind {
        .custom { words, _, _ in Completions.offered(words) { project throws(ShedError) in try project.asKnown.labels().sortedVariables.map(\.name) } }
    }

    /// The IDs of what is missing.
    package static var missing: CompletionKind {
        .custom { words, _, _ in Completions.offered(words) { project throws(ShedError) in try project.status(all: true).missing.map { "\($0.id)" } } }
    }

    /// - Parameter words: the command line as it is so far.
    private static func offered(_ words: [String], _ list: (Project) throws(ShedError) -> [String]) -> [String] {
        var directory = [UInt8(ascii: ".")]
        if let option = words.firstIndex(of: "-C"), option + 1 < words.count { directory = RawArguments.bytes(of: words[option + 1]) }
        let modules = KindModules(kinds.withLock { $0 }.map(\.module))
        do throws(ShedError) {
            let surroundings = try Surroundings(environment: Session.environment(), kinds: modules, requiresState: false)
            let project = try Project.open(containing: RealPath.of(directory), surroundings: surroundings, purpose: .look)
            return try list(project).compactMap { Completions.quoted($0, for: CompletionShell.requesting) }
        } catch { return [] }
    }

    /// A word as the shell's completion script takes it; `nil` for one that cannot be typed. Others may have written it: bash would
    /// carry out a command that stands in it.
    static func quoted(_ word: String, for shell: CompletionShell?) -> String? {
        guard !word.unicodeScalars.contains(where: EscapedText.isUnsafe) else { return nil }
        switch shell?.rawValue {
        case "bash":
            return word.unicodeScalars.reduce(into: "") { text, scalar in
                let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_./@%+=-".unicodeScalars.contains(scalar)
                if !isPlain { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
        case "zsh":
            // What stands behind a colon is a description.
            return word.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
                .split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
        default: return word
        }
    }
}
