import HTTPTypes
import Hummingbird
import NIOCore
import TollgateHTML

/// Routes the page and its files.
///
/// The page shows the state as of the request, with the last 100 notifications. Its policy admits no script or style
/// but its own and no frame, so that another site cannot act through it.
func addPage(to router: Router<StoreRequestContext>, _ service: StoreService) {
  router.get("/") { _, _ in
    let page = StorePage(await service.state(), await service.notificationLog(after: 0, limit: 100))
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: "default-src 'self'; frame-ancestors 'none'; form-action 'self'",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: try page.html())))
  }
  router.get("assets/:name") { _, context in
    guard let asset = StorePage.assets[try context.parameters.require("name")] else {
      return Response(status: .notFound)
    }
    return Response(
      status: .ok, headers: [.contentType: asset.contentType],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
  }
}
