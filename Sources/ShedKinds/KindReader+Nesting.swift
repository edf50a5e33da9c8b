import ShedModel

/// What a folder says besides what every folder does: which one it stands in, what folders in it are for, and how it is shown.
extension KindReader {
    /// The folder of the template that another one stands in.
    /// - Parameter others: those that come before it in the file.
    func outerFolder(of role: Role, _ block: KindFile.Block, _ others: [FolderTemplate]) throws(KindError) -> FolderTemplate? {
        guard block.table["in"] != nil else { return nil }
        let name = try identifier("in", in: block)
        guard let outer = others.first(where: { $0.role.rawValue == name }) else {
            throw file.fault("in", in: block, "No folder before this one has the role “\(name)”; the folder that it stands in comes first.")
        }
        guard role != .trash else { throw file.fault("in", in: block, "The trash stands at the root.") }
        guard outer.filling == .people, outer.innerFolders == .folder, outer.role != .trash else {
            throw file.fault("in", in: block, "In the folder “\(name)” no other folder of the template can stand: shed fills it, or folders in it are special.")
        }
        var depth = 1
        var above: FolderTemplate? = outer
        while let folder = above {
            depth += 1
            above = folder.nesting.parent.flatMap { parent in others.first { $0.role == parent } }
        }
        guard depth <= Template.deepest else {
            throw file.fault("in", in: block, "More than \(Template.deepest) folders would stand in each other.")
        }
        return outer
    }

    /// What folders accept that people make in it.
    func children(of folder: FolderTemplate, _ block: KindFile.Block) throws(KindError) -> Accepts? {
        guard let children = try choice("children", among: Accepts.allCases, in: block) else { return nil }
        guard folder.filling == .people, folder.innerFolders == .folder, folder.accepts == .folders || folder.accepts == .both else {
            throw file.fault("children", in: block, "It says what folders accept that people make in this one, which takes no plain folders.")
        }
        return children
    }

    func badge(_ block: KindFile.Block) throws(KindError) -> FolderBadge {
        let emoji = try file.text("emoji", in: block)
        if let emoji, !FolderBadge.isPossible(emoji: emoji) {
            throw file.fault("emoji", in: block, "“\(EscapedText.escape(Array(emoji.utf8)))” is no single emoji.")
        }
        let text = try file.text("color", in: block)
        let colour = text.flatMap { Colour($0) }
        if let text, colour == nil {
            let names = Colour.names.joined(separator: ", ")
            throw file.fault("color", in: block, "“\(EscapedText.escape(Array(text.utf8)))” is no colour; write #rrggbb, or one of: \(names).")
        }
        return FolderBadge(emoji: emoji, colour: colour)
    }

    // MARK: Files

    /// The files that a project begins with, and those that a new file may begin as.
    func files(_ folders: [FolderTemplate]) throws(KindError) -> [StartingFile] {
        var files: [StartingFile] = []
        for block in try file.blocks("file") {
            guard files.count < StartingFile.most else {
                throw file.fault("file", in: file.root, "There are more than \(StartingFile.most) [[file]] tables.")
            }
            let found = try startingFile(block, folders)
            if let key = found.key, files.contains(where: { $0.key == key }) {
                throw file.fault("key", in: block, "The file “\(key)” occurs twice; change one.")
            }
            if let place = found.place, let name = found.name {
                let isTaken = files.contains { $0.place.map { $0.folder == place.folder && FoldKey($0.name) == FoldKey(place.name) } ?? false }
                    || folders.contains { $0.nesting.parent == place.folder && $0.names.values.contains { FoldKey(Name($0)) == FoldKey(place.name) } }
                guard !isTaken else { throw file.fault("name", in: block, "Something else in that folder is called “\(Name(name).escaped)”; change one.") }
            }
            files.append(found)
        }
        return files
    }

    private func startingFile(_ block: KindFile.Block, _ folders: [FolderTemplate]) throws(KindError) -> StartingFile {
        try file.allow(["key", "in", "name", "text"], in: block)
        let key = block.table["key"] == nil ? nil : try identifier("key", in: block)
        let role = block.table["in"] == nil ? nil : try identifier("in", in: block)
        guard key != nil || role != nil else {
            throw file.fault("key", in: block, "Say “key”, by which “shed add file --template” takes it, or “in” and “name”, where a new project has it.")
        }
        let name = role == nil ? try file.text("name", in: block) : try file.requiredText("name", in: block)
        if name != nil, role == nil { throw file.fault("in", in: block, "This key is missing; say the role of the folder that the file is in.") }
        if let name, let reason = unusable(name, of: "a file") { throw file.fault("name", in: block, reason) }
        if let role {
            guard let folder = folders.first(where: { $0.role.rawValue == role }) else {
                throw file.fault("in", in: block, "No folder has the role “\(role)”.")
            }
            guard folder.filling == .people, folder.innerFolders == .folder, folder.accepts == .files || folder.accepts == .both else {
                throw file.fault("in", in: block, "The folder “\(role)” accepts no files.")
            }
        }
        let text = try file.text("text", in: block) ?? ""
        guard text.utf8.count <= StartingFile.longest else {
            throw file.fault("text", in: block, "The text is longer than \(StartingFile.longest >> 10) KiB; shorten it.")
        }
        return StartingFile(key: key, folder: role.map(Role.init(rawValue:)), name: name, text: text)
    }
}
