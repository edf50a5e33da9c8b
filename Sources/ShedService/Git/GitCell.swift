extension Cell {
    /// What git is asked in: it reads what we may and writes nothing, starts no program, reaches no network, and takes no more memory than
    /// this, whatever file without an end the repository names or has a link to. A work tree's `.git` may say that the repository is
    /// elsewhere, and that objects are in yet another one.
    static let git = Cell(Limits(memory: 2 << 30, processorSeconds: 60, fileSize: 1 << 20), readable: ["/"])

    /// With these packs are mapped some at a time, so that large ones fit too.
    static let gitOptions = ["-c", "core.packedGitWindowSize=32m", "-c", "core.packedGitLimit=512m", "-c", "core.deltaBaseCacheLimit=64m"]
}
