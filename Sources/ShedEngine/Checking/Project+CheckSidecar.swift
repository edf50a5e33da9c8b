import ShedIndex
import ShedModel
import ShedRules
import ShedSidecar

extension Project {
    /// What the fold of the batches had to say: from the index if it is up to date, so that the model need not be loaded.
    private func lastFold(_ listing: SidecarListing) throws -> (meta: IndexMeta, batches: FoldedBatches) {
        if let (meta, batches) = try? index?.metaAndBatches(), meta.project == id, isFolded(listing, in: meta, batches) { return (meta, batches) }
        let state = try load()
        return (state.meta, state.batches)
    }

    func checkSidecar() throws(ShedError) -> [Finding] {
        do {
            var findings: [Finding] = []
            func add(_ rule: RuleInfo, _ path: RelativePath, _ message: String) {
                findings.append(Finding(rule, at: RelativePath([Sidecar.name]).appending(path), id: nil, message))
            }
            let listing = try sidecar.listing()
            for stray in try strays() {
                findings.append(Finding(SidecarEntry.info, at: RelativePath([Sidecar.name]).appending(stray.path), id: nil, stray.message, help: "Look into it, and move it out of .shed."))
            }
            for path in listing.odd { add(SidecarEntry.info, path, "A link, a folder or a special file stands where a batch belongs.") }
            for (path, error) in listing.unreadable { add(TornBatch.info, path, "It cannot be read: \(error.reason).") }
            let (meta, batches) = try lastFold(listing)
            for file in listing.batches where batches.files[file.path]?.hasNoID == true {
                guard case .failure(let fault) = sidecar.read(file, of: self.file) else { continue }
                add(Project.rule(of: fault), file.path, Project.message(of: fault))
            }
            for file in listing.bases {
                guard case .failure(let fault) = sidecar.readBase(file, of: self.file) else { continue }
                add(Project.rule(of: fault), file.path, Project.message(of: fault))
            }
            for batch in meta.absentBatchesMissed {
                let batch = Name("\(batch)")
                // A path of its own, so that one can be suppressed without the next.
                add(AbsentParent.info, RelativePath(["ops", batch]), "Another batch builds on batch \(batch.escaped), which has not arrived.")
            }
            for field in meta.fold.future.prefix(100) {
                add(FutureStamp.info, "ops", "“\(field.field)” of \(field.id) is stamped \(Timestamp.text(field.stamp.milliseconds)).")
            }
            for pair in meta.fold.doubled {
                add(DoubledID.info, "ops", "Two IDs claim one path: \(pair.older) \(pair.younger).")
            }
            if meta.fold.unknownOperations > 0 {
                add(UnknownOperation.info, "ops", "\(meta.fold.unknownOperations) operations are not known to this version.")
            }
            return findings
        } catch { throw ShedError(error) }
    }

    private static func rule(of fault: BatchFault) -> RuleInfo {
        if case .unsupportedFormat = fault { return NewerBatch.info }
        return fault.hidesOperations ? TornBatch.info : ForeignBatch.info
    }

    /// What is the matter with a batch, without what to do about it: that is the rule's to say.
    private static func message(of fault: BatchFault) -> String {
        switch fault {
        case .torn(let reason): "It is torn: \(reason)."
        case .unsupportedFormat(let format): "It is of format \(format), which a newer shed made."
        case .foreign, .notABatch, .tooLarge, .unreadable: fault.description.prefix(1).uppercased() + fault.description.dropFirst() + "."
        }
    }

    /// The files that people edit, and what this machine knows of the project's other places.
    func checkSurroundings() -> [Finding] {
        var findings: [Finding] = []
        let path = RelativePath([Sidecar.name])
        findings += checkIgnoreFile()
        for seat in otherSeats {
            findings.append(
                Finding(
                    ProjectElsewhere.info, at: path.appending(Sidecar.projectName), id: nil,
                    "The same project stands at \(EscapedText.escape(seat.record.root)) too."))
        }
        return findings
    }

    /// The other live roots of the project that this machine knows, unless a person said that this one is a replica.
    private var otherSeats: [Registry.Seat] {
        guard seat?.record.declared != "replica" else { return [] }
        return registry.seats().filter { other in
            other.record.project == id && other.path != seat?.path && other.record.root != rootPath && Registry.isLive(other)
        }
    }
}
