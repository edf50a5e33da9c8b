import ShedModel

extension ImportLimits {
    /// The options that `import` is to be given, to take an export that holds more than these bounds allow.
    /// - Parameter size: of the manifest, in bytes.
    public func options(toTake manifest: ExportManifest, written size: Int) -> [String] {
        var total = Int64(size)
        var held: Set<ContentHash> = []
        for node in manifest.nodes {
            total = total.addingUp(node.content?.size ?? 0)
            // What files held before is there once, however often it is named.
            for version in node.versions where held.insert(version.hash).inserted { total = total.addingUp(version.size) }
        }
        for file in manifest.kept + manifest.keptOfNodes { total = total.addingUp(file.size) }
        let count = manifest.nodes.count + held.count + manifest.kept.count + manifest.keptOfNodes.count + ImportLimits.besides
        return (total > self.size ? ["--max-size"] : []) + (count > entries || size > description ? ["--max-files"] : [])
    }

    /// So many folders and files an export has besides those that it tells of.
    private static let besides = 10
}
