import ShedMessages
import ShedModel
import ShedProject

/// The formats in which a verb writes a file, each called what `--format` calls it.
package protocol FileFormat: CaseIterable, Equatable, RawRepresentable<String> {
    /// How the names of files of the format may end: without the point, in lower case.
    var fileExtensions: [String] { get }
}

extension FileFormat {
    package var fileExtensions: [String] { [rawValue] }

    /// The format of a file that is to be written: the one that was chosen, else the one that its name says.
    /// - Parameters:
    ///   - output: the file as it was typed; `nil` and “-” are the standard output.
    ///   - chosen: with `option`.
    ///   - standard: of the standard output.
    ///   - unnamed: of a name without an extension; `nil`: such a name says too little.
    ///   - option: what the format is chosen with.
    /// - Throws: where the name says another format than the chosen one, or none and nothing was chosen.
    package static func format(of output: String?, chosen: Self? = nil, standard: Self, unnamed: Self? = nil, option: String = "--format") throws(ShedError) -> Self {
        guard let output, output != "-" else { return chosen ?? standard }
        let name = Name(bytes: RawArguments.bytes(of: output).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [])
        let ending = String(decoding: name.parts.suffix.dropFirst(), as: UTF8.self).lowercased()
        let said = allCases.first { $0.fileExtensions.contains(ending) }
        if let chosen {
            guard let said, said != chosen else { return chosen }
            throw ShedError(
                .usage, .formatsDiffer(name: "\(name)", said: said.rawValue, option: option, chosen: chosen.rawValue),
                remedy: .endNameOrLeaveOut(extensions: listed(chosen.fileExtensions), option: option))
        }
        if let format = said ?? (ending.isEmpty ? unnamed : nil) { return format }
        let all = listed(allCases.flatMap(\.fileExtensions))
        throw ShedError(.usage, .noFormat(name: "\(name)"), remedy: allCases.count > 1 ? .endNameOrSay(extensions: all, option: option) : .endNameIn(extensions: all))
    }

    /// Extensions with their points, in a sentence.
    private static func listed(_ extensions: [String]) -> Message {
        let pointed = extensions.map { ".\($0)" }
        guard pointed.count > 1, let last = pointed.last else { return .verbatim(pointed.first ?? "") }
        return .or(first: .list(Array(pointed.dropLast())), second: .verbatim(last))
    }
}
