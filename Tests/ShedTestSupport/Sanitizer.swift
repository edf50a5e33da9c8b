import Glibc

/// A build under a sanitizer (`make sanitize-address`, `make sanitize-thread`): the tests, and the program that they start.
public enum Sanitizer {
    /// Whether this is one. It takes terabytes of address space, so that no limit of that can be set.
    public static let isOn = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
}
