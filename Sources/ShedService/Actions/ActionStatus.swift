/// How the actions in file managers are.
public struct ActionStatus: Hashable, Sendable {
    /// The menu of one file manager.
    public struct Menu: Hashable, Sendable {
        public var browser: Browser
        /// Whether the file manager is here.
        public var isPresent: Bool
        /// The file or folder of its menu, whether it is there or not.
        public var path: String
        /// Whether the menu and the script that it runs are there as this shed writes them.
        public var isInstalled: Bool
        /// Whether a person changed it, or it cannot be read.
        public var isChangedByHand: Bool
    }

    /// The script that all actions run.
    public var script: String
    public var isScriptChangedByHand: Bool
    public var menus: [Menu]

    /// Whether every file manager that is here has the actions, and one is here.
    public var isComplete: Bool { menus.contains(where: \.isPresent) && !menus.contains { $0.isPresent && !$0.isInstalled } }

    /// What is not as it should be: sentences that say what to do.
    public var missing: [String] {
        var sentences: [String] = []
        if !menus.contains(where: \.isPresent) { sentences.append("No file manager that shed has actions for is here.") }
        let names = menus.filter { $0.isPresent && !$0.isInstalled && !$0.isChangedByHand }.map(\.browser.title)
        if !names.isEmpty {
            sentences.append("\(names.joined(separator: ", ")): not installed, or not up to date; run “shed service install --actions”.")
        }
        let paths = (isScriptChangedByHand ? [script] : []) + menus.filter(\.isChangedByHand).map(\.path)
        for path in paths { sentences.append("Changed by hand, or not readable: \(path).") }
        return sentences
    }
}
