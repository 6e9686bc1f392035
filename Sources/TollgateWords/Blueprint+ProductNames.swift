package import Tollgate

extension Blueprint {
  /// A product's name in a language: the blueprint's text `products.<product>.name`, or else the product's only name.
  ///
  /// - Parameter language: A BCP 47 code.
  /// - Returns: The name; nil for an unknown product.
  package func name(of product: CatalogProduct.ID, in language: String) -> String? {
    guard let name = self.product(product)?.name else { return nil }
    let text = self.text(LocalizedText.ID("products.\(product).name"))
    return text?.line(
      in: language, fallback: app.language, number: { _ in nil }, string: { _ in nil }) ?? name
  }
}
