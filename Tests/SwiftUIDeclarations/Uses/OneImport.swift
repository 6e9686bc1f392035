// accepted
import StoreKit
import SwiftUI
import TollgateClient

// The engine's names, literals and members come with the client's module, and none hides one of StoreKit's.
struct AnalyticsScreen: View {
  let client: TollgateClient
  @State private var product: Product?
  @State private var lastTransaction: StoreKit.Transaction?
  private let feature: Feature.ID = "analytics"

  var body: some View {
    switch client.access(to: feature) {
    case .allowed(let limit): Text(verbatim: "\(limit?.remaining ?? 0)")
    case .denied(let denial): Text(verbatim: "\(denial.paywall?.rawValue ?? "")")
    case .unknown: ProgressView()
    }
    if client.access(to: "export").isAllowed { Text("Export") }
  }

  func load() async throws {
    product = try await Product.products(for: ["pro.monthly"]).first
    let engines: CatalogProduct? = client.blueprint?.product("pro.monthly")
    if engines?.kind == .consumable { product = nil }
  }
}
