import AppStoreSimulator
import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore
import TollgateAppStore

/// Creates the router of a simulated store's HTTP interface: the App Store Server API under `/inApps` and
/// `/groups`, the control API under `/control`, a web page at `/`, and the root certificate at `/root.cer`.
///
/// Only the Server API requires a token. The control API and the page are for tests on one machine: anyone who can
/// reach them can act as every customer, except pages of other sites in a browser.
public func makeStoreRouter(_ service: StoreService) -> Router<StoreRequestContext> {
  let router = Router(context: StoreRequestContext.self)
  addServerAPI(to: router.group("inApps"), service)
  addGroups(to: router.group("groups"), service)
  addControl(to: router.group("control"), service)
  addPage(to: router, service)
  router.get("root.cer") { _, _ in
    Response(
      status: .ok, headers: [.contentType: "application/pkix-cert"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: service.simulator.chain.root)))
  }
  return router
}
