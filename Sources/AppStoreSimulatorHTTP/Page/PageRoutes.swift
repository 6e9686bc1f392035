import AppStoreSimulator
import HTTPTypes
import Hummingbird
import TollgateHTML

/// Routes the page and its files.
///
/// The page shows the state as of the request, with the last 100 notifications. Its policy admits no script or style
/// but its own and no frame, so that another site cannot act through it.
func addPage(to router: Router<StoreRequestContext>, _ service: StoreService) {
  router.get("/") { request, _ in
    let page = StorePage(
      await service.state(), in: service.simulator.storefront.currency,
      await service.notificationLog(after: 0, limit: 100))
    return Content(text: try page.html().utf8).response(
      to: request.headers,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: "default-src 'self'; frame-ancestors 'none'; form-action 'self'",
      ])
  }
  router.get("assets/:name") { request, context in
    guard let asset = StorePage.assets[try context.parameters.require("name")] else {
      return Response(status: .notFound)
    }
    return asset.response(to: request.headers)
  }
}
