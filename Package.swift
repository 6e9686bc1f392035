// swift-tools-version: 6.2
import PackageDescription

// Xcode builds a package that an app depends on with warnings suppressed, which conflicts with warnings as errors. So only
// `make` asks for them.
let isStrict = Context.environment["TOLLGATE_STRICT"] == "1"
let settings: [SwiftSetting] =
  [.swiftLanguageMode(.v6)] + (isStrict ? [.treatAllWarnings(as: .error)] : []) + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    resources: files.map { .embedInCode("Resources/\($0)") }, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let algorithms = Target.Dependency.product(name: "Algorithms", package: "swift-algorithms")
let asyncHTTPClient = Target.Dependency.product(
  name: "AsyncHTTPClient", package: "async-http-client")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(
  name: "HummingbirdTesting", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let openCombine = Target.Dependency.product(name: "OpenCombine", package: "OpenCombine")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")

/// The files that pages are made of; the build embeds them, so that one binary serves them.
let htmlFiles = ["base.css", "tollgate.svg"]
let storePageFiles = ["store.css", "store.js", "store.mustache"]
let playgroundFiles = [
  "alert.mustache", "analytics.mustache", "apps.css", "benefit.mustache", "button.mustache",
  "chat.mustache", "controls.mustache", "dashboard.mustache", "export.mustache",
  "fields.mustache", "garden.mustache", "home.mustache", "icons.svg", "loading.mustache",
  "login.mustache", "onboarding.mustache", "panels.mustache", "paywall.mustache", "phone.css",
  "phone.mustache", "playground.css", "playground.js", "playground.mustache", "progress.mustache",
  "prompt.mustache", "purchase.mustache", "reader.mustache", "screens.css", "settings.mustache",
  "sheets.css", "stats.mustache", "training.mustache", "welcome.mustache",
]

let package = Package(
  name: "Tollgate",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Tollgate", targets: ["Tollgate"]),
    .library(name: "TollgateTime", targets: ["TollgateTime"]),
    .library(name: "TollgateClient", targets: ["TollgateClient"]),
    .library(name: "TollgateUI", targets: ["TollgateUI"]),
    .library(name: "TollgateTest", targets: ["TollgateTest"]),
    .library(name: "TollgateServer", targets: ["TollgateServer"]),
    .library(name: "TollgateLedger", targets: ["TollgateLedger"]),
    .library(name: "TollgateWire", targets: ["TollgateWire"]),
    .library(name: "TollgateAppStore", targets: ["TollgateAppStore"]),
    .library(name: "AppStoreSimulator", targets: ["AppStoreSimulator"]),
    .library(name: "AppStoreSimulatorHTTP", targets: ["AppStoreSimulatorHTTP"]),
    .library(name: "TollgateExplorer", targets: ["TollgateExplorer"]),
    .library(name: "TollgateBlueprints", targets: ["TollgateBlueprints"]),
    .library(name: "OpenStoreKit", targets: ["OpenStoreKit"]),
    .library(name: "OpenStoreKitTest", targets: ["OpenStoreKitTest"]),
    .executable(name: "tollgate", targets: ["TollgateCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-algorithms", from: "1.2.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    // Instants, periods and dates, with nothing but the standard library.
    module("TollgateTime"),

    // The engine: facts fold into a customer; customer, blueprint and instant give a membership. Of Foundation it uses
    // the time zones, in which a blueprint's days and weeks begin.
    module("Tollgate", ["TollgateTime"]),

    // Apple's wire formats, their verification, and an App Store to test against.
    module(
      "TollgateAppStore",
      ["TollgateTime", asyncHTTPClient, crypto, nioCore, nioHTTP1, x509, asn1]),
    module("AppStoreSimulator", ["TollgateAppStore", crypto, heap, x509, asn1]),
    module(
      "AppStoreSimulatorHTTP",
      [
        "TollgateAppStore", "AppStoreSimulator", "TollgateHTML", asyncHTTPClient, crypto, deque,
        heap, httpTypes, hummingbird, jwt, lifecycle, logging, nioCore, nioHTTP1,
      ], embedding: storePageFiles),

    // StoreKit 2 and StoreKitTest on Linux, over that App Store.
    module("OpenStoreKit", ["TollgateAppStore", "AppStoreSimulator", crypto, deque]),
    module("OpenStoreKitTest", ["TollgateAppStore", "AppStoreSimulator", "OpenStoreKit"]),

    // The lines that every app says alike, in five languages.
    module("TollgateWords", ["Tollgate"]),

    // The engine's inputs and outputs: files, wire, storage, HTML.
    module("TollgateBlueprints", ["Tollgate", "TollgateWords", "TollgateAppStore", crypto, yams]),
    module("TollgateExplorer", ["Tollgate", "TollgateBlueprints", deque]),
    module("TollgateWire", ["Tollgate", crypto]),
    module("TollgateLedger", ["Tollgate", algorithms, grdb]),
    module("TollgateHTML", [mustache], embedding: htmlFiles),

    // The server and the client.
    module(
      "TollgateServer",
      [
        "Tollgate", "TollgateAppStore", "TollgateWire", "TollgateLedger", asyncHTTPClient, crypto,
        cryptoExtras, httpTypes, hummingbird, hummingbirdCore, jwt, lifecycle, logging, nioCore,
        nioHTTP1, unixSignals,
      ]),
    module(
      "TollgateClient",
      [
        "Tollgate", "TollgateWire", "TollgateWords",
        .target(name: "OpenStoreKit", condition: .when(platforms: [.linux])),
      ]),
    // SwiftUI views over the client; nothing of it is built where there is no SwiftUI.
    module("TollgateUI", ["Tollgate", "TollgateClient"]),
    // An app's server, a simulated store and their clock in one process: what tests, scenarios and the playground run.
    module(
      "TollgateSimulation",
      [
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateLedger", "TollgateServer",
        "TollgateWire",
      ]),
    // A server, a store and phones for an app's own tests.
    module(
      "TollgateTest",
      [
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints",
        "OpenStoreKitTest",
        "TollgateClient", "TollgateServer", "TollgateSimulation", "TollgateWire", httpTypes,
        hummingbird, hummingbirdTesting, logging, nioCore,
      ]),

    // Scenarios, the playground, and the command line.
    module(
      "TollgateScenarios",
      [
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints", "TollgateLedger",
        "TollgateServer", "TollgateSimulation", "TollgateWire", "TollgateWords",
      ]),
    module(
      "TollgatePlayground",
      [
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints", "OpenStoreKit",
        "TollgateClient", "TollgateHTML", "TollgateLedger", "TollgateServer", "TollgateSimulation",
        "TollgateWire", httpTypes, hummingbird, lifecycle, logging, nioCore,
      ], embedding: playgroundFiles),
    .executableTarget(
      name: "TollgateCommand",
      dependencies: [
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "AppStoreSimulatorHTTP",
        "TollgateExplorer",
        "TollgateBlueprints", "TollgateLedger", "TollgatePlayground", "TollgateScenarios",
        "TollgateServer", arguments, crypto, logging,
      ],
      swiftSettings: settings),

    tests("TollgateTimeTests", ["TollgateTime"]),
    tests("TollgateTests", ["Tollgate"]),
    // Stores, actions and lifecycles that several test targets share.
    .target(
      name: "AppStoreSimulatorTestSupport",
      dependencies: ["TollgateAppStore", "AppStoreSimulator"],
      path: "Tests/AppStoreSimulatorTestSupport", swiftSettings: settings),
    tests(
      "AppStoreSimulatorTests",
      ["TollgateAppStore", "AppStoreSimulator", "AppStoreSimulatorTestSupport"]),
    tests(
      "TollgateAppStoreTests",
      [
        "TollgateAppStore", "AppStoreSimulator", "AppStoreSimulatorTestSupport", crypto, x509, asn1,
      ]),
    tests(
      "AppStoreSimulatorHTTPTests",
      [
        "TollgateAppStore", "AppStoreSimulator", "AppStoreSimulatorHTTP", "TollgateHTML", crypto,
        httpTypes, hummingbird, hummingbirdTesting, nioCore,
      ]),
    tests(
      "OpenStoreKitTests",
      [
        "TollgateAppStore", "AppStoreSimulator", "OpenStoreKit", "OpenStoreKitTest", crypto,
        openCombine,
      ]),
    tests("TollgateBlueprintsTests", ["TollgateBlueprints", "Tollgate", "TollgateWords"]),
    tests("TollgateExplorerTests", ["TollgateExplorer", "TollgateBlueprints", "Tollgate"]),
    tests("FuzzTests", ["TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints"]),
    tests("ReferenceTests", ["TollgateExplorer", "TollgateBlueprints", "Tollgate"]),
    tests("TollgateWireTests", ["TollgateWire", "Tollgate"]),
    tests("TollgateLedgerTests", ["TollgateLedger", "Tollgate", grdb]),
    tests("TollgateHTMLTests", ["TollgateHTML"]),
    tests(
      "TollgateServerTests",
      [
        "TollgateServer", "TollgateLedger", "TollgateWire", "Tollgate", "TollgateAppStore",
        "AppStoreSimulator", "AppStoreSimulatorHTTP", "AppStoreSimulatorTestSupport",
        "TollgateBlueprints", "TollgateSimulation", crypto, cryptoExtras, httpTypes, hummingbird,
        hummingbirdTesting, logging, nioCore, nioEmbedded, nioHTTP1,
      ]),
    tests(
      "TollgateClientTests",
      [
        "TollgateClient", "TollgateTest", "TollgateServer", "TollgateLedger", "TollgateSimulation",
        "TollgateWire",
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints", "OpenStoreKit",
        "OpenStoreKitTest", crypto, httpTypes, hummingbird, hummingbirdTesting, nioCore,
      ]),
    tests(
      "TollgateScenariosTests", ["TollgateScenarios", "TollgateAppStore", "TollgateBlueprints"]),
    tests("TollgatePlaygroundTests", ["TollgatePlayground", "TollgateHTML"]),
    tests("TollgateCommandTests", ["TollgateCommand", arguments, grdb]),
  ]
)
