import AppStore
import BlueprintFile
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OpenStoreKitTest
import Tollgate
import TollgateClient
import TollgateLedger
import TollgateServer
import TollgateWire

/// The app's own server, in the test's process and without a socket, trusting the test's store and on its clock.
struct GardenBackend: HTTPTransport {
  static let blueprints = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Blueprints").standardizedFileURL

  let router: any TestClientProtocol
  let serverKey: String

  /// Serves the blueprint for as long as a test lasts.
  static func serve(
    _ session: SKTestSession, _ test: @MainActor @Sendable (GardenBackend) async throws -> Void
  ) async throws {
    let file = try BlueprintFile.load(path: blueprints.appending(path: "grobro.yml").path)
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: file.blueprint, revision: file.revision,
          verifier: SignedDataVerifier(
            roots: [session.rootCertificate], bundleID: file.blueprint.app.bundleID,
            environments: [.xcode]))
      ], ledger: MemoryLedger(), clock: { Instant(milliseconds: milliseconds(in: session)) })
    let application = Application(router: makeRouter(service))
    try await application.test(.router) { router in
      try await test(GardenBackend(router: router, serverKey: service.answerKey.base64))
    }
  }

  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    var fields = HTTPFields()
    for (name, value) in request.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let answer = try await router.execute(
      uri: request.path, method: request.method == "POST" ? .post : .get, headers: fields,
      body: request.body.map { ByteBuffer(bytes: $0) })
    return TransportAnswer(
      status: answer.status.code,
      headers: Dictionary(answer.headers.map { ($0.name.canonicalName, $0.value) }) { $1 },
      body: Data(answer.body.readableBytesView))
  }

  /// A phone's app: killed and started again, it is made anew over the same storage.
  @MainActor
  func client(_ session: SKTestSession, _ storage: MemoryDeviceStorage) -> TollgateClient {
    TollgateClient(
      TollgateClient.Configuration(
        app: "grobro", serverKey: serverKey, transport: self, store: StoreKitStore(),
        storage: storage, uptime: { Self.milliseconds(in: session) },
        makeID: { UUID().uuidString.lowercased() }))
  }

  private static func milliseconds(in session: SKTestSession) -> Int64 {
    Int64(session.now.timeIntervalSince1970 * 1000)
  }
}
