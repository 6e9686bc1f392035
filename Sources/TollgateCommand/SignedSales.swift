import Tollgate

extension Blueprint.Definition {
  /// What packages sell only with a signature of the server: promotional offers, and products without their introductory
  /// offer.
  var signedSales: [String] {
    var sales: [String] = []
    for package in paywalls.flatMap(\.packages) {
      guard let product = products.first(where: { $0.id == package.product }) else { continue }
      var sale: String?
      if let offer = package.offer.flatMap(product.offer) {
        sale = offer.kind == .promotional ? "the offer \(offer.id) of \(product.id)" : nil
      } else if !package.hasIntroductoryOffer,
        product.introductoryOffer(billed: package.billing) != nil
      {
        sale = "\(product.id) without its introductory offer"
      }
      if let sale, !sales.contains(sale) { sales.append(sale) }
    }
    return sales
  }
}
