import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@Suite("A test session")
struct SKTestSessionTests {
  @Test("a test session is made from a file above the calling file, with or without the extension")
  func byName() async throws {
    for name in ["Market", "Market.storekit"] {
      let session = try SKTestSession(configurationFileNamed: name)
      let products = try await session.run { try await Product.products(for: ["lifetime"]) }
      #expect(products.map(\.displayPrice) == ["$99.99"])
    }
  }

  @Test("a test session is made from a file in a folder named with it, and from a URL")
  func byURL() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appendingPathComponent("Blueprints/techniq.storekit")
    for session in [
      try SKTestSession(configurationFileNamed: "Blueprints/techniq"),
      try SKTestSession(contentsOf: url),
    ] {
      #expect(
        try await session.run { try await Product.products(for: ["techniq.pro.monthly"]).count }
          == 1
      )
    }
  }

  @Test("a test session finds a file in the current folder and in the resources of a target")
  func elsewhere() throws {
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let resources = Bundle.main.bundleURL.appendingPathComponent("Elsewhere-Test.resources")
    try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: resources) }
    for folder in [current, resources] {
      let name = "found-\(UUID().uuidString)"
      let file = folder.appendingPathComponent("\(name).storekit")
      try Data(#"{"version": {"major": 4, "minor": 0}}"#.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(throws: Never.self) {
        try SKTestSession(configurationFileNamed: name, file: "/nowhere/Test.swift")
      }
    }
  }

  @Test("a test session looks into the test's own target before others', whatever their names")
  func ownTarget() async throws {
    let name = "found-\(UUID().uuidString)"
    let built = Bundle.main.bundleURL
    var folders: [URL] = []
    defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
    for (target, price) in [("Alpha", "1.00"), ("Beta", "2.00"), ("Store", "3.00")] {
      let folder = built.appendingPathComponent("Own_\(target)\(name).resources")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      folders.append(folder)
      try Data(
        """
        {"products": [{"productID": "coins", "type": "Consumable", "displayPrice": "\(price)"}],
         "version": {"major": 4, "minor": 0}}
        """.utf8
      ).write(to: folder.appendingPathComponent("\(name).storekit"))
    }
    for (target, price) in [("Alpha", "$1.00"), ("Beta", "$2.00")] {
      let session = try SKTestSession(
        configurationFileNamed: name, file: "/p/Tests/\(target)\(name)/Store/Test.swift")
      let products = try await session.run { try await Product.products(for: ["coins"]) }
      #expect(products.map(\.displayPrice) == [price])
    }
  }

  @Test("a test session says where it looked for a file that is not there")
  func missing() throws {
    let error = #expect(throws: SKTestError.self) {
      try SKTestSession(configurationFileNamed: "Nothing", file: "/one/two/Test.swift")
    }
    #expect(error?.code == .fileNotFound)
    #expect(error?.isRetryable == false)
    let sentence = try #require(error?.description)
    #expect(sentence.hasPrefix("there is no file Nothing.storekit in any of these folders: "))
    #expect(sentence.contains(FileManager.default.currentDirectoryPath))
    #expect(sentence.contains("/one/two, /one, /, \(FileManager.default.currentDirectoryPath)"))
  }

  @Test("a test session names every mistake of a file, and refuses anything but such a file")
  func mistakes() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).storekit")
    try Data(
      """
      {"products": [{"productID": "coins", "type": "Coin", "displayPrice": "1"}],
       "version": {"major": 0, "minor": 0}}
      """.utf8
    ).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = #expect(throws: SKTestError.self) { try SKTestSession(contentsOf: file) }
    #expect(error?.code == .invalidURL)
    #expect(error?.message.contains("products[0].type") == true)
    #expect(error?.message.contains("version.major") == true)
    let other = #expect(throws: SKTestError.self) {
      try SKTestSession(contentsOf: URL(fileURLWithPath: "/tmp/products.json"))
    }
    #expect(other?.code == .invalidURL)
    let absent = #expect(throws: SKTestError.self) {
      try SKTestSession(contentsOf: URL(fileURLWithPath: "/nowhere/products.storekit"))
    }
    #expect(absent?.code == .fileNotFound)
  }

  @Test("errors are caught by their code, as on Apple's systems")
  func errorCodes() throws {
    let session = try Bazaar.session()
    do {
      try session.refundTransaction(identifier: 1)
      Issue.record("nothing was thrown")
    } catch SKTestError.noTransactionFound {
      // As expected.
    }
    let error = SKTestError.Code.allCases
    #expect(error.count == 8)
    #expect(SKTestError.errorDomain == SKTestErrorDomain)
    let bridged = #expect(throws: SKTestError.self) {
      try session.buyProduct(productIdentifier: "moon")
    }
    #expect(bridged?.errorCode == SKTestError.invalidProductIdentifier.rawValue)
    #expect(bridged?.localizedDescription == "there is no product moon")
  }

  @Test("sessions that run side by side have nothing in common")
  func isolated() async throws {
    try await withThrowingTaskGroup(of: [Product.ID].self) { group in
      for number in 0..<20 {
        group.addTask {
          let session = try Bazaar.session()
          let id = number.isMultiple(of: 2) ? "lifetime" : "plus.monthly"
          try await session.buy(id)
          if number.isMultiple(of: 2) { session.advance(by: .monthly) }
          return await session.entitlements() + [id]
        }
      }
      for try await ids in group { #expect(ids.count == 2 && ids[0] == ids[1]) }
    }
  }

  @Test("a cleared session knows no purchase, and the customer is new to every offer")
  func clear() async throws {
    let session = try Bazaar.session()
    session.askToBuyEnabled = true
    try session.buyProduct(productIdentifier: "coins.small")
    session.askToBuyEnabled = false
    session.storefront = "DEU"
    try await session.buy("plus.monthly")
    try await session.buy("lifetime")
    #expect(session.allTransactions().count == 3)
    session.clearTransactions()
    #expect(session.allTransactions().isEmpty)
    #expect(await session.entitlements().isEmpty)
    #expect(try await session.status() == nil)
    #expect(session.storefront == "DEU")
    #expect(try await session.buy("plus.monthly").offer?.type == .introductory)
  }

  @Test("a reset session has the settings of its file, and keeps purchases")
  func reset() async throws {
    let session = try SKTestSession(configurationFileNamed: "Blueprints/techniq", now: Bazaar.start)
    #expect(session.billingGracePeriodIsEnabled)
    try await session.buy("techniq.pro.monthly")
    session.storefront = "FRA"
    session.locale = Locale(identifier: "fr_FR")
    session.disableDialogs = true
    session.askToBuyEnabled = true
    session.interruptedPurchasesEnabled = true
    session.billingGracePeriodIsEnabled = false
    session.shouldEnterBillingRetryOnRenewal = true
    session.timeRate = .oneRenewalEveryTwoSeconds
    session.failureError = .invalidOfferPrice
    session.failTransactionsEnabled = true
    try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
    session.resetToDefaultState()
    #expect(session.storefront == "USA")
    #expect(session.locale.identifier == "en_US")
    #expect(!session.disableDialogs)
    #expect(!session.askToBuyEnabled)
    #expect(!session.interruptedPurchasesEnabled)
    #expect(session.billingGracePeriodIsEnabled)
    #expect(!session.shouldEnterBillingRetryOnRenewal)
    #expect(session.timeRate == .realTime)
    #expect(session.failureError == .unknown)
    #expect(!session.failTransactionsEnabled)
    #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
    #expect(await session.entitlements() == ["techniq.pro.monthly"])
  }
}
