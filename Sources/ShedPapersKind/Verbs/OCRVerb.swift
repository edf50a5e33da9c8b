import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers

struct OCRVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "ocr",
        abstract: "Take the text of bundles, so that it can be searched.",
        discussion: """
            Text is taken page by page from a bundle's ocr.pdf, and from nothing else: where it has none, there is none. A \
            page that carries text has that; on any other it is recognised by Tesseract. What was done once is kept and \
            never done again, also where it was interrupted; pages that could not be recognised are tried again. What people \
            wrote on pages, in annotations of display.pdf, is read beside, so that it can be searched too. Without \
            BUNDLE, of all bundles whose text is not all there. A daemon that runs does it by itself, and tries no page \
            twice. --force recognises every page of the bundles that are named anew, also those that carry text: where that \
            text is wrong.

            Exits 1 if something could not be read.

            Example: shed ocr "Calculus 2023" --language eng,deu
            Example: shed ocr "Calculus 2023" --force
            """)

    @Argument(help: "Bundles, by name, path or ID.") var bundles: [String] = []
    @Option(help: ArgumentHelp("Languages for pages without text, as Tesseract names them; what was recognised in others is done anew.", valueName: "codes"))
    var language: String?
    @Flag(help: "Recognise every page, whatever text it carries or has.") var force = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if force, bundles.isEmpty { throw ValidationError("--force takes the bundles whose text is wrong.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let languages = try language.map(chosen)
        let reading = try project.refreshPapers()
        let view = try reading.papers()
        var wanted = view.bundles
        if !bundles.isEmpty {
            wanted = []
            for word in bundles {
                let bundle = try session.bundle(word, in: project, view)
                if !wanted.contains(where: { $0.id == bundle.id }) { wanted.append(bundle) }
            }
        }
        let jobs = try reading.annotationJobs(of: wanted, isThorough: true, isForced: force)
            + reading.textJobs(of: wanted, languages: languages, retrying: true, isForced: force)
        let without = wanted.filter { $0.files[.ocr] == nil }
        var results = jobs.map { TextResult(job: $0) }
        if !change.dryRun {
            let bar = ProgressBar("reading", global)
            results = try reading.takeText(jobs, languages: languages, progress: bar.show)
            bar.finish()
        }
        if global.json {
            session.output.json(shape(results, without))
        } else if global.zero {
            for result in results where result.job.part == .text { session.output.path(session.style.place(result.job.path)) }
        } else {
            describe(results, without, session)
        }
        let isFine = results.allSatisfy { change.dryRun || $0.fault == nil && $0.failed == 0 }
        return isFine ? .done : .findings
    }

    private func chosen(_ text: String) throws(ShedError) -> [String] {
        let codes = text.split(whereSeparator: { $0 == "," || $0 == "+" }).map { $0.filter { $0 != " " } }
        guard (1...TextLanguage.most).contains(codes.count), codes.allSatisfy(TextLanguage.isCode), Set(codes).count == codes.count else {
            throw ShedError(
                .usage, .noLanguages(text: EscapedText.escape(Array(text.utf8))), remedy: .giveLanguages(most: TextLanguage.most))
        }
        return codes
    }

    // MARK: What came of it

    private func describe(_ results: [TextResult], _ without: [PapersView.Bundle], _ session: Session) {
        let texts = results.filter { $0.job.part == .text }
        let annotations = results.filter { $0.job.part == .annotations }
        if change.dryRun, texts.isEmpty, !annotations.isEmpty {
            session.say("would have read the annotations of \(Style.count(annotations.count, "bundle"))")
        }
        for result in annotations {
            if let fault = result.fault { session.note(.about(subject: session.style.path(result.job.path), text: fault.wholeWords)) }
            if result.annotations > 0 { session.say("\(session.style.path(result.job.path)): \(Style.count(result.annotations, "annotation"))") }
        }
        for result in texts { describe(result, session) }
        if texts.isEmpty, !change.dryRun || annotations.isEmpty { session.say("All text is there.") }
        guard !without.isEmpty, !global.quiet else { return }
        if bundles.isEmpty, !global.verbose {
            session.output.note("shed: \(Style.count(without.count, "bundle")) without an ocr.pdf, and so without text (--verbose lists them).")
        } else {
            for bundle in without { session.output.note("shed: \(session.style.path(bundle.path)) has no ocr.pdf, and text is taken from nothing else.") }
        }
    }

    private func describe(_ result: TextResult, _ session: Session) {
        let path = session.style.path(result.job.path)
        guard !change.dryRun else {
            return session.say(
                result.job.retries > 0
                    ? "would have tried again to recognise \(path): \(Style.count(result.job.retries, "page"))"
                    : "would have taken the text of \(path): \(Style.count(result.job.pages, "page"))")
        }
        if let fault = result.fault { session.note(.about(subject: path, text: fault.wholeWords)) }
        guard result.isDone else { return }
        var parts = ["\(result.layered) with text"]
        if result.recognised > 0 { parts.append("\(result.recognised) recognised" + (result.remembered > 0 ? " (\(result.remembered) of them before)" : "")) }
        if result.failed > 0 { parts.append("\(result.failed) failed") }
        session.say("\(path): \(Style.count(result.layered + result.recognised + result.failed, "page")), \(parts.joined(separator: ", "))")
    }

    /// One object for each bundle whose text or annotations were to be taken, and for each without an OCR variant.
    private func shape(_ results: [TextResult], _ without: [PapersView.Bundle]) -> JSONValue {
        var list = results.filter { $0.job.part == .text }.map { Entry($0) }
        list += without.map { Entry(bundle: $0.id, path: $0.path, state: "no-ocr") }
        for result in results where result.job.part == .annotations {
            let place = list.firstIndex { $0.bundle == result.job.bundle } ?? list.endIndex
            if place == list.endIndex { list.append(Entry(bundle: result.job.bundle, path: result.job.path, state: "kept")) }
            if result.isDone { list[place].annotations = result.annotations }
            list[place].error = list[place].error ?? result.fault?.description
        }
        return .array(list.map { $0.json(isDryRun: change.dryRun) })
    }

    /// What is said of a bundle in JSON.
    private struct Entry {
        var bundle: NodeID
        var path: RelativePath
        var state: String
        var text: TextResult?
        /// How many; `nil` where they were not read.
        var annotations: Int?
        var error: String?

        init(bundle: NodeID, path: RelativePath, state: String) { (self.bundle, self.path, self.state) = (bundle, path, state) }

        init(_ result: TextResult) {
            self.init(bundle: result.job.bundle, path: result.job.path, state: result.isDone ? "done" : "failed")
            (text, error) = (result, result.fault?.description)
        }

        func json(isDryRun: Bool) -> JSONValue {
            func number(_ value: Int?) -> JSONValue { .integer(Int64(value ?? 0)) }
            var object = JSONBuilder()
            object.add("bundle", bundle)
            object.add("path", path)
            object.add("pages", number(text?.job.pages))
            object.add("state", .string(isDryRun && text != nil ? "queued" : state))
            object.add("layered", number(text?.layered))
            object.add("recognised", number(text?.recognised))
            object.add("remembered", number(text?.remembered))
            object.add("failed", number(isDryRun ? text?.job.retries : text?.failed))
            object.add("error", JSONValue(error))
            object.add("annotations", annotations.map { .integer(Int64($0)) } ?? .null)
            return object.value
        }
    }
}
