import Glibc

/// Waits for what another thread or process brings about and no event tells of, such as the end of a process that is no child:
/// looks again and again. How long it may take decides nothing but when a test that fails gives up.
/// - Parameter seconds: the limit.
/// - Returns: whether it came about.
public func waits(atMost seconds: Int = 120, until isSo: () throws -> Bool) rethrows -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let end = now.tv_sec + seconds
    while now.tv_sec <= end {
        if try isSo() { return true }
        usleep(2_000)
        clock_gettime(CLOCK_MONOTONIC, &now)
    }
    return try isSo()
}
