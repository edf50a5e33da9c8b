// swift-tools-version: 6.2
import PackageDescription

/// What every target of our own is built with: a warning is an error here, never in a dependency.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The floor plan (Documentation/Design.md): a target depends only on targets above it.
let package = Package(
    name: "shed",
    products: [
        .executable(name: "shed", targets: ["shed"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools-dev"])]),
        .target(name: "CLinux"),
        .target(name: "ShedModel", swiftSettings: strict),
        .target(name: "ShedRules", dependencies: ["ShedModel"], swiftSettings: strict),
        .target(name: "ShedReconcile", dependencies: ["ShedModel", "ShedRules"], swiftSettings: strict),
        .target(
            name: "ShedDisk",
            dependencies: ["CLinux", "ShedModel", "ShedRules", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(
            name: "ShedSidecar",
            dependencies: ["ShedModel", "ShedDisk", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(
            name: "ShedIndex",
            dependencies: ["ShedModel", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .target(
            name: "ShedWatch",
            dependencies: ["CInotifyTools", "ShedDisk", "ShedModel"],
            swiftSettings: strict),
        .target(name: "ShedControl", dependencies: ["CLinux", "ShedModel"], swiftSettings: strict),
        .target(
            name: "ShedService",
            dependencies: ["CLinux", "ShedModel", "ShedDisk", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(
            name: "ShedWriting",
            dependencies: ["ShedModel", "TOMLKit"],
            resources: [.embedInCode("Kinds"), .embedInCode("Strings")],
            swiftSettings: strict),
        .target(name: "ShedRecords", dependencies: ["ShedModel", "ShedRules", "TOMLKit"], swiftSettings: strict),
        .target(
            name: "ShedPapers",
            dependencies: ["CLinux", "ShedModel", "ShedDisk", "ShedService", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(
            name: "ShedEngine",
            dependencies: [
                "CLinux", "ShedModel", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedIndex", "ShedWatch",
                "ShedControl", "ShedService", "ShedWriting", "ShedRecords", "ShedPapers", "TOMLKit", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "shed",
            dependencies: [
                "ShedModel", "ShedRules", "ShedDisk", "ShedControl", "ShedService", "ShedRecords", "ShedPapers", "ShedEngine",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(name: "ShedTestSupport", path: "Tests/ShedTestSupport", swiftSettings: strict),
        .testTarget(name: "ShedModelTests", dependencies: ["ShedModel"], swiftSettings: strict),
        .testTarget(name: "ShedRulesTests", dependencies: ["ShedModel", "ShedRules", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedReconcileTests", dependencies: ["ShedModel", "ShedRules", "ShedReconcile"], swiftSettings: strict),
        .testTarget(name: "ShedDiskTests", dependencies: ["ShedDisk", "ShedModel", "ShedRules"], swiftSettings: strict),
        .testTarget(name: "ShedSidecarTests", dependencies: ["ShedSidecar", "ShedDisk", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedIndexTests", dependencies: ["ShedIndex", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedWatchTests", dependencies: ["ShedWatch", "ShedDisk", "ShedModel", "CInotifyTools", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedControlTests", dependencies: ["ShedControl", "CLinux", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedServiceTests", dependencies: ["ShedService", "ShedDisk", "ShedModel", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(name: "ShedWritingTests", dependencies: ["ShedWriting", "ShedModel"], swiftSettings: strict),
        .testTarget(name: "ShedRecordsTests", dependencies: ["ShedRecords", "ShedModel", "ShedRules", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ShedPapersTests",
            dependencies: ["ShedPapers", "ShedDisk", "ShedModel", "ShedService", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ShedEngineTests",
            dependencies: ["ShedEngine", "ShedModel", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedIndex", "ShedWriting", "ShedRecords", "ShedPapers", "ShedTestSupport", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
        .testTarget(
            name: "ShedGrowthTests",
            dependencies: ["ShedEngine", "ShedModel", "ShedReconcile", "ShedSidecar", "ShedDisk", "ShedWriting", "ShedRecords", "ShedPapers", "ShedTestSupport"],
            swiftSettings: strict),
        .testTarget(name: "ShedCommandTests", dependencies: ["ShedModel", "ShedRules", "shed", "ShedTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ShedTortureTests", dependencies: ["CLinux", "ShedModel", "shed", "ShedTestSupport"], exclude: ["Scripts"], swiftSettings: strict),
        .testTarget(name: "ShedCompatibilityTests", dependencies: ["ShedModel", "shed", "ShedTestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
