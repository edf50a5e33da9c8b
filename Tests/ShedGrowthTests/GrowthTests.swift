import ShedTestSchedule
import Testing

/// What people do to many things at once takes as much work for each of four thousand as for each of one thousand.
///
/// One after another, since each wants a processor for itself; on threads of their own, so that they are not what is left when all other
/// tests have ended.
@Suite("Work grows as its object does", .serialized, .waitsInTurn)
struct GrowthTests {}
