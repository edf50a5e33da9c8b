/// Events as the kernel gave them, in its order. Flat, so that a hundred thousand of them cost a few allocations.
struct EventBatch: Sendable {
    struct Event: Sendable {
        var watch: Int32
        var mask: UInt32
        var cookie: UInt32
        /// When it was copied out: nanoseconds of the clock.
        var time: UInt64
        var nameStart: Int
        var nameCount: Int

        func has(_ bit: Int32) -> Bool { mask & UInt32(bitPattern: bit) != 0 }
    }

    private(set) var events: [Event] = []
    private var names: [UInt8] = []

    /// Past these bounds the events are left to the kernel's queue, which bounds itself by an overflow.
    static let mostEvents = 262_144
    static let mostNameBytes = 16 << 20

    var isFull: Bool { events.count >= Self.mostEvents || names.count >= Self.mostNameBytes }

    func name(of event: Event) -> ArraySlice<UInt8> { names[event.nameStart..<event.nameStart + event.nameCount] }

    /// Takes the first so many events out.
    mutating func takeFirst(_ count: Int) -> EventBatch {
        var first = self
        first.events.removeLast(max(0, events.count - count))
        events.removeFirst(min(count, events.count))
        return first
    }

    /// Adds an event; one that says the same as the one before it only makes that one younger.
    mutating func append(
        watch: Int32, mask: UInt32, cookie: UInt32, time: UInt64, name: UnsafeBufferPointer<UInt8>
    ) {
        if let last = events.last, last.watch == watch, last.mask == mask, cookie == 0, last.cookie == 0,
            self.name(of: last).elementsEqual(name)
        {
            events[events.count - 1].time = time
            return
        }
        let start = names.count
        names.append(contentsOf: name)
        events.append(
            Event(watch: watch, mask: mask, cookie: cookie, time: time, nameStart: start, nameCount: name.count))
    }
}
