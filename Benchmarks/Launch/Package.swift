// swift-tools-version: 6.2
import PackageDescription

// The client as an app gets it: without the trait `Server`, whose libraries a first launch would have to search too.
let package = Package(
  name: "TollgateLaunch",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Tollgate", path: "../..")],
  targets: [
    .executableTarget(
      name: "tollgate-launch",
      dependencies: [
        .product(name: "Tollgate", package: "Tollgate"),
        .product(name: "TollgateClient", package: "Tollgate"),
      ], path: "Sources")
  ]
)
