import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// What projects for writers add to the verbs of all projects.
package struct WritingCommands: KindCommands {
    package init() {}

    package var module: any KindModule { WritingKind() }

    package var verbs: CommandGroup? {
        CommandGroup(
            name: "Writing",
            subcommands: [
                CompileVerb.self, SubmitVerb.self, SubmissionsVerb.self, CollectVerb.self, UncollectVerb.self, TargetVerb.self, SnapshotVerb.self, VersionsVerb.self, DiffVerb.self,
            ])
    }

    // MARK: Looking

    package func lines(on status: Status) -> [Message] {
        let links = status.handMadeLinks
        var lines = links.prefix(WritingCommands.mostTold).map(\.message)
        if links.count > lines.count { lines.append(.furtherOnes(count: links.count - lines.count)) }
        return (status.ofKind(LinklessView.self).map { [.viewHoldsNoLinks(folder: "\($0.folder)")] } ?? []) + lines
    }

    /// So many links that people changed are named one by one.
    private static let mostTold = 20

    package func members(of status: Status) -> [JSONObject.Member] {
        let links = status.handMadeLinks
        return links.isEmpty ? [] : [JSONObject.Member("links", .array(links.map(\.json)))]
    }

    package func lines(of view: NodeView, _ reading: Reading) throws(ShedError) -> [(title: Message, text: Message)] {
        try reading.wordProgress(of: view).map { [(.wordTargetField, $0.message)] } ?? []
    }

    package func lines(onWords listing: Listing, _ reading: Reading, _ style: Style) throws(ShedError) -> [Message] {
        let progress = try reading.wordProgress(listing)
        guard !progress.isEmpty else { return [] }
        return [.wordTargetsTitle] + progress.map { .about(subject: style.path($0.path), text: $0.message) }
    }

    package func members(onWords listing: Listing, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] {
        let progress = try reading.wordProgress(listing)
        return progress.isEmpty ? [] : [JSONObject.Member("targets", .array(progress.map(\.json)))]
    }

    package func members(of view: NodeView, _ reading: Reading) throws(ShedError) -> [JSONObject.Member] {
        let target = view.counts.words == nil ? nil : try reading.wordProgress(of: view).map { JSONObject.Member("target", $0.json) }
        return try (target.map { [$0] } ?? []) + submissionMembers(of: view, reading)
    }

    package func emptiness(of view: NodeView, in listing: Listing, _ strings: Strings) -> Emptiness? { CompileProject.emptiness(of: view, strings) }
}
