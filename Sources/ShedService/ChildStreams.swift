import CLinux
import Glibc

/// Where a child's input comes from and where its output goes, where that is not the usual: nothing, and us. The
/// descriptors stay the caller's and may be closed once the child has started.
public struct ChildStreams: Sendable {
    /// What it reads as stdin; `nil` is `/dev/null`.
    public var input: Int32?
    /// Where its stdout goes; `nil` is ``ChildProcess/Ending/output``.
    public var output: Int32?
    /// Whether stderr goes to ``ChildProcess/Ending/errors``, up to 64 KiB, instead of to the output.
    public var keepsErrorsApart: Bool
    /// What it has as descriptors 3, 4, …, in this order.
    public var further: [Int32]
    /// The directory it works in; `nil` is ours.
    public var directory: Int32?

    public init(
        input: Int32? = nil, output: Int32? = nil, keepsErrorsApart: Bool = false, further: [Int32] = [], directory: Int32? = nil
    ) {
        self.input = input
        self.output = output
        self.keepsErrorsApart = keepsErrorsApart
        self.further = further
        self.directory = directory
    }
}

/// Copies of descriptors with numbers from one on, which is above all those that a child gets them as, so that none is overwritten
/// before it was used. Closed with the last reference.
final class DescriptorCopies {
    /// In the order in which they were made.
    private(set) var all: [Int32] = []
    private let first: Int32
    private let program: String

    init(from first: Int32, _ program: String) { (self.first, self.program) = (first, program) }

    deinit { for descriptor in all { close(descriptor) } }

    func add(_ descriptor: Int32) throws(ServiceError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, first)
        guard copy >= 0 else { throw ChildProcess.failure(program, errno) }
        all.append(copy)
        return copy
    }
}

/// The descriptors that a child gets, for posix_spawn(3).
final class LentDescriptors {
    private(set) var input: Int32?
    private(set) var output: Int32?
    private var directory: Int32?
    private var further: [Int32] = []

    private let copies: DescriptorCopies

    init(_ streams: ChildStreams, _ program: String) throws(ServiceError) {
        let copies = DescriptorCopies(from: 3 + Int32(clamping: streams.further.count), program)
        self.copies = copies
        func lend(_ descriptor: Int32?) throws(ServiceError) -> Int32? { try descriptor.map { (given) throws(ServiceError) in try copies.add(given) } }
        input = try lend(streams.input)
        output = try lend(streams.output)
        directory = try lend(streams.directory)
        for descriptor in streams.further {
            if let copy = try lend(descriptor) { further.append(copy) }
        }
    }

    /// Adds all but the output, which must have been added before: what follows may take the numbers of our sockets.
    func apply(to actions: inout posix_spawn_file_actions_t) {
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let directory { _ = shed_spawn_directory(&actions, directory) }
        for (position, descriptor) in further.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + position))
        }
        _ = shed_spawn_close_from(&actions, Int32(3 + further.count))
    }
}
