import ShedMessages
import ShedProject
import ShedModel

/// What a word names: a path, and where it stands for it.
package struct NamedPlace {
    /// From the project's root; of a link of a view its file's.
    package let path: RelativePath
    /// The folder in which it was named as a guest, by its link there; `nil` where it was named by itself.
    package let guestOf: RelativePath?

    /// The folder in whose order it was named.
    package var folder: RelativePath { guestOf ?? (path.isRoot ? .root : path.parent) }
}

/// A word that names a path.
package struct PathWord {
    package let text: String
    /// Whether it stood in a list on standard input.
    package let isListed: Bool
}

extension Session {
    /// The absolute path that an argument names.
    /// - Throws: ``ShedError`` of kind usage for one that is empty, as an unset variable of a script leaves it: it names no place.
    package func absolute(_ argument: String) throws(ShedError) -> [UInt8] {
        guard !argument.isEmpty else { throw PathReader.empty }
        return PathReader.tidy(RawArguments.bytes(of: argument), base: base)
    }

    /// The path below a project's root that an argument names; of a link of a view, that of its file. `shed:ID` names what has that ID, wherever
    /// it stands, `shed:ID/NAME` something in that folder, and a file that is called so is named by `./shed:ID`.
    package func path(_ argument: String, in project: Project) throws(ShedError) -> RelativePath {
        if let path = try path(ofLink: argument, in: project) { return path }
        let path = try PathReader(base: base, root: project.home.path).path(RawArguments.bytes(of: argument))
        return project.target(ofLink: path) ?? path
    }

    /// Whether an argument is a link of shed's: `shed:ID`, or `shed:ID/NAME`.
    package func isLink(_ argument: String) -> Bool {
        LinkTo.node(of: String(argument.prefix { $0 != "/" })) != nil
    }

    /// The bytes of arguments that name paths in whichever project; of a link of shed's the absolute path of what it leads to in the one that is
    /// worked in.
    package func bytes(ofPaths arguments: [String]) throws -> [[UInt8]] {
        let project = try arguments.contains(where: isLink) ? openToLook() : nil
        return try arguments.map { argument in
            guard let project, let place = try path(ofLink: argument, in: project) else { return RawArguments.bytes(of: argument) }
            return place.isRoot ? project.home.path : AbsolutePath.joined(project.home.path, place.bytes)
        }
    }

    /// - Returns: `nil` for what is no link of shed's.
    private func path(ofLink argument: String, in project: Project) throws(ShedError) -> RelativePath? {
        let parts = argument.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let link = parts.first, let id = LinkTo.node(of: link) else { return nil }
        let place = try project.place(of: id)
        guard parts.count > 1, !parts[1].isEmpty else { return place }
        let folder = project.home.path + [UInt8(ascii: "/")] + place.bytes
        return try PathReader(base: folder, root: project.home.path).path(RawArguments.bytes(of: parts[1]))
    }

    /// The same, with the folder in which it was named.
    package func place(_ argument: String, in project: Project) throws(ShedError) -> NamedPlace {
        if let path = try path(ofLink: argument, in: project) { return NamedPlace(path: path, guestOf: nil) }
        let path = try PathReader(base: base, root: project.home.path).path(RawArguments.bytes(of: argument))
        guard let target = project.target(ofLink: path) else { return NamedPlace(path: path, guestOf: nil) }
        return NamedPlace(path: target, guestOf: project.kind.view(at: path.parent)?.guests == nil ? nil : path.parent)
    }

    /// The same of several, in their sequence.
    /// - Throws: ``ShedError`` as ``words(_:)`` does.
    package func places(_ arguments: [String], in project: Project) throws(ShedError) -> [NamedPlace] {
        var places: [NamedPlace] = []
        for word in try words(arguments) { places.append(try reading(word).place(word.text, in: project)) }
        return places
    }

    /// The same of several, each once, with those of the standard input in place of `-`. Nobody may be kept from the project
    /// meanwhile: who writes the list may be waiting for it.
    /// - Throws: ``ShedError`` as ``words(_:)`` does.
    package func paths(_ arguments: [String], in project: Project) throws(ShedError) -> [RelativePath] {
        var seen: Set<RelativePath> = []
        var paths: [RelativePath] = []
        for word in try words(arguments) {
            let path = try reading(word).path(word.text, in: project)
            if seen.insert(path).inserted { paths.append(path) }
        }
        return paths
    }

    /// A name that an argument gives.
    package func name(_ argument: String) -> Name { Name(bytes: RawArguments.bytes(of: argument)) }

    /// A text that an argument gives.
    package func text(_ argument: String, of option: String) throws(ShedError) -> String {
        guard let text = String(validating: RawArguments.bytes(of: argument), as: UTF8.self) else {
            throw ShedError(.usage, .notUTF8(option: option), remedy: .giveUTF8)
        }
        return text
    }

    /// Words that name paths, with those of the standard input in place of `-`: a line each, or each ended by NUL with `-0`.
    /// - Throws: ``ShedError`` of kind refused for a list in which nothing stands, where nothing else is named.
    package func words(_ arguments: [String]) throws(ShedError) -> [PathWord] {
        var words: [PathWord] = []
        for argument in arguments {
            guard argument == "-" else {
                words.append(PathWord(text: argument, isListed: false))
                continue
            }
            let lines = PathReader.list(try StandardInput.readPaths(), endedByNUL: options.zero)
            if !options.zero { listed.note(lines) }
            words += lines.map { PathWord(text: RawArguments.text(of: $0), isListed: true) }
        }
        if words.isEmpty, !arguments.isEmpty { throw ShedError(.refused, .listNamesNothing) }
        return words
    }

    /// The session in which a word is read.
    package func reading(_ word: PathWord) -> Session { word.isListed ? ofLists : self }
}
