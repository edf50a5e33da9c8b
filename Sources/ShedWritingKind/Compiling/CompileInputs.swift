import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// What says whether something else would be compiled than the last time: which files there are in which order, and of each what the
/// file system says of it. No text is read for it.
///
/// Scenes are named by texts, so all that stand in their folder count, and may lead to the same bytes once more.
package struct CompileInputs: Equatable {
    /// Of the profile and the order.
    fileprivate var digest: ContentHash
    /// The texts, and documents whose styles are taken; `nil`: it is not there.
    fileprivate var files: [RelativePath: FileStamp?] = [:]
    /// The images that the last compilation found in texts.
    fileprivate var images: [RelativePath: FileStamp?] = [:]

    /// Takes note of the images that a compilation found, as they were before any was read; of those that were looked at before it, that
    /// counts.
    package mutating func note(imagesOf compilation: Compilation) {
        var noted: [RelativePath: FileStamp?] = [:]
        for image in compilation.images { noted[image] = .some(images[image] ?? compilation.seen[image].map(FileStamp.init)) }
        images = noted
    }
}

/// Asks the file system about files, folder by folder.
struct EvidenceLook {
    private let root: DirectoryHandle
    private var last: (path: RelativePath, handle: DirectoryHandle?)?

    init(_ root: DirectoryHandle) { self.root = root }

    /// - Returns: `nil` for what is not there, or cannot be asked about.
    mutating func evidence(of path: RelativePath) -> Evidence? {
        if last?.path != path.parent { last = (path.parent, try? root.openDirectory(at: path.parent)) }
        return path.last.flatMap { try? last?.handle?.evidence(of: $0) }
    }
}

extension ProjectReader {
    /// What would be compiled now. Taken before it is, so that what changes meanwhile differs the next time.
    /// - Parameter former: what it was the last time, which knows what images there are.
    /// - Throws: ``ShedError`` where that cannot be said, for the reasons for which it could not be compiled either.
    package func compileInputs(_ request: CompileRequest, after former: CompileInputs?) throws(ShedError) -> CompileInputs {
        let (profile, bytes) = try compileProfile(request.profile)
        let outline = try outline(of: request.folder, profile)
        var inputs = CompileInputs(digest: outline.digest(Array(request.profile.utf8) + [0] + bytes, title: home.name.escaped))
        var look = EvidenceLook(root)
        for image in (former?.images ?? [:]).keys.sorted() { inputs.images[image] = .some(look.evidence(of: image).map(FileStamp.init)) }
        func note(_ path: RelativePath) { inputs.files[path] = .some(look.evidence(of: path).map(FileStamp.init)) }
        for chapter in outline.chapters { for file in chapter.files { note(file.path) } }
        if let scenes = outline.scenes {
            let state = try load()
            if let id = state.node(at: scenes) {
                for node in CompileOutline.children(of: id, state) where !node.type.isDirectory {
                    if let name = node.place?.name { note(scenes.appending(name)) }
                }
            }
        }
        for reference in profile.pages.references.keys { if let path = profile.reference(for: reference) { note(path) } }
        // What is written once they are read is to bear another time than what was written just before.
        FileClock.pass((Array(inputs.files.values) + Array(inputs.images.values)).compactMap { $0?.changed }.max() ?? 0)
        return inputs
    }
}
