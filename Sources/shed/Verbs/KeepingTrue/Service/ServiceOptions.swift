import ArgumentParser

/// The option for what file managers show.
struct ActionsOption: ParsableArguments {
    @Flag(help: "Not the daemon: the actions in the menus of file managers.")
    var actions = false
}

/// The option for links that are clicked.
struct LinksOption: ParsableArguments {
    @Flag(help: "Not the daemon: that the desktop gives links of shed (shed:ID) to “shed open”.")
    var links = false
}

/// The option of those that may meet a file that a person changed.
struct ForceOption: ParsableArguments {
    @Flag(help: "Set a unit or an entry aside that was changed by hand, instead of stopping at it.")
    var force = false
}
