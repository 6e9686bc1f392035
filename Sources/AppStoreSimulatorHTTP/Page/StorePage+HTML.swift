import TollgateHTML

private let renderer = Result { try HTMLRenderer(templates: StorePage.templates) }

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
