import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedRules

/// What `conflicts` prints.
struct ConflictsPage {
    private let session: Session
    private let copies: [ConflictedCopy]
    private let said: SidecarConflicts
    private let old: OldPlaces
    private let labels: LabelBook

    init(_ session: Session, _ copies: [ConflictedCopy], _ said: SidecarConflicts, _ old: OldPlaces, _ labels: LabelBook) {
        (self.session, self.copies, self.said, self.old, self.labels) = (session, copies, said, old, labels)
    }

    private var style: Style { session.style }

    /// How many are not told for their age.
    var earlier: Int { said.earlier + old.earlier }

    // MARK: For people

    func show() {
        guard !copies.isEmpty || !said.isEmpty || !old.isEmpty || said.isCut || old.isCut else { return session.say(style.good(style.text(.noConflicts))) }
        section(.conflictCopiesTitle(count: copies.count), copies.map(lines), helpOnCopies)
        section(.editsTitle(count: old.edits.count), old.edits.map(lines), [.resolveConflictsBy])
        section(.twoIDsTitle(count: said.twoIDs.count), said.twoIDs.map { pair in
            [style.text(.twoIDsOf(path: path(pair.path, pair.older), older: "\(pair.older)", younger: "\(pair.younger)"))]
        })
        section(.twoPlacesTitle(count: said.twoPlaces.count), said.twoPlaces.map { item in
            let lines = item.others.map { other in
                style.text(.twoPlacesOf(
                    path: path(item.path, item.id), other: other.path.map(style.path) ?? "?", isThis: isThis(other.at), device: device(other.at),
                    time: Style.time(other.at.milliseconds)))
            }
            return item.isMissing ? lines + [style.text(.placeIsEmpty(id: "\(item.id)"))] : lines
        }, said.twoPlaces.allSatisfy(\.isMissing) ? [] : [.settlePlacesBy])
        section(.detailsTitle(count: said.details.count), said.details.map(lines), [.settleDetailsBy])
        section(.twoFoldersTitle(count: said.roles.count), said.roles.map { item in
            [style.text(.twoFoldersOf(
                role: "\(item.role)", path: item.folders.first.map { style.path($0.path) } ?? "",
                others: .list(item.folders.dropFirst().map { .verbatim(style.path($0.path)) })))]
        })
        section(.oldPlacesTitle(count: old.files.count), old.files.map { file in
            [style.text(.oldPlaceOf(path: style.path(file.path), moved: style.path(file.moved)))]
        }, [.compareFiles])
        if said.isCut || old.isCut { session.note(.moreConflictsThere) }
    }

    private func section(_ title: Message, _ items: [[String]], _ help: [Message] = []) {
        guard !items.isEmpty else { return }
        session.say(style.heading(style.text(title)))
        for item in items {
            for (number, line) in item.enumerated() { session.say((number == 0 ? "  " : "    ") + line) }
        }
        for line in help { session.say("  " + style.faint(style.advice(line))) }
    }

    /// What can be done about copies such as these.
    private var helpOnCopies: [Message] {
        let files = copies.filter { !$0.copy.isFolder }
        var help: [Message] = files.contains { $0.original != nil } ? [.resolveConflictsBy] : []
        if files.contains(where: { $0.original == nil && $0.place != nil }) { help.append(.resolveGoneBy) }
        if copies.contains(where: \.copy.isFolder) { help.append(.compareFolders) }
        return help
    }

    private func lines(of copy: ConflictedCopy) -> [String] {
        let maker = ConflictsPage.name(of: copy.maker)
        let what: Message = switch (copy.original, copy.place) {
        case (let original?, _): .conflictCopyOf(path: style.path(original.path), maker: maker)
        case (nil, let place?): .conflictCopyOfGone(path: style.path(place), maker: maker)
        case (nil, nil): .conflictCopyOfNothing(maker: maker)
        }
        var lines = [style.path(copy.copy.path), style.text(what)]
        lines += copy.namesakes.map { style.text(.conflictCopyElsewhere(path: style.path($0))) }
        if let original = copy.original, !copy.copy.isFolder {
            let state = copy.differs.map { $0 ? "differ" : "same" } ?? "unknown"
            lines.append(style.text(.conflictSides(state: state, copy: facts(copy.copy), original: facts(original))))
        }
        if session.options.verbose { lines += [copy.copy.id, copy.original?.id].compactMap { $0.map { style.faint("\($0)") } } }
        return lines
    }

    private func lines(of pair: EditAtOldPlace) -> [String] {
        var lines = [style.path(pair.edit.path), style.text(.editOf(moved: style.path(pair.moved.path)))]
        lines.append(style.text(.conflictSides(state: "differ", copy: facts(pair.edit), original: facts(pair.moved))))
        if session.options.verbose { lines += [pair.edit.id, pair.moved.id].compactMap { $0.map { style.faint("\($0)") } } }
        return lines
    }

    private func facts(_ side: ConflictedCopy.Side) -> String { "\(style.text(.bytes(count: Int(clamping: side.size)))), \(Style.time(side.modified))" }

    private func lines(of detail: SidecarConflicts.Detail) -> [String] {
        let subject = detail.label == nil ? path(detail.path, detail.id) : labelName(detail)
        return detail.lost.map { lost in
            style.text(.detailOf(
                subject: subject, field: field(of: detail.kept.field), kept: text(of: detail.kept), lost: text(of: lost),
                isThis: isThis(lost.at), device: device(lost.at), time: Style.time(lost.at.milliseconds)))
        }
    }

    private func path(_ path: RelativePath?, _ id: NodeID) -> String { path.map(style.path) ?? "\(id)" }

    private func isThis(_ stamp: Stamp) -> Bool { said.own.contains(stamp.replica) }

    /// What a device is called, with the beginning of its ID where another is called so too; else that alone, which others do not share.
    private func device(_ stamp: Stamp) -> String {
        let id = String("\(stamp.replica)".prefix(8))
        guard let name = said.names[stamp.replica] else { return id }
        return said.names.values.count { $0 == name } > 1 ? "\(name) (\(id))" : "\(name)"
    }

    private func labelName(_ detail: SidecarConflicts.Detail) -> String {
        let name = detail.label.flatMap { labels.records[LabelKey($0, detail.id)]?.name }
        return name.map(style.label) ?? "\(detail.id)"
    }

    private func field(of field: Field) -> Message {
        switch field {
        case .tag(let id, _): .detailField(field: "tag", name: style.label(labels.tags[labels.resolve(.tag, id)]?.title ?? "\(id)"))
        case .value(let id, _): .detailField(field: "value", name: style.label(labels.variables[labels.resolve(.variable, id)]?.name ?? "\(id)"))
        default: .detailField(field: field.name, name: style.label(field.name))
        }
    }

    /// So many characters of a text are shown.
    private static let longest = 60

    private func text(of value: SidecarConflicts.Detail.Value) -> String {
        let text = switch value.field {
        case .tag(_, let has): has ? "+" : "−"
        case .value(_, let value): value.map { "\($0)" } ?? "−"
        case .note(let note): note ?? "−"
        case .accepts(let accepts): accepts.map { style.text(.acceptedSort(what: $0.rawValue)) } ?? "−"
        case .role(let role): role?.rawValue ?? "−"
        case .other(_, .string(let text)): text
        case .other(_, .null): "−"
        default: String(decoding: value.json.compact, as: UTF8.self)
        }
        let shown = style.label(String(text.prefix(ConflictsPage.longest + 1)))
        return shown.count > ConflictsPage.longest ? shown.prefix(ConflictsPage.longest) + "…" : shown
    }

    private static func name(of maker: ConflictName.Maker) -> String {
        switch maker {
        case .syncthing: "Syncthing"
        case .dropbox: "Dropbox"
        case .nextcloud: "Nextcloud"
        case .oneDrive: "OneDrive"
        case .googleDrive: "Google Drive"
        case .seafile: "Seafile"
        case .resilio: "Resilio Sync"
        case .rclone: "rclone"
        case .synology: "Synology Drive"
        case .unison: "Unison"
        case .git: "git"
        }
    }
}

// MARK: - For programs

extension ConflictsPage {
    /// The shape of `conflicts --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("copies", .array(copies.map { copy in
            var object = JSONBuilder()
            add(copy.copy, to: &object)
            object.add("maker", .string(copy.maker.rawValue))
            object.add("possible", .bool(copy.isPossible))
            object.add("differs", copy.differs.map(JSONValue.bool) ?? .null)
            object.add("place", copy.place)
            var original = JSONBuilder()
            if let side = copy.original { add(side, to: &original) }
            object.add("original", copy.original == nil ? .null : original.value)
            object.add("namesakes", .array(copy.namesakes.map { path in
                var object = JSONBuilder()
                object.add("path", path)
                return object.value
            }))
            return object.value
        }))
        object.add("edits", .array(old.edits.map { pair in
            var (object, moved) = (JSONBuilder(), JSONBuilder())
            add(pair.edit, to: &object)
            add(pair.moved, to: &moved)
            object.add("moved", moved.value)
            return object.value
        }))
        object.add("twoIDs", .array(said.twoIDs.map { pair in
            var object = JSONBuilder()
            object.add("path", pair.path)
            object.add("older", pair.older)
            object.add("younger", pair.younger)
            return object.value
        }))
        object.add("twoPlaces", .array(said.twoPlaces.map { item in
            var object = JSONBuilder()
            object.add("id", item.id)
            object.add("path", item.path)
            object.add("missing", .bool(item.isMissing))
            object.add("others", .array(item.others.map { other in
                var object = JSONBuilder()
                object.add("path", other.path)
                add(other.at, to: &object)
                return object.value
            }))
            return object.value
        }))
        object.add("details", .array(said.details.map(json)))
        object.add("roles", .array(said.roles.map { item in
            var object = JSONBuilder()
            object.add("role", .string(item.role.rawValue))
            object.add("folders", .array(item.folders.map { folder in
                var object = JSONBuilder()
                object.add("id", folder.id)
                object.add("path", folder.path)
                return object.value
            }))
            return object.value
        }))
        object.add("oldPlaces", .array(old.files.map(json)))
        object.add("earlier", .integer(Int64(earlier)))
        object.add("complete", .bool(!said.isCut && !old.isCut && said.unread == 0))
        return object.value
    }

    private func json(of detail: SidecarConflicts.Detail) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", detail.id)
        object.add("label", JSONValue(detail.label?.rawValue))
        object.add("path", detail.path)
        object.add("field", .string(detail.kept.field.name))
        object.add("kept", detail.kept.json)
        object.add("lost", .array(detail.lost.map { lost in
            var object = JSONBuilder()
            object.add("value", lost.json)
            add(lost.at, to: &object)
            return object.value
        }))
        return object.value
    }

    private func json(of file: FileAtOldPlace) -> JSONValue {
        var (object, moved) = (JSONBuilder(), JSONBuilder())
        object.add("path", file.path)
        object.add("id", file.id)
        moved.add("path", file.moved)
        moved.add("id", file.movedID)
        object.add("moved", moved.value)
        return object.value
    }

    private func add(_ side: ConflictedCopy.Side, to object: inout JSONBuilder) {
        object.add("path", side.path)
        object.add("id", side.id)
        object.add("isFolder", .bool(side.isFolder))
        object.add("size", side.isFolder ? .null : .integer(side.size))
        object.add("modified", time: side.modified)
    }

    private func add(_ stamp: Stamp, to object: inout JSONBuilder) {
        object.add("replica", .string("\(stamp.replica)"))
        object.add("time", time: stamp.milliseconds)
    }
}
