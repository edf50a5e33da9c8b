import ShedModel
import ShedProject

extension RecordsKind {
    /// A schema goes with its collection.
    public var keptFolders: [KeptFolder] { [KeptFolder(SchemaFolder.name, isGoneBy: true, nodeSuffix: ".toml")] }

    public var sidecarFolders: [SidecarFolder] {
        let complaint = "A schema is a file called after its collection's ID; this is none, and nothing reads it."
        return [
            SidecarFolder(SchemaFolder.name, complaint: complaint) { name in
                name.hasSuffix(".toml") && name.text.flatMap { NodeID(String($0.dropLast(5))) } != nil
            }
        ]
    }
}
