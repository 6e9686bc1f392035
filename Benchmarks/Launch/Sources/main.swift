import Foundation
import Tollgate
import TollgateClient

/// The first launch in a process that holds the client alone: prints the milliseconds from nothing to an answer.
///
/// Usage: `tollgate-launch FOLDER KEY FEATURE`, where the folder holds a device's storage and the key is the server's.
@MainActor
func launch(_ folder: URL, key: String, feature: Feature.ID) -> (answer: Access, time: Duration) {
  let clock = ContinuousClock()
  let start = clock.now
  let client = TollgateClient(
    TollgateClient.Configuration(
      app: "bench", serverKey: key, transport: Nowhere(), store: EmptyStore(),
      storage: FileDeviceStorage(
        files: folder.appendingPathComponent("files"),
        keychain: folder.appendingPathComponent("keychain")),
      uptime: { .seconds(1000) }, makeID: { "device" }))
  let answer = client.access(to: feature)
  return (answer, start.duration(to: clock.now))
}

/// A phone without a network.
struct Nowhere: HTTPTransport {
  struct Unreachable: Error {}

  func send(_ request: TransportRequest) async throws -> TransportAnswer { throw Unreachable() }
}

/// A store that sells nothing; launching asks it nothing.
struct EmptyStore: PurchaseStore {
  func products(for ids: [CatalogProduct.ID]) async throws -> [StoreProduct] { [] }
  func purchase(_ product: CatalogProduct.ID, appAccountToken: String?) async
    -> StorePurchaseResult
  {
    .failed(.productUnavailable)
  }
  func unfinished() async throws -> [SignedPurchase] { [] }
  func finish(_ transaction: StoreTransaction.ID) async {}
  func currentEntitlements() async throws -> [SignedPurchase] { [] }
  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool { false }
  func listen(_ receive: @Sendable (SignedPurchase) async -> Void) async {}
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  FileHandle.standardError.write(Data("usage: tollgate-launch FOLDER KEY FEATURE\n".utf8))
  exit(2)
}
let (answer, time) = launch(
  URL(fileURLWithPath: arguments[1]), key: arguments[2], feature: Feature.ID(arguments[3]))
guard answer.isAllowed else {
  FileHandle.standardError.write(Data("tollgate-launch: the launch answered \(answer)\n".utf8))
  exit(1)
}
let parts = time.components
print(Double(parts.attoseconds) / 1e15 + Double(parts.seconds) * 1e3)
