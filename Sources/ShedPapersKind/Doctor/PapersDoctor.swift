import ShedDisk
import ShedModel
import ShedPapers
import ShedProject
import ShedService
import ShedSidecar

/// A registered papers project, as far as the programs for PDFs go.
private struct PapersPatient {
    let patient: Patient
    /// In which text is recognised, as Tesseract names them; empty where the settings ask for none.
    let languages: [String]
    /// The project's own, where Tesseract could have it.
    let own: String?

    /// `nil` for projects of other kinds, and for those that cannot be read: other checks say so.
    init?(_ patient: Patient, _ kinds: KindModules) {
        guard patient.isSame, let root = patient.handle, let sidecar = try? Sidecar(root), let template = try? sidecar.template(),
            PapersKind().serves(template)
        else { return nil }
        self.patient = patient
        let read = (try? sidecar.settings()).flatMap { try? SettingsFile.parse($0, kinds) }
        languages = read?.ofKinds.lazy.compactMap { $0 as? PapersSettings }.first?.textLanguages ?? []
        own = TextLanguage.code(of: read?.settings.language ?? template.language.rawValue)
    }
}

/// Looks for the programs that read PDFs, as whoever asks finds them, and as each daemon does that watches a papers project: its
/// `PATH` may be another.
struct PapersDoctor {
    private let projects: [PapersPatient]
    private let surroundings: Surroundings

    init(_ patients: [Patient], _ surroundings: Surroundings) {
        projects = patients.compactMap { PapersPatient($0, surroundings.kinds) }
        self.surroundings = surroundings
    }

    /// Programs that come from one package, and what it costs where one of them is missing.
    private static let packages: [(tools: [Tool], cost: String)] = [
        ([.qpdf], "no PDF is looked into: new ones wait, and no page is made"),
        ([.pdfinfo, .pdftotext, .pdftoppm], "no PDF is looked into: new ones wait; and no text or picture is taken of a page"),
        ([.tesseract], "pages that are only pictures have no text, so “shed find” does not find what they say"),
    ]

    func diagnoses() -> [Diagnosis] {
        let packages = PapersDoctor.packages.map { package($0.tools, $0.cost, isNeeded: !projects.isEmpty) }
        return packages + [PapersDoctor.cell(.here, isNeeded: !projects.isEmpty)] + (projects.isEmpty ? [] : languages()) + daemons()
    }

    /// Whether the programs are kept from all but their PDF.
    static func cell(_ capability: CellCapability, isNeeded: Bool) -> Diagnosis {
        let lacking = [capability.landlock == nil ? "Landlock" : nil, capability.refusesCalls ? nil : "seccomp"].compactMap(\.self)
        guard !lacking.isEmpty else { return Diagnosis(.program, .ok, named: "cell", "what reads PDFs is kept from the network and from all other files") }
        let message = "the kernel does not let shed use \(lacking.joined(separator: " and ")) here, so what reads PDFs has its limits, but is not kept from "
            + (capability.landlock == nil ? capability.refusesCalls ? "other files" : "other files and the network" : "the network")
        guard isNeeded else { return Diagnosis(.program, .ok, named: "cell", message + "; only papers projects need that") }
        return Diagnosis(
            .program, .warning, named: "cell", message, cost: "a PDF that takes such a program over has what you have",
            remedy: "run Linux 5.13 or newer with Landlock (cat /sys/kernel/security/lsm names it); in a container, allow these system calls")
    }

    private func package(_ tools: [Tool], _ cost: String, isNeeded: Bool) -> Diagnosis {
        let name = tools[0].package
        let missing = tools.filter { !isFound($0, surroundings.environment) }
        guard !missing.isEmpty else { return Diagnosis(.program, .ok, named: name, "\(PapersDoctor.list(tools)) there, for PDFs") }
        let message = "\(PapersDoctor.list(missing)) not installed, or not where your PATH leads"
        guard isNeeded else { return Diagnosis(.program, .ok, named: name, message + "; only papers projects need that") }
        return Diagnosis(.program, .warning, named: name, message, cost: cost, remedy: "sudo apt install \(name)")
    }

    private func isFound(_ tool: Tool, _ environment: [String: String]) -> Bool {
        ProgramPath.find(tool.rawValue, environment: environment) != nil
    }

    /// `qpdf is`, `pdfinfo, pdftotext and pdftoppm are`.
    private static func list(_ tools: [Tool]) -> String {
        let names = tools.map(\.rawValue)
        guard names.count > 1, let last = names.last else { return names.joined() + " is" }
        return names.dropLast().joined(separator: ", ") + " and \(last) are"
    }

    // MARK: Languages

    private func languages() -> [Diagnosis] {
        guard let program = ProgramPath.find(Tool.tesseract.rawValue, environment: surroundings.environment) else { return [] }
        var environment = surroundings.environment.filter { $0.key == "PATH" || $0.key == "TESSDATA_PREFIX" }
        environment["LC_ALL"] = "C.UTF-8"
        guard let ending = try? ChildProcess.run(program, ["--list-langs"], environment: environment, milliseconds: 10_000), ending.code == 0, !ending.isOutOfTime
        else {
            return [
                Diagnosis(
                    .program, .warning, named: "tesseract", "tesseract does not say which languages it knows", cost: "no text is recognised",
                    remedy: "tesseract --list-langs")
            ]
        }
        let installed = TextLanguage.listed(ending.output)
        let known = installed.isEmpty ? "no language" : installed.joined(separator: ", ")
        let own = Diagnosis(.program, .ok, named: "tesseract", "tesseract knows \(EscapedText.escape(Array(known.utf8)))")
        return [own] + projects.flatMap { languages(of: $0, Set(installed)) }
    }

    /// As `shed ocr` chooses them: those of the settings, else the project's own if it is installed, else English.
    private func languages(of project: PapersPatient, _ installed: Set<String>) -> [Diagnosis] {
        func lacking(_ language: String, _ status: Diagnosis.Status, _ message: String, _ cost: String) -> Diagnosis {
            Diagnosis(
                .program, status, subject: project.patient.path, message, cost: cost,
                remedy: "sudo apt install \(TextLanguage.package(of: language))")
        }
        let failing = "“shed ocr” recognises no text there"
        guard project.languages.isEmpty else {
            return project.languages.filter { !installed.contains($0) }.map {
                lacking($0, .warning, "its settings ask for text in “\($0)”, which tesseract does not know", failing)
            }
        }
        if let own = project.own, !installed.contains(own), installed.contains("eng") {
            return [lacking(own, .note, "tesseract does not know its language, “\(own)”", "text is recognised as if it were English")]
        }
        guard !installed.contains(project.own ?? "eng"), !installed.contains("eng") else { return [] }
        return [lacking(project.own ?? "eng", .warning, "tesseract knows neither its language nor English", failing)]
    }

    // MARK: Daemons

    private func daemons() -> [Diagnosis] {
        Set(projects.compactMap { $0.patient.watcher?.pid }).sorted().map(daemon)
    }

    private func daemon(_ pid: Int32) -> Diagnosis {
        let name = "\(pid)"
        guard let bytes = ProcessFile.read("/proc/\(pid)/environ", atMost: 1 << 20) else {
            return Diagnosis(
                .program, .note, named: name, "which of these programs the daemon (process \(pid)) finds cannot be told",
                cost: "it carries the verbs out, with its own PATH")
        }
        let path = bytes.split(separator: 0).first { $0.starts(with: "PATH=".utf8) }.map { String(decoding: $0.dropFirst(5), as: UTF8.self) }
        let missing = Tool.allCases.filter { !isFound($0, path.map { ["PATH": $0] } ?? [:]) }
        guard !missing.isEmpty else { return Diagnosis(.program, .ok, named: name, "the daemon (process \(pid)) finds all of these") }
        let message = "for the daemon (process \(pid)) \(PapersDoctor.list(missing)) not where its PATH leads"
        let shown = path.map { EscapedText.escape(Array($0.utf8.prefix(1_000))) } ?? "not set"
        return Diagnosis(
            .program, .warning, named: name, "\(message) (\(shown))", cost: "it carries the verbs out while it runs, and does without them",
            remedy: "install them (\(Set(missing.map(\.package)).sorted().joined(separator: ", "))), or start the daemon again where they are found")
    }
}
