// swift-tools-version: 6.2
import PackageDescription

// The ledger in PostgreSQL needs libpq; Linux has it as a package.
#if os(Linux)
  let traits: Set<Package.Dependency.Trait> = ["Server", "PostgreSQL"]
#else
  let traits: Set<Package.Dependency.Trait> = ["Server"]
#endif

let package = Package(
  name: "TollgateBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tollgate", path: "..", traits: traits),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "tollgate-bench",
      dependencies: [
        "AllocationCounter",
        .product(name: "Tollgate", package: "Tollgate"),
        .product(name: "TollgateAppStore", package: "Tollgate"),
        .product(name: "AppStoreSimulator", package: "Tollgate"),
        .product(name: "TollgateExplorer", package: "Tollgate"),
        .product(name: "TollgateBlueprints", package: "Tollgate"),
        .product(name: "TollgateClient", package: "Tollgate"),
        .product(name: "TollgateServer", package: "Tollgate"),
        .product(name: "TollgateLedger", package: "Tollgate"),
        .product(name: "TollgatePostgreSQL", package: "Tollgate"),
        .product(name: "tollgate", package: "Tollgate"),
        .product(name: "TollgateWire", package: "Tollgate"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
  ]
)
