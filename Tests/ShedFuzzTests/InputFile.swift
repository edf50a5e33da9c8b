import Glibc
import ShedTestSupport

/// The input that is at hand, in a file of a directory `/tmp/shed-fuzz-…`: where one ends the process, it is still there.
final class InputFile {
    private let directory: String
    private let path: String
    private let descriptor: Int32

    private struct Unwritable: Error {
        let path: String
    }

    init(_ target: String) throws {
        directory = try TestFile.temporaryDirectory("shed-fuzz")
        path = "\(directory)/\(target)"
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Unwritable(path: path) }
    }

    func hold(_ input: [UInt8]) {
        ftruncate(descriptor, 0)
        pwrite(descriptor, input, input.count, 0)
    }

    deinit {
        close(descriptor)
        unlink(path)
        rmdir(directory)
    }
}
