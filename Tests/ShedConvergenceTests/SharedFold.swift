import ShedModel
import ShedSidecar

/// The last fold that a device of the fleet made: another that has the same batches gets the same of them, unless some are from the future
/// by either clock.
struct SharedFold: Sendable {
    let files: SidecarFiles
    let fold: Fold
    let folded: Folded
    /// The clock by which it was folded, in milliseconds since 1970.
    let now: Int64
    /// The latest time of a stamp in it.
    private let latest: Int64

    init(_ files: SidecarFiles, _ project: ProjectSetting, now: Int64) {
        (self.files, fold, self.now) = (files, files.fold(project, now: now), now)
        folded = fold.result()
        latest = files.files.lazy.map(\.content.latest).max() ?? 0
    }

    /// Whether folding these files at this time gives the same.
    func holds(for files: SidecarFiles, now: Int64) -> Bool {
        latest <= min(now, self.now) + HybridClock.tolerance && self.files == files
    }
}

extension SidecarFiles {
    /// Folds all of them.
    func fold(_ project: ProjectSetting, now: Int64) -> Fold {
        var fold = Fold(project: project.file, now: now)
        for file in files { file.fold(into: &fold) }
        fold.settle()
        return fold
    }
}
