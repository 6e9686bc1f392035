#if canImport(StoreKit)
  import StoreKit
#else
  import OpenStoreKit
#endif

@MainActor
final class Membership {
  private(set) var isMember = false
  private var listener: Task<Void, Never>?

  func start() async {
    listener = Task.detached { [weak self] in
      for await case .verified(let transaction) in Transaction.updates {
        await self?.refresh()
        await transaction.finish()
      }
    }
    await refresh()
  }

  func join() async throws {
    guard let product = try await Product.products(for: ["member.monthly"]).first else { return }
    if case .success(let result) = try await product.purchase() {
      let transaction = try result.payloadValue
      await refresh()
      await transaction.finish()
    }
  }

  private func refresh() async {
    var isMember = false
    for await case .verified(let transaction) in Transaction.currentEntitlements {
      if transaction.productID == "member.monthly" { isMember = true }
    }
    self.isMember = isMember
  }
}
