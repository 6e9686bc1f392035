import AppStore
import HTTPTypes
public import Hummingbird

/// Makes the router of a simulated store's HTTP face.
///
/// - Parameter service: The store.
/// - Returns: The router, for a server or a test.
public func makeStoreRouter(_ service: StoreService) -> Router<StoreRequestContext> {
  let router = Router(context: StoreRequestContext.self)
  addServerAPI(to: router.group("inApps"), service)
  return router
}
