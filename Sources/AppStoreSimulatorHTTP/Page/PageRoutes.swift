import HTTPTypes
import Hummingbird
import NIOCore
import TollgateHTML

private let renderer = Result { try HTMLRenderer(templates: StorePage.templates) }

/// Routes the page and its files.
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

extension StorePage {
  static let templates = ["store": PackageResources.store_mustache]

  /// The files that the page refers to as `/assets/{name}`, by name.
  static let assets: [String: Asset] = Asset.shared.merging([
    "store.css": .css(PackageResources.store_css),
    "store.js": .javaScript(PackageResources.store_js),
  ]) { $1 }

  /// Renders the whole document.
  ///
  /// - Throws: An error of the template parser if the template is malformed.
  func html() throws -> String {
    try renderer.get().render(self, with: "store")
  }
}
