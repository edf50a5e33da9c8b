import ShedModel

/// The kinds of projects that there are, to make new projects of: those that the program brings, and those of people's own.
///
/// A kind is a data file (KindReader.swift). Most verbs never need one, since a project's template is recorded in its sidecar.
public struct Kinds: Sendable {
    /// In the order in which they are offered.
    public let all: [Kind]

    /// - Parameter others: what stands behind the blank kind.
    public init(_ others: [Kind] = []) { all = [Kinds.blank] + others }

    /// Their names, in the order in which they are offered.
    public var names: [String] { all.map(\.name) }

    /// Other names that people may use, and the kind each stands for.
    public var synonyms: [String: String] {
        Dictionary(all.flatMap { kind in kind.synonyms.map { ($0, kind.name) } }, uniquingKeysWith: { first, _ in first })
    }

    /// A kind that the program brings, with its names in every language.
    /// - Parameter name: its name or a synonym, exactly.
    /// - Throws: ``KindError/unknown(name:known:nearest:)``, with what there is.
    public func kind(named name: String) throws(KindError) -> Kind {
        let resolved = synonyms[name] ?? name
        guard let kind = all.first(where: { $0.name == resolved }) else {
            throw .unknown(name: name, known: names, nearest: Nearest.of(name, among: names + synonyms.keys.sorted()))
        }
        return kind
    }

    /// A kind that a person wrote, in the format of the shipped files (`Kinds/*.toml` of the targets) with the names in
    /// place: `name = "…"` for every language, or `names = { en = "…", fr = "…" }`; for sections `title` or `titles`.
    /// A role or section that shed ships needs none.
    /// - Parameters:
    ///   - bytes: the file's content, at most 256 KiB of UTF-8.
    ///   - path: the file's path, for messages.
    /// - Throws: ``KindError/invalid(path:line:key:reason:)`` at the first fault.
    ///   - name: what it has to be called, as where its file bears its name; `nil`: anything.
    public func kind(fromTOML bytes: [UInt8], path: String, named name: String? = nil) throws(KindError) -> Kind {
        try KindReader(bytes: bytes, path: path).userKind(besides: Set(names).union(synonyms.keys), named: name)
    }

    /// A kind whose file is part of the program.
    /// - Parameter file: in the format of ``kind(fromTOML:path:)``. Its names are those of the program's languages. One that is malformed
    ///   is a fault of the program, and ends it.
    public static func shipped(_ file: [UInt8]) -> Kind {
        do throws(KindError) { return try KindReader(bytes: file, path: "").kind() } catch {
            // No foreign bytes come here: they are part of the program, and KindTests reads each file that ships.
            preconditionFailure("a shipped kind is malformed: \(error)")
        }
    }

    /// The name of the kind that every program has.
    public static var blankName: String { blank.name }

    private static let blank = shipped(PackageResources.blank_toml)
}
