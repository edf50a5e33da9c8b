import Glibc

/// Runs something as a user without privileges: as nobody where the suite runs as root (the file system's user ID is the
/// thread's own, setfsuid(2)), else as who we are. Other threads that it starts meanwhile are that user's too.
public func asNobody<Value>(_ body: () throws -> Value) rethrows -> Value {
    guard getuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return try body() }
    let setfsuid = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
    _ = setfsuid(65534)
    defer { _ = setfsuid(0) }
    return try body()
}
