import ShedDisk
import ShedModel
import ShedRules
import ShedSidecar

/// Who may ask what is in a project: somebody who has taken in what changed on disk.
public protocol ProjectReader {
    var project: Project { get }
}

/// A project as it was taken in just now, to be read.
public struct Reading: ProjectReader {
    public let project: Project
    /// What the walk came to that took it in.
    public let outcome: Outcome

    /// Changes the project as it was taken in for this reading, without looking at the disk once more first.
    public func write<Result>(_ body: (Transaction) throws(ShedError) -> Result) throws(ShedError) -> Result {
        try project.write(after: .nothing, body)
    }
}

extension Project {
    /// As it was last known, for those who show it although it cannot be taken in.
    public var asKnown: Reading { Reading(project: self, outcome: Outcome()) }
}

extension ProjectReader {
    package var home: ProjectHome { project.home }
    package var store: ModelStore { project.store }
    package var root: DirectoryHandle { project.home.root }
    package var template: Template { project.home.template }
    package var settings: Settings { project.home.configuration.settings }
    package var surroundings: Surroundings { project.home.surroundings }
    package var registry: Registry { project.home.registry }
    public var id: NodeID { project.home.id }

    package func newID() -> NodeID { project.home.surroundings.ids.next() }

    /// What is known; of a dry run, what would be.
    package func load() throws(ShedError) -> ProjectState { try project.known() }

    /// Whether an ID was only made up for a dry run.
    public func isProvisional(_ id: NodeID) -> Bool { project.dryRun?.provisional.contains(id) ?? false }
}
