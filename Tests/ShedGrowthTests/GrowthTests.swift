import Testing

/// What people do to many things at once takes as much work for each of four thousand as for each of one thousand.
///
/// One after another, since each wants a processor for itself.
@Suite("Work grows as its object does", .serialized)
struct GrowthTests {}
