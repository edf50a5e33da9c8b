// swift-tools-version: 6.2
import PackageDescription

/// What every target of our own is built with: a warning is an error here, never in a dependency.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The same for what the simulator of devices consists of (Tests/ShedConvergenceTests): optimised where tests are built too, for which the
/// driver is told not to optimise anything (Makefile). What the frontend is told comes last.
let quick: [SwiftSetting] = strict + [.unsafeFlags(["-Xfrontend", "-O"], .when(configuration: .release))]

/// The floor plan (Documentation/Design.md): a target depends only on targets above it.
let package = Package(
    name: "shed",
    products: [
        .executable(name: "shed", targets: ["shed"]),
        // Nothing that is installed: tests put it before the C library (LD_PRELOAD).
        .library(name: "CPowerCut", type: .dynamic, targets: ["CPowerCut"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools-dev"])]),
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CCatalogues"),
        .target(name: "CLinux"),
        .target(name: "CTOML"),
        .target(name: "ShedThreads", swiftSettings: strict),
        .target(name: "ShedHash", dependencies: ["CCrypto"], swiftSettings: strict),
        .target(name: "ShedDeflate", dependencies: ["CZlib"], swiftSettings: strict),
        .target(name: "ShedModel", dependencies: ["ShedThreads"], swiftSettings: quick),
        .target(name: "ShedTOML", dependencies: ["CTOML", "ShedModel"], swiftSettings: strict),
        .target(
            name: "ShedMessages", dependencies: ["CCatalogues", "ShedThreads", "ShedModel", "ShedTOML"], exclude: ["Catalogues"],
            swiftSettings: strict),
        .target(name: "ShedRules", dependencies: ["ShedModel", "ShedMessages"], swiftSettings: strict),
        .target(name: "ShedReconcile", dependencies: ["ShedModel", "ShedMessages", "ShedRules"], swiftSettings: quick),
        .target(
            name: "ShedDisk",
            dependencies: ["CLinux", "ShedThreads", "ShedModel", "ShedRules", "ShedHash"],
            swiftSettings: strict),
        .target(
            name: "ShedSidecar",
            dependencies: ["ShedThreads", "ShedModel", "ShedDisk", "ShedHash"],
            swiftSettings: quick),
        .target(name: "ShedReplicas", dependencies: ["ShedModel", "ShedReconcile", "ShedSidecar"], swiftSettings: quick),
        .target(
            name: "ShedSQLite", dependencies: [.product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift")],
            swiftSettings: strict),
        .target(
            name: "ShedIndex",
            dependencies: ["ShedThreads", "ShedModel", "ShedSQLite", .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift")],
            swiftSettings: strict),
        .target(
            name: "ShedSearch",
            dependencies: ["ShedModel", "ShedSQLite", .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift")],
            swiftSettings: strict),
        .target(
            name: "ShedWatch",
            dependencies: ["CInotifyTools", "ShedThreads", "ShedDisk", "ShedModel"],
            swiftSettings: strict),
        .target(name: "ShedControl", dependencies: ["CLinux", "ShedThreads", "ShedModel"], swiftSettings: strict),
        .target(
            name: "ShedService",
            dependencies: ["CLinux", "ShedThreads", "ShedModel", "ShedMessages", "ShedDisk", "ShedHash"],
            swiftSettings: strict),
        .target(
            name: "ShedKinds",
            dependencies: ["ShedModel", "ShedTOML"],
            resources: [.embedInCode("Kinds"), .embedInCode("Strings")],
            swiftSettings: strict),
        .target(name: "ShedLinks", dependencies: ["ShedModel"], swiftSettings: quick),
        .target(name: "ShedRecords", dependencies: ["ShedModel", "ShedMessages", "ShedRules", "ShedTOML"], swiftSettings: strict),
        .target(name: "ShedWriting", dependencies: ["ShedModel", "ShedTOML"], swiftSettings: strict),
        .target(name: "ShedOffice", dependencies: ["ShedDeflate", "ShedModel"], swiftSettings: strict),
        .target(name: "ShedExchange", dependencies: ["ShedDeflate", "ShedDisk", "ShedModel", "ShedMessages", "ShedSidecar"], swiftSettings: strict),
        .target(name: "ShedImport", dependencies: ["ShedModel", "ShedMessages", "ShedRules", "ShedExchange"], swiftSettings: strict),
        .target(
            name: "ShedPapers",
            dependencies: ["CLinux", "ShedThreads", "ShedModel", "ShedMessages", "ShedDisk", "ShedService", "ShedHash"],
            swiftSettings: strict),
        .target(
            name: "ShedProject",
            dependencies: [
                "CLinux", "ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedReplicas", "ShedIndex", "ShedWatch",
                "ShedTOML", "ShedThreads", "ShedKinds", "ShedOffice", "ShedExchange", "ShedHash", "ShedLinks", "ShedSearch", "ShedService",
            ],
            swiftSettings: strict),
        .target(
            name: "ShedCheck",
            dependencies: ["ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedIndex", "ShedWatch", "ShedService", "ShedTOML", "ShedProject"],
            swiftSettings: strict),
        .target(
            name: "ShedDaemon",
            dependencies: [
                "CLinux", "ShedThreads", "ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedWatch", "ShedControl",
                "ShedService", "ShedProject", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "ShedCommand",
            dependencies: [
                "ShedThreads", "ShedModel", "ShedMessages", "ShedRules", "ShedDisk", "ShedControl", "ShedTOML", "ShedProject", "ShedCheck",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(
            name: "ShedWritingKind",
            dependencies: ["ShedExchange", "ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedOffice", "ShedWriting", "ShedProject", "ShedCommand", "ShedService", "ShedTOML", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            resources: [.embedInCode("Kinds")],
            swiftSettings: strict),
        .target(
            name: "ShedPapersKind",
            dependencies: ["ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedService", "ShedTOML", "ShedThreads", "ShedPapers", "ShedProject", "ShedCommand", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            resources: [.embedInCode("Kinds")],
            swiftSettings: strict),
        .target(
            name: "ShedRecordsKind",
            dependencies: ["ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedIndex", "ShedRecords", "ShedTOML", "ShedProject", "ShedCommand", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            resources: [.embedInCode("Kinds")],
            swiftSettings: strict),
        .executableTarget(
            name: "shed",
            dependencies: [
                "ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedControl", "ShedService", "ShedProject", "ShedCheck",
                "ShedDaemon", "ShedWritingKind", "ShedRecordsKind", "ShedPapersKind", "ShedCommand", "ShedExchange", "ShedImport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(name: "CWaiting", path: "Tests/CWaiting"),
        .target(name: "ShedTestSupport", dependencies: ["CLinux", "CWaiting", "ShedModel"], path: "Tests/ShedTestSupport", swiftSettings: quick),
        .target(name: "ShedTestSchedule", dependencies: ["ShedThreads"], path: "Tests/ShedTestSchedule", swiftSettings: strict),
        .target(
            name: "ShedCommandTestSupport", dependencies: ["ShedModel", "ShedTestSupport"], path: "Tests/ShedCommandTestSupport", swiftSettings: strict),
        // The largest, before the others that wait for all of shed, and three of them, since one processor compiles a target: of one that
        // was all three the other had nothing to do in the last two minutes and a half of a build.
        .testTarget(
            name: "ShedChangeCommandTests", dependencies: ["ShedTestSchedule", "ShedModel", "ShedProject", "shed", "ShedTestSupport", "ShedCommandTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ShedKindCommandTests", dependencies: ["ShedTestSchedule", "ShedModel", "shed", "ShedTestSupport", "ShedCommandTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ShedCommandTests",
            dependencies: [
                "ShedTestSchedule", "ShedModel", "ShedRules", "ShedProject", "ShedWritingKind", "ShedRecordsKind", "ShedPapersKind", "shed", "ShedTestSupport",
                "ShedCommandTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(name: "ShedModelTests", dependencies: ["ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedMessagesTests", dependencies: ["ShedMessages", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedThreadsTests", dependencies: ["ShedThreads"], swiftSettings: strict),
        .testTarget(name: "ShedHashTests", dependencies: ["ShedHash"], swiftSettings: strict),
        .testTarget(name: "ShedTOMLTests", dependencies: ["ShedTOML", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedRulesTests", dependencies: ["ShedModel", "ShedRules", "ShedTestSupport"], swiftSettings: strict),
        .target(
            name: "ShedSimulatedDisk", dependencies: ["ShedModel", "ShedReconcile", "ShedTestSupport"], path: "Tests/ShedSimulatedDisk", swiftSettings: quick),
        .testTarget(
            name: "ShedReconcileTests", dependencies: ["ShedModel", "ShedRules", "ShedReconcile", "ShedSidecar", "ShedSimulatedDisk", "ShedTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ShedConvergenceTests",
            dependencies: ["ShedModel", "ShedRules", "ShedReconcile", "ShedSidecar", "ShedReplicas", "ShedSimulatedDisk", "ShedTestSupport"],
            swiftSettings: quick),
        .testTarget(name: "ShedDiskTests", dependencies: ["ShedDisk", "ShedModel", "ShedRules", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedSidecarTests", dependencies: ["ShedSidecar", "ShedDisk", "ShedModel", "ShedRecords", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedIndexTests", dependencies: ["ShedIndex", "ShedThreads", "ShedModel", "ShedTestSupport", .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift")], swiftSettings: strict),
        .testTarget(name: "ShedSearchTests", dependencies: ["ShedSearch", "ShedModel", "ShedTestSupport", .product(name: "GRDB", package: "GRDB.swift")], swiftSettings: strict),
        .testTarget(name: "ShedWatchTests", dependencies: ["ShedTestSchedule", "ShedWatch", "ShedDisk", "ShedModel", "CInotifyTools", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedControlTests", dependencies: ["ShedTestSchedule", "ShedControl", "CLinux", "ShedThreads", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedServiceTests", dependencies: ["ShedTestSchedule", "CLinux", "ShedService", "ShedDisk", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedKindsTests", dependencies: ["ShedKinds", "ShedModel", "ShedProject", "ShedWritingKind", "ShedRecordsKind", "ShedPapersKind", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedImportTests", dependencies: ["ShedImport", "ShedExchange", "ShedMessages", "ShedModel", "ShedRules"], swiftSettings: strict),
        .testTarget(name: "ShedLinksTests", dependencies: ["ShedLinks", "ShedModel"], swiftSettings: strict),
        .testTarget(name: "ShedOfficeTests", dependencies: ["ShedOffice", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedExchangeTests", dependencies: ["ShedDisk", "ShedExchange", "ShedModel"], swiftSettings: strict),
        .testTarget(name: "ShedWritingTests", dependencies: ["ShedWriting", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedRecordsTests", dependencies: ["ShedRecords", "ShedModel", "ShedRules", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ShedPapersTests",
            dependencies: ["ShedPapers", "ShedService", "ShedThreads", "ShedDisk", "ShedModel", "ShedMessages", "ShedTestSupport"], swiftSettings: strict),
        .target(
            name: "ShedProjectTestSupport",
            dependencies: ["ShedThreads", "ShedModel", "ShedReconcile", "ShedProject", "ShedWritingKind", "ShedTestSupport"],
            path: "Tests/ShedProjectTestSupport", swiftSettings: strict),
        .target(
            name: "ShedPapersKindTestSupport",
            dependencies: ["ShedModel", "ShedReconcile", "ShedDisk", "ShedPapers", "ShedProject", "ShedPapersKind", "ShedTestSupport", "ShedProjectTestSupport"],
            path: "Tests/ShedPapersKindTestSupport", swiftSettings: strict),
        .target(
            name: "ShedRuleExamples",
            dependencies: [
                "ShedModel", "ShedRules", "ShedDisk", "ShedSidecar", "ShedPapers", "ShedProject", "ShedCheck", "ShedWritingKind", "ShedPapersKind", "ShedRecordsKind",
                "ShedTestSupport", "ShedProjectTestSupport", "ShedPapersKindTestSupport",
            ],
            path: "Tests/ShedRuleExamples", swiftSettings: strict),
        .executableTarget(name: "rule-manual", dependencies: ["ShedRuleExamples"], swiftSettings: strict),
        .testTarget(
            name: "ShedProjectTests",
            dependencies: [
                "ShedExchange", "ShedThreads", "ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedIndex", "ShedSearch", "ShedProject", "ShedCheck", "ShedTestSupport",
                "ShedProjectTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShedCheckTests",
            dependencies: [
                "ShedThreads", "ShedModel", "ShedRules", "ShedDisk", "ShedProject", "ShedCheck",
                "ShedTestSupport", "ShedProjectTestSupport", "ShedRuleExamples",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShedDaemonTests",
            dependencies: [
                "ShedTestSchedule", "CLinux", "ShedThreads", "ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedWatch", "ShedProject", "ShedDaemon", "ShedPapersKind", "ShedTestSupport", "ShedProjectTestSupport", "ShedPapersKindTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShedWritingKindTests",
            dependencies: ["ShedThreads", "ShedModel", "ShedRules", "ShedReconcile", "ShedProject", "ShedWritingKind", "ShedTestSupport", "ShedProjectTestSupport", "ShedDisk", "ShedCheck", "ShedWriting", "ShedService"], swiftSettings: strict),
        .testTarget(
            name: "ShedPapersKindTests",
            dependencies: [
                "ShedTestSchedule", "ShedThreads", "ShedModel", "ShedDisk", "ShedService", "ShedPapers", "ShedProject", "ShedCheck", "ShedPapersKind", "ShedTestSupport", "ShedProjectTestSupport", "ShedPapersKindTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShedRecordsKindTests",
            dependencies: [
                "ShedThreads", "ShedModel", "ShedRules", "ShedReconcile", "ShedDisk", "ShedIndex", "ShedRecords", "ShedProject", "ShedCheck", "ShedRecordsKind", "ShedTestSupport", "ShedProjectTestSupport",
            ],
            swiftSettings: strict),
        .target(
            name: "ShedPhotosKind",
            dependencies: [
                "ShedModel", "ShedMessages", "ShedRules", "ShedReconcile", "ShedDisk", "ShedTOML", "ShedProject", "ShedCommand",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/ShedPhotosKind", resources: [.embedInCode("Kinds")], swiftSettings: strict),
        .testTarget(
            name: "ShedPhotosKindTests",
            dependencies: [
                "ShedModel", "ShedRules", "ShedControl", "ShedProject", "ShedCheck", "ShedCommand", "ShedRecordsKind", "ShedPhotosKind", "ShedTestSupport",
                "ShedProjectTestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(
            name: "ShedFuzzTargets",
            dependencies: [
                "ShedModel", "ShedMessages", "ShedTOML", "ShedRules", "ShedReconcile", "ShedSidecar", "ShedIndex", "ShedControl", "ShedService",
                "ShedRecords", "ShedWriting", "ShedOffice", "ShedExchange", "ShedImport", "ShedPapers", "ShedProject", "ShedCheck", "ShedCommand", "ShedWritingKind", "ShedRecordsKind", "ShedPapersKind", "ShedHash", "ShedLinks",
            ],
            path: "Tests/ShedFuzzTargets", swiftSettings: strict),
        .testTarget(name: "ShedFuzzTests", dependencies: ["ShedFuzzTargets", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedHouseTests", dependencies: ["ShedTestSupport", "ShedThreads"], swiftSettings: strict),
        .testTarget(
            name: "ShedCommandLibraryTests",
            dependencies: [
                "ShedCommand", "ShedControl", "ShedMessages", "ShedProject", "ShedModel", "ShedTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShedGrowthTests",
            dependencies: [
                "ShedModel", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedRecords", "ShedPapers", "ShedProject", "ShedCheck", "ShedPapersKind", "ShedRecordsKind",
                "ShedExchange", "ShedImport", "ShedLinks", "ShedTestSchedule", "ShedTestSupport", "ShedProjectTestSupport",
            ],
            swiftSettings: strict),
        .target(name: "CPowerCut", path: "Tests/CPowerCut"),
        .testTarget(
            name: "ShedTortureTests", dependencies: ["ShedTestSchedule", "CLinux", "shed", "ShedTestSupport"], exclude: ["Scripts"], swiftSettings: strict),
        .testTarget(name: "ShedCompatibilityTests", dependencies: ["ShedTestSchedule", "ShedModel", "shed", "ShedTestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// The fuzzer's main comes with libFuzzer, so that nothing but Tests/Fuzzing/run.sh can link it.
if Context.environment["SHED_FUZZ"] != nil {
    package.targets.append(.executableTarget(name: "shed-fuzz", dependencies: ["ShedFuzzTargets"], path: "Tests/Fuzzing", exclude: ["run.sh"]))
}
