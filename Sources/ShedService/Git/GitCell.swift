extension Cell {
    /// What git is asked in: it reads what we may and writes nothing, starts no program, reaches no network, and takes no more memory than
    /// this, whatever file without an end the repository names or has a link to. A work tree's `.git` may say that the repository is
    /// elsewhere, and that objects are in yet another one.
    static let git = Cell(Limits(memory: 2 << 30, processorSeconds: 60, fileSize: 1 << 20), readable: ["/"])

    /// With these packs are mapped some at a time, so that large ones fit too.
    static let gitOptions = ["-c", "core.packedGitWindowSize=32m", "-c", "core.packedGitLimit=512m", "-c", "core.deltaBaseCacheLimit=64m"]
}

extension ChildProcess {
    /// Asks git in its cell, and ends it where it waits for what does not come: any file that it opens may be a pipe.
    /// - Parameter milliseconds: after this time it is killed (``Ending/isOutOfTime``).
    static func askGit(
        _ git: String, _ arguments: [String], _ environment: [String: String], milliseconds: Int64, keeping limit: Int
    ) throws(ServiceError) -> Ending {
        let child = try start(git, arguments, environment: environment, streams: ChildStreams(keepsErrorsApart: true), in: .git)
        var (standstill, isStill) = (Standstill(child.id), false)
        let ending = child.finish(milliseconds: milliseconds, keeping: limit) {
            isStill = standstill.isReached(now())
            return isStill
        }
        guard !isStill else {
            throw ServiceError(
                .environment, "git waits for something that does not come, as for a pipe in place of a file",
                remedy: "Look for what is no file among git's: find .git -type p.")
        }
        return ending
    }
}
