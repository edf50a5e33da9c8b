import ShedReconcile
import ShedSidecar
import ShedKinds

// What the command line shows comes from rooms that it does not enter by itself.
public typealias Change = ShedReconcile.Change
public typealias Move = ShedReconcile.Move
public typealias Report = ShedReconcile.Report
public typealias Timestamp = ShedSidecar.Timestamp
public typealias Strings = ShedKinds.Strings
public typealias Kinds = ShedKinds.Kinds
public typealias Languages = ShedKinds.Languages
