import ShedDisk
import ShedModel
import ShedSidecar

/// Which kind of project it is: by that shed runs other programs on its files, or makes files anew. Whoever can write into the sidecar can
/// change it, so a trusted project of which it changed is looked at only, until a person has seen that.
extension ProjectHome {
    /// What it is of: the kind that `project.json` names, and the template in force.
    var shape: ContentHash { shape(with: template) }

    fileprivate func shape(with template: Template) -> ContentHash {
        ContentHash(of: Array(file.kind.raw.utf8) + [0] + template.encoded)
    }

    /// Whether a record says that it was of this kind, and had this template, when it was trusted; also where an earlier shed wrote nothing
    /// of that.
    func hasTrustedShape(_ record: ProjectRecord) -> Bool { record.shapes.isEmpty || record.shapes.contains(shape) }

    /// Whether the template in force, as it was read last, is one that a person on this machine wanted. Costs a hash of a few thousand bytes.
    package var hasTrustedTemplate: Bool { stateFolder.map { hasTrustedShape($0.record) } ?? true }

    /// Takes the project as it is for what a person trusts.
    func trustShape(in folder: ProjectStateFolder) throws(ShedError) {
        let shape = shape
        try updateKeptLocked(in: stateFolder ?? folder) { $0.shapes = [shape] }
    }
}

extension Transaction {
    /// Notes that a person on this machine gives the project another template (its kind with it): the verb's own change, which is not asked
    /// about. To be called before it is written, so that an interruption in between asks nobody. Those that were in force before stay trusted
    /// too, since `undo` puts them back.
    /// - Throws: ``ShedError`` in a dry run, and where it cannot be noted.
    package func trust(_ template: Template) throws(ShedError) {
        let new = [home.shape, home.shape(with: template)]
        try updateKept { record in
            record.shapes = (record.shapes.filter { !new.contains($0) } + new).suffix(ProjectRecord.mostShapes)
        }
    }
}
