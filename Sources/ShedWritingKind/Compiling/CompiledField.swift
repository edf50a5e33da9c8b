import ShedModel

/// The field of a compiled file that has the SHA-256 of what shed wrote: a string of 64 hexadecimal digits. By it every device can tell
/// its own work from a person's.
enum CompiledField {
    static let name = "compiled"

    /// In another project nothing is compiled into it.
    static let traits = FieldTraits(staysBehind: { $0 == name })

    static func field(_ hash: ContentHash) -> Field { .other(name, .string(hash.description)) }

    /// What shed wrote into a file; `nil` for one that it did not compile.
    static func hash(of node: Node) -> ContentHash? { node.details?.other[name]?.value.string.flatMap { ContentHash($0) } }
}
