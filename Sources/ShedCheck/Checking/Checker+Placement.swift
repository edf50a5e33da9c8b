import ShedDisk
import ShedModel
import ShedProject
import ShedRules

extension Checker {
    mutating func checkPlacement(_ position: Int, _ directory: Snapshot.Directory, _ traits: FolderTraits) {
        guard position == 0 || folders[position] != nil else { return }
        var facts = facts(position)
        // Most folders hold files alone, and accept any.
        let acceptsAnyFile = facts.accepts.allows(.file) && (facts.contents == .none || position == 0)
        if acceptsAnyFile, !traits.holdsFolders { return }
        if !acceptsAnyFile, directory.leavesOutFiles { lacksFiles = true }
        if position > 0 { facts.label = snapshot.name(of: Int(snapshot.directories[position].entry)).escaped }
        for index in directory.entries {
            guard let type = snapshot.entries[index].kind.nodeType else { continue }
            let mayStand = facts.accepts.allows(type)
            // What a folder accepts by its kind can only be wrong for folders: a template folder in another.
            if mayStand, type == .file && facts.contents == .none || position == 0 { continue }
            checkPlacement(of: index, type, facts)
        }
    }

    /// Without the folder's label.
    private func facts(_ position: Int) -> FolderFacts {
        guard position > 0, let folder = folders[position] else { return rules.factsOfRoot() }
        return region[position] == .trash ? rules.factsOfShelter(label: "") : rules.facts(of: folder, label: "")
    }

    private mutating func checkPlacement(of index: Int, _ type: NodeType, _ facts: FolderFacts) {
        let node = node(index)
        if let node, node.details?.exception == true { return }
        let candidate = Candidate(
            name: snapshot.name(of: index), type: type, provenance: node == nil ? .new : .settled, role: node?.role)
        if var refusal = rules.refusal(of: candidate, in: facts), refusal.rule != BlankName.info {
            refusal.place = snapshot.path(of: index)
            let special = facts.isRoot && refusal.rule == FileAtRoot.info ? help(with: candidate.name) : nil
            add(refusal.rule, index, refusal.words, help: special ?? refusal.cure.english)
        } else if node?.details?.unexplained != nil {
            add(UnexplainedAddition.info, index, UnexplainedAddition.message(at: snapshot.path(of: index)))
        }
    }

    /// What to do about a file of shed's own that stands where nobody reads it.
    private func help(with name: Name) -> String? {
        guard name == Project.sharedSettingsName else { return nil }
        return "A shed.toml is read above projects only: move it there, or put its [check] table into .shed/settings.toml."
    }

    mutating func checkTemplate() {
        var held = scan.heldRoles
        // One that stands elsewhere is misplaced, not missing.
        for position in snapshot.directories.indices where snapshot.directories[position].parent == 0 || region[position] == .ordinary {
            if let role = folders[position]?.role { held.insert(role) }
        }
        for folder in rules.template.folders where !held.contains(folder.role) {
            let isAbsent = scan.absentRoles.contains(folder.role)
            add(
                Finding(
                    MissingTemplateFolder.info, at: rules.template.path(of: folder), id: nil, "The folder for “\(folder.role)” is not there.",
                    help: helpWithMissing(folder.role), fix: isAbsent ? .makeFolder(folder.role) : nil))
        }
    }

    /// What to do about a folder of the template that is not there; `nil`: what the rule says.
    private func helpWithMissing(_ role: Role) -> String? {
        if scan.absentRoles.contains(role) { return "“shed repair --folders” makes what nobody deleted here." }
        guard scan.deletedRoles.contains(role) else { return nil }
        return "If you want it back, “shed repair --folders --deleted” makes what was deleted here, or make a folder of that name where the template has it."
    }

    /// What waits in Rejected, or that nothing does.
    mutating func checkRejected(_ directory: Snapshot.Directory, _ root: DirectoryHandle) {
        if asks(RejectedLeftover.info) { tellRejected(directory) }
        guard directory.entries.isEmpty, directory.state == .read, asks(EmptyRejected.info) else { return }
        let path = snapshot.path(of: Int(directory.entry))
        // What is hidden in it is somebody's too.
        guard let handle = try? root.openDirectory(at: path), (try? handle.list(atMost: 0))?.isEmpty == true else { return }
        add(EmptyRejected.info, Int(directory.entry), "Nothing that was refused is left in it.", fix: .removeFolder)
    }
}
