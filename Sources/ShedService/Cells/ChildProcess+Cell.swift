import CLinux
import Glibc

extension ChildProcess {
    /// Starts a program in a cell, which ``finish(milliseconds:keeping:step:isStopped:)`` ends with all that it started, also where
    /// it ends by itself. It is killed when the thread that starts it ends; what it started is not (``Cell/mayStartProcesses``).
    /// - Parameters:
    ///   - streams: its directory is where it works, and beneath which it may write.
    ///   - capability: what of the cell is set; all of that is, or it does not run.
    /// - Throws: where it cannot be started.
    public static func start(
        _ program: String, _ arguments: [String], environment: [String: String], streams: ChildStreams, in cell: Cell,
        _ capability: CellCapability = .here
    ) throws(ServiceError) -> ChildProcess {
        let (reading, writing) = try pair(program)
        defer { close(writing) }
        do throws(ServiceError) {
            let (readingErrors, writingErrors) = streams.keepsErrorsApart ? try pair(program) : (-1, -1)
            defer { if writingErrors >= 0 { close(writingErrors) } }
            do throws(ServiceError) {
                let id = try born(program, arguments, environment, streams, (writing, streams.keepsErrorsApart ? writingErrors : writing), cell, capability)
                return ChildProcess(id: id, reading: reading, readingErrors: readingErrors, isInCell: true)
            } catch {
                if readingErrors >= 0 { close(readingErrors) }
                throw error
            }
        } catch {
            close(reading)
            throw error
        }
    }

    private static func born(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ streams: ChildStreams, _ writing: (output: Int32, errors: Int32),
        _ cell: Cell, _ capability: CellCapability
    ) throws(ServiceError) -> pid_t {
        let fence = try CellFence(cell, program: program, streams, capability)
        let copies = DescriptorCopies(from: 3 + Int32(clamping: streams.further.count), program)
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard nothing >= 0 else { throw failure(program, errno) }
        defer { close(nothing) }
        for descriptor in [streams.input ?? nothing, streams.output ?? writing.output, writing.errors] + streams.further { _ = try copies.add(descriptor) }
        let numbers = copies.all
        let directory = try streams.directory.map { (descriptor) throws(ServiceError) in try copies.add(descriptor) }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        let child = program.withCString { path in
            numbers.withUnsafeBufferPointer { numbers in
                words.withUnsafeMutableBufferPointer { words in
                    variables.withUnsafeMutableBufferPointer { variables in
                        var plan = shed_cell()
                        (plan.program, plan.arguments, plan.environment) = (path, UnsafePointer(words.baseAddress), UnsafePointer(variables.baseAddress))
                        (plan.descriptors, plan.descriptor_count) = (numbers.baseAddress, numbers.count)
                        (plan.directory, plan.landlock) = (directory ?? -1, fence.set)
                        (plan.refuses_calls, plan.may_fork) = (capability.refusesCalls ? 1 : 0, cell.mayStartProcesses ? 1 : 0)
                        plan.has_idle_sockets = cell.hasIdleSockets ? 1 : 0
                        (plan.memory, plan.file_size) = (UInt64(clamping: cell.limits.memory), UInt64(clamping: cell.limits.fileSize))
                        (plan.processor_seconds, plan.open_files) = (UInt64(clamping: cell.limits.processorSeconds), UInt64(clamping: cell.limits.openFiles))
                        return shed_cell_start(&plan)
                    }
                }
            }
        }
        guard child > 0 else { throw failure(program, -child) }
        return withExtendedLifetime((fence, copies)) { child }
    }
}
