import ShedExchange
import ShedKinds
import ShedMessages
import ShedModel

extension Template {
    /// The template of somebody else, in which Trash and Rejected have names by which a person can tell them: from the one shed deletes, and both are
    /// never judged. What has another name there gets that of the language.
    /// - Returns: also what has to be said of that.
    func withPlainShelters(_ surroundings: Surroundings) -> (Template, [ImportNote]) {
        var notes: [ImportNote] = []
        let plain = folders.map { folder in
            guard Shelters.roles.contains(folder.role) else { return folder }
            let known = Template.shelterNames(folder.role, kind, surroundings)
            let isKnown = { (name: String) in known.contains(FoldKey(Name(name))) }
            var plain = folder
            plain.names.removeAll { !isKnown($0) }
            if !isKnown(folder.name) {
                let strings = Languages.strings(language)
                plain.name = folder.role == .rejected ? strings.rejected : strings.folders[folder.role] ?? folder.role.rawValue
                notes.append(ImportNote(.importedShelterName(name: EscapedText.beginning(folder.name), instead: plain.name)))
            }
            return plain
        }
        guard plain != folders else { return (self, []) }
        return (Template(kind: kind, language: language, root: root, rootFolders: rootFolders, folders: plain, files: files), notes)
    }

    /// The names of the folder of a role: those that shed has, in every language, and those of a kind that a person has here.
    private static func shelterNames(_ role: Role, _ kind: ForeignText, _ surroundings: Surroundings) -> Set<FoldKey> {
        let shipped = Shelters.names(of: role)
        guard let own = try? OwnKinds(surroundings).anyKind(named: kind.raw), let folder = own.folders.first(where: { $0.role == role }) else { return shipped }
        return shipped.union(folder.names.values.map { FoldKey(Name($0)) })
    }
}

extension Shelters {
    /// The names that shed has for the folder of a role, in every language: what has another does not tell a person that what is in it is
    /// deleted one day, or never judged.
    static func names(of role: Role) -> Set<FoldKey> {
        var names: [String] = []
        for language in Languages.all {
            let strings = Languages.strings(language)
            if role == .rejected { names.append(strings.rejected) }
            names += [strings.folders[role]].compactMap(\.self) + (strings.otherNames[role] ?? [])
        }
        return Set(names.map { FoldKey(Name($0)) })
    }
}

extension Kind {
    /// What Trash is called by the kind, where none of the names says that it is Trash.
    public var untellingTrash: String? {
        let known = Shelters.names(of: .trash)
        return folders.first { $0.role == .trash }?.names.values.sorted().first { !known.contains(FoldKey(Name($0))) }
    }
}
