import ShedCommand
import ShedModel
import ShedService

/// What “shed service … --actions” does and prints.
enum ActionReport {
    static func install(_ session: Session, dryRun: Bool, force: Bool) throws -> Ending {
        try ServiceReport.mending {
            let executable = try ServiceManager.ownExecutable()
            let (actions, files) = try ActionManager(language: session.style.language).install(executable: executable, dryRun: dryRun, force: force)
            print(actions, dryRun ? files : [], dryRun: dryRun, session)
            if actions.isEmpty { session.say("The actions are there already.") }
            return .done
        }
    }

    static func uninstall(_ session: Session, dryRun: Bool, force: Bool) throws -> Ending {
        try ServiceReport.mending {
            let actions = try ActionManager(language: session.style.language).uninstall(dryRun: dryRun, force: force)
            print(actions, [], dryRun: dryRun, session)
            if actions.isEmpty { session.say("No actions were installed.") }
            return .done
        }
    }

    static func status(_ session: Session) throws -> Ending {
        try ServiceReport.mending {
            let status = try ActionManager(language: session.style.language).status(executable: ServiceManager.ownExecutable())
            if session.options.json {
                session.output.json(shape(status))
            } else if session.options.zero {
                for menu in status.menus where menu.isInstalled { session.output.path(Array(menu.path.utf8)) }
            } else if !session.options.quiet {
                describe(status, session)
            }
            return status.isComplete ? .done : .findings
        }
    }

    /// For a dry run the files whole on stdout, as head(1) shows several.
    static func print(_ actions: [ServiceAction], _ files: [(path: String, text: String)], dryRun: Bool, _ session: Session) {
        if session.options.json {
            return session.output.json([
                "actions": .array(actions.map { ["action": .string($0.kind.rawValue), "text": .string($0.text)] }),
                "files": .array(files.map { ["path": .string($0.path), "text": .string($0.text)] }),
            ])
        }
        if !session.options.zero, !session.options.quiet {
            for file in files {
                session.output.line("==> \(EscapedText.escape(Array(file.path.utf8))) <==")
                session.output.line(file.text)
            }
        }
        for action in actions {
            if session.options.zero {
                if action.kind != .note { session.output.path(Array(action.text.utf8)) }
            } else if !files.isEmpty || action.kind == .note {
                Output.note("shed: " + ServiceReport.line(action, dryRun))
            } else {
                session.say(ServiceReport.line(action, dryRun))
            }
        }
    }

    private static func shape(_ status: ActionStatus) -> JSONValue {
        [
            "script": .string(status.script),
            "complete": .bool(status.isComplete),
            "menus": .array(
                status.menus.map {
                    [
                        "fileManager": .string($0.browser.rawValue), "present": .bool($0.isPresent), "path": .string($0.path),
                        "installed": .bool($0.isInstalled), "changedByHand": .bool($0.isChangedByHand),
                    ]
                }),
            "missing": .array(status.missing.map { .string($0) }),
        ]
    }

    private static func describe(_ status: ActionStatus, _ session: Session) {
        let style = session.style
        for menu in status.menus {
            let name = menu.browser.title + String(repeating: " ", count: max(0, 9 - menu.browser.title.count))
            let state = menu.isInstalled ? style.good("installed") : menu.isPresent ? style.bad("not installed") : style.faint("not here")
            session.output.line("\(name) \(state)  \(style.faint(EscapedText.escape(Array(menu.path.utf8))))\(menu.isChangedByHand ? ", changed by hand" : "")")
        }
        for sentence in status.missing { session.output.line(EscapedText.escape(Array(sentence.utf8))) }
    }
}
