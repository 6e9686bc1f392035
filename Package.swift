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
  _ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = [],
  resources: [Resource] = []
) -> Target {
  // The tests spend most of their time in these, on searches of histories. Optimizing TollgateBlueprints too takes three
  // minutes of a processor, and saves its tests a quarter of a minute.
  let isOptimized =
    isStrict && ["TollgateTime", "Tollgate", "TollgateExplorer"].contains(name)
  return .target(
    name: name, dependencies: dependencies,
    resources: resources + files.map { .embedInCode("Resources/\($0)") },
    swiftSettings: settings + (isOptimized ? [.unsafeFlags(["-O"])] : []))
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// What the server, the simulator and their tests are built with.
///
/// Without the trait `Server` none of it is fetched: SwiftPM skips a package if every use of it has such a condition.
func server(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

// Apple's systems have CryptoKit. Elsewhere swift-crypto replaces it, the only package that a client needs there.
#if os(Linux)
  let clientCrypto = [Target.Dependency.product(name: "Crypto", package: "swift-crypto")]
#else
  let clientCrypto: [Target.Dependency] = []
#endif

let asyncHTTPClient = server("AsyncHTTPClient", "async-http-client")
let nioHTTP1 = server("NIOHTTP1", "swift-nio")
let crypto = server("Crypto", "swift-crypto")
let cryptoExtras = server("CryptoExtras", "swift-crypto")
let x509 = server("X509", "swift-certificates")
let asn1 = server("SwiftASN1", "swift-asn1")
let yams = server("Yams", "Yams")
let grdb = server("GRDB", "GRDB.swift")
let sqlite = server("GRDBSQLite", "GRDB.swift")
let hummingbird = server("Hummingbird", "hummingbird")
let hummingbirdTesting = server("HummingbirdTesting", "hummingbird")
let hummingbirdCore = server("HummingbirdCore", "hummingbird")
let httpTypes = server("HTTPTypes", "swift-http-types")
let nioCore = server("NIOCore", "swift-nio")
let nioPosix = server("NIOPosix", "swift-nio")
let nioSSL = server("NIOSSL", "swift-nio-ssl")
let nioEmbedded = server("NIOEmbedded", "swift-nio")
let nioCompression = server("NIOHTTPCompression", "swift-nio-extras")
let deque = server("DequeModule", "swift-collections")
let heap = server("HeapModule", "swift-collections")
let jwt = server("JWTKit", "jwt-kit")
let mustache = server("Mustache", "swift-mustache")
let logging = server("Logging", "swift-log")
let arguments = server("ArgumentParser", "swift-argument-parser")
let openCombine = server("OpenCombine", "OpenCombine")
let lifecycle = server("ServiceLifecycle", "swift-service-lifecycle")
let atomics = server("Atomics", "swift-atomics")
let metrics = server("CoreMetrics", "swift-metrics")
let tracing = server("Tracing", "swift-distributed-tracing")
let inMemoryTracing = server("InMemoryTracing", "swift-distributed-tracing")
let unixSignals = server("UnixSignals", "swift-service-lifecycle")

/// The files that pages are made of; the build embeds them, so that one binary serves them.
let htmlFiles = [
  "admin-actions.mustache", "admin-audit.mustache", "admin-blueprint.mustache",
  "admin-change.mustache", "admin-chart.mustache", "admin-charts.mustache",
  "admin-comparison.mustache",
  "admin-customer.mustache", "admin-customers.js", "admin-customers.mustache",
  "admin-edit.js", "admin-edit.mustache", "admin-entries.mustache",
  "admin-experiments.mustache", "admin-facts.mustache",
  "admin-head.mustache", "admin-jobs.mustache", "admin-keys.mustache",
  "admin-link.mustache", "admin-lists.js", "admin-lists.mustache", "admin-message.mustache",
  "admin-people.mustache", "admin-revision.mustache", "admin-rollback.mustache",
  "admin-search.js",
  "admin-transactions.mustache",
  "admin-webhooks.mustache", "admin.css", "art.mustache", "base.css", "benefit.mustache",
  "comparison.mustache", "inter.woff2", "moment.mustache", "paywall-foot.mustache",
  "paywall-head.mustache", "paywall-switch.css", "paywall.css", "paywall.js",
  "paywall.mustache", "plan-lines.mustache", "proof.mustache", "symbols.svg", "tollgate.svg",
]
let storePageFiles = ["store.css", "store.js", "store.mustache"]
let playgroundFiles = [
  "alert.mustache", "analytics.mustache", "apps.css", "button.mustache",
  "chat.mustache", "controls.mustache", "dashboard.mustache", "evidence.mustache",
  "export.mustache", "fact.mustache",
  "features.mustache", "fields.mustache", "file.css", "file.js", "file.mustache", "garden.mustache",
  "guide.css", "guide.mustache",
  "home.mustache", "icons.svg",
  "journeys-coach-free.json", "journeys-coach-paid.json", "journeys-grobro.json",
  "journeys-strikelab.json", "journeys-techniq.json", "loading.mustache",
  "login.mustache", "menu.mustache", "missing.mustache", "mistakes.mustache",
  "onboarding.mustache", "panels.mustache",
  "paywall.mustache", "phone.css",
  "phone.mustache", "plants.svg", "playground.css", "playground.js", "playground.mustache",
  "progress.mustache",
  "prompt.mustache", "purchase.mustache", "reader.mustache", "row.mustache",
  "scenario.css", "scenario.js", "scenario.mustache", "screens.css",
  "settings.mustache",
  "sheets.css", "stats.mustache", "story.json", "training.mustache", "welcome.mustache",
]

let package = Package(
  name: "Tollgate",
  // The minimum versions of what apps link; Documentation/ApplePlatforms.md says what each system leaves out.
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Tollgate", targets: ["Tollgate"]),
    .library(name: "TollgateTime", targets: ["TollgateTime"]),
    .library(name: "TollgateClient", targets: ["TollgateClient"]),
    .library(name: "TollgateUI", targets: ["TollgateUI"]),
    .library(name: "TollgateTest", targets: ["TollgateTest"]),
    .library(name: "TollgateServer", targets: ["TollgateServer"]),
    .library(name: "TollgateLedger", targets: ["TollgateLedger"]),
    .library(name: "TollgatePostgreSQL", targets: ["TollgatePostgreSQL"]),
    .library(name: "TollgateWire", targets: ["TollgateWire"]),
    .library(name: "TollgateAppStore", targets: ["TollgateAppStore"]),
    .library(name: "AppStoreSimulator", targets: ["AppStoreSimulator"]),
    .library(name: "AppStoreSimulatorHTTP", targets: ["AppStoreSimulatorHTTP"]),
    .library(name: "TollgateExplorer", targets: ["TollgateExplorer"]),
    .library(name: "TollgateBlueprints", targets: ["TollgateBlueprints"]),
    .library(name: "OpenStoreKit", targets: ["OpenStoreKit"]),
    .library(name: "OpenStoreKitTest", targets: ["OpenStoreKitTest"]),
    .executable(name: "tollgate", targets: ["TollgateCommand"]),
    .executable(name: "appstore-simulator", targets: ["AppStoreSimulatorCommand"]),
  ],
  traits: [
    .trait(
      name: "Server",
      description: "The server, the simulator and test support, with the packages they are built on"
    ),
    .trait(
      name: "PostgreSQL", description: "A ledger in PostgreSQL, for several servers, with libpq"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
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

    // A lock; the standard library's requires newer systems than apps run on.
    module("TollgateMutex"),

    // The engine: facts fold into a customer; customer, blueprint and instant give a membership. Of Foundation it uses
    // the time zones, in which a blueprint's days and weeks begin.
    module("Tollgate", ["TollgateTime"]),

    // Stops a build of what follows without the trait `Server`, and says so.
    module("TollgateServerTrait"),

    // Apple's wire formats, their verification, and an App Store to test against.
    module(
      "TollgateAppStore",
      [
        "TollgateServerTrait", "TollgateMutex", "TollgateTime", asyncHTTPClient, crypto, nioCore,
        nioHTTP1, x509, asn1,
      ]),
    module("AppStoreSimulator", ["TollgateMutex", "TollgateAppStore", crypto, heap, x509, asn1]),
    module(
      "AppStoreSimulatorHTTP",
      [
        "TollgateMutex", "TollgateAppStore", "AppStoreSimulator", "TollgateHTML", asyncHTTPClient,
        crypto, deque,
        heap, httpTypes, hummingbird, jwt, lifecycle, logging, nioCore, nioHTTP1,
      ], embedding: storePageFiles),
    // That App Store as a program: its options, which `tollgate store` has too, and the program without the server, which
    // the packages for other languages carry.
    module(
      "AppStoreSimulatorLauncher",
      [
        "TollgateAppStore", "AppStoreSimulator", "AppStoreSimulatorHTTP", arguments, hummingbird,
        logging,
      ]),
    .executableTarget(
      name: "AppStoreSimulatorCommand",
      dependencies: [
        "AppStoreSimulatorLauncher", arguments, lifecycle, logging, nioCore, unixSignals,
      ],
      swiftSettings: settings),

    // StoreKit and StoreKitTest on Linux, over that App Store.
    module(
      "OpenStoreKit", ["TollgateMutex", "TollgateAppStore", "AppStoreSimulator", crypto, deque]),
    module(
      "OpenStoreKitTest",
      ["TollgateMutex", "TollgateAppStore", "AppStoreSimulator", "OpenStoreKit"]),

    // The standard lines of every app, in six languages, and what a paywall shows.
    module("TollgateWords", ["Tollgate"]),

    // The engine's inputs and outputs: files, wire, storage, HTML.
    module("TollgateBlueprints", ["Tollgate", "TollgateWords", "TollgateAppStore", crypto, yams]),
    module(
      "TollgateExplorer",
      [
        "Tollgate", "TollgateAppStore", "TollgateWords", "AppStoreSimulator", "TollgateBlueprints",
        deque,
      ]),
    module("TollgateWire", ["Tollgate"] + clientCrypto),
    // The schemas of what is on the wire, apart from its types so that no app has them.
    module("TollgateSchemas", ["Tollgate", "TollgateAppStore", "TollgateWire"]),
    module(
      "TollgateLedger",
      [
        "TollgateServerTrait", "TollgateMutex", "Tollgate", "TollgateWire", crypto, grdb, sqlite,
      ],
      embedding: ["ledger.sql"]),
    // libpq, which the trait `PostgreSQL` needs; without it the ledger is built and opens nothing.
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    module(
      "TollgatePostgreSQL",
      [
        "TollgateMutex", "Tollgate", "TollgateLedger",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      embedding: [
        "charts.sql", "erasure.sql", "pruning.sql", "shared.sql", "tables.sql", "writes.sql",
      ]),
    module(
      "TollgateHTML",
      [
        "TollgateServerTrait", httpTypes, hummingbird, mustache, nioCompression, nioCore,
        nioEmbedded, nioHTTP1,
      ], embedding: htmlFiles),

    // The server and the client.
    module(
      "TollgateServer",
      [
        "TollgateMutex",
        "Tollgate", "TollgateAppStore", "TollgateHTML", "TollgateSchemas", "TollgateWire",
        "TollgateWords", "TollgateLedger", asyncHTTPClient, atomics,
        crypto, cryptoExtras, httpTypes, hummingbird, hummingbirdCore, jwt, lifecycle, logging,
        metrics, nioCore, nioHTTP1, nioPosix, nioSSL, tracing, unixSignals,
      ]),
    module(
      "TollgateClient",
      [
        "TollgateMutex", "Tollgate", "TollgateTime", "TollgateWire", "TollgateWords",
        .target(name: "OpenStoreKit", condition: .when(platforms: [.linux], traits: ["Server"])),
      ],
      // What the client collects, for the app's privacy report.
      resources: [.copy("PrivacyInfo.xcprivacy")]),
    // SwiftUI views over the client; nothing of it is built where there is no SwiftUI.
    module("TollgateUI", ["Tollgate", "TollgateClient"]),
    // An app's server, a simulated store and their clock in one process: what tests, scenarios and the playground run.
    module(
      "TollgateSimulation",
      [
        "TollgateMutex", "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateLedger",
        "TollgateServer",
        "TollgateWire",
      ]),
    // A server, a store and phones for an app's own tests.
    module(
      "TollgateTest",
      [
        "TollgateMutex", "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints",
        "OpenStoreKitTest",
        "TollgateClient", "TollgateServer", "TollgateSimulation", "TollgateWire", httpTypes,
        hummingbird, hummingbirdTesting, logging, nioCore,
      ]),

    // Scenarios, the playground, and the command line.
    module(
      "TollgateScenarios",
      [
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints", "TollgateLedger",
        "TollgateClient", "TollgateServer", "TollgateSimulation", "TollgateWire", "TollgateWords",
      ]),
    module(
      "TollgatePlayground",
      [
        "TollgateMutex", "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints",
        "OpenStoreKit",
        "TollgateClient", "TollgateHTML", "TollgateLedger", "TollgateScenarios", "TollgateServer",
        "TollgateSimulation",
        "TollgateWire", "TollgateWords", httpTypes, hummingbird, lifecycle, logging, nioCore,
      ], embedding: playgroundFiles),
    .executableTarget(
      name: "TollgateCommand",
      dependencies: [
        "TollgateMutex", "Tollgate", "TollgateAppStore", "AppStoreSimulator",
        "AppStoreSimulatorLauncher",
        "TollgateExplorer",
        "TollgateBlueprints", "TollgateLedger", "TollgatePlayground", "TollgatePostgreSQL",
        "TollgateScenarios",
        "TollgateServer", "TollgateWire", arguments, asyncHTTPClient, crypto, lifecycle, logging,
        nioCore, nioHTTP1, yams,
      ],
      // The page itself, by a symbolic link: `tollgate init` offers what it shows.
      resources: [.embedInCode("Resources/Recipes.md")],
      swiftSettings: settings),

    // An app's own backend, as Documentation/Backend.md describes it.
    .executableTarget(
      name: "ChatStream",
      dependencies: [
        "Tollgate", "TollgateWire", asyncHTTPClient, crypto, httpTypes, hummingbird, nioCore,
        nioHTTP1,
      ],
      path: "Examples/Backend/Swift", swiftSettings: settings),

    // The models of the example apps; their views are only type-checked, because SwiftUI exists only on Apple's
    // systems.
    .target(
      name: "ExampleModels", dependencies: ["TollgateClient"], path: "Examples/Apps",
      sources: [
        "Surroundings.swift", "CoachFree/CoachFreeModel.swift", "CoachPaid/CoachPaidModel.swift",
        "GroBro/GroBroModel.swift", "StrikeLab/StrikeLabModel.swift", "TechnIQ/TechnIQModel.swift",
      ], swiftSettings: settings),
    // Which tests run in `make test-all` alone, random numbers, and where PostgreSQL is.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests(
      "ExampleTests", ["ExampleModels", "OpenStoreKitTest", "TollgateClient", "TollgateTest"]),

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
        "TollgateAppStore", "AppStoreSimulator", "AppStoreSimulatorTestSupport", "TestSupport",
        crypto, x509, asn1,
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
    tests(
      "TollgateBlueprintsTests",
      ["TestSupport", "TollgateBlueprints", "Tollgate", "TollgateAppStore", "TollgateWords"]),
    tests(
      "TollgateExplorerTests",
      [
        "AppStoreSimulator", "TestSupport", "TollgateAppStore", "TollgateExplorer",
        "TollgateBlueprints", "Tollgate",
      ]),
    tests(
      "FuzzTests",
      [
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints", "TollgateServer",
        "TollgateSimulation", "TollgateWire", "TestSupport", crypto,
      ]),
    tests(
      "ReferenceTests", ["TestSupport", "TollgateExplorer", "TollgateBlueprints", "Tollgate"]),
    tests("TollgateWireTests", ["TollgateWire", "Tollgate"]),
    tests(
      "TollgateLedgerTests",
      ["TestSupport", "TollgateLedger", "TollgatePostgreSQL", "Tollgate", grdb]),
    tests(
      "TollgatePostgreSQLTests",
      ["TestSupport", "TollgatePostgreSQL", "TollgateLedger", "Tollgate"]),
    tests("TollgateHTMLTests", ["TollgateHTML", httpTypes, hummingbird]),
    tests(
      "TollgateServerTests",
      [
        "TollgateServer", "TollgateLedger", "TollgatePostgreSQL", "TollgateSchemas", "TollgateWire",
        "TollgateWords", "Tollgate", "TollgateAppStore", "AppStoreSimulator",
        "AppStoreSimulatorHTTP",
        "AppStoreSimulatorTestSupport", "TestSupport",
        "TollgateBlueprints", "TollgateSimulation", asyncHTTPClient, crypto, cryptoExtras,
        httpTypes, hummingbird, hummingbirdTesting, inMemoryTracing, logging, metrics, nioCore,
        nioEmbedded, nioHTTP1, nioPosix, tracing,
      ]),
    tests(
      "TollgateClientTests",
      [
        "TestSupport", "TollgateClient", "TollgateTest", "TollgateServer", "TollgateLedger",
        "TollgateSimulation", "TollgateWire", "TollgateWords",
        "Tollgate", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints", "OpenStoreKit",
        "OpenStoreKitTest", crypto, httpTypes, hummingbird, hummingbirdTesting, nioCore,
      ]),
    tests(
      "TollgateScenariosTests", ["TollgateScenarios", "TollgateAppStore", "TollgateBlueprints"]),
    tests(
      "TollgatePlaygroundTests",
      [
        "AppStoreSimulator", "Tollgate", "TollgateBlueprints", "TollgateHTML", "TollgateLedger",
        "TollgatePlayground", "TollgateScenarios", "TollgateServer", "TollgateWords",
      ]),
    tests(
      "TollgateCommandTests",
      [
        "TestSupport", "AppStoreSimulatorLauncher", "TollgateCommand", "TollgateExplorer",
        "TollgatePlayground",
        "TollgateServer", "TollgateAppStore", "AppStoreSimulator", "TollgateBlueprints",
        "TollgateLedger", "TollgateWire",
        "TollgateMutex", "Tollgate", arguments, grdb, logging,
      ]),
  ]
)
