import Foundation

#if canImport(StoreKit)
  import StoreKit
#else
  import OpenStoreKit
#endif

/// What the player owns, kept on disk so that it survives a crash.
actor Wallet {
  private(set) var coins = 0
  private var delivered: [UInt64: Int] = [:]

  func deliver(_ amount: Int, for transactionID: UInt64) {
    guard delivered[transactionID] == nil else { return }
    delivered[transactionID] = amount
    coins += amount
  }

  func takeBack(_ transactionID: UInt64) {
    guard let amount = delivered.updateValue(0, forKey: transactionID) else { return }
    coins -= amount
  }
}

/// The shop of a game: coins by the hundred.
actor CoinShop {
  static let amounts = ["coins.small": 100, "coins.large": 1_200]

  enum Outcome: Equatable {
    case bought
    case waiting
    case cancelled
  }

  private(set) var shelf: [Product] = []
  private let wallet: Wallet
  private let playerID: UUID
  private var listener: Task<Void, Never>?

  init(wallet: Wallet, playerID: UUID) {
    self.wallet = wallet
    self.playerID = playerID
  }

  deinit {
    listener?.cancel()
  }

  /// Called when the game starts.
  func open() async throws {
    listener = Task.detached(priority: .background) { [weak self] in
      for await update in Transaction.updates {
        await self?.handle(update)
      }
    }
    shelf = try await Product.products(for: Self.amounts.keys)
      .filter { $0.type == .consumable }
      .sorted { $0.price < $1.price }
    for await unfinished in Transaction.unfinished {
      await handle(unfinished)
    }
  }

  func buy(_ product: Product, quantity: Int = 1) async throws -> Outcome {
    let options: Set<Product.PurchaseOption> = [
      .appAccountToken(playerID), .quantity(quantity),
    ]
    switch try await product.purchase(options: options) {
    case .success(let result):
      await handle(result)
      return .bought
    case .pending: return .waiting
    case .userCancelled: return .cancelled
    @unknown default: return .cancelled
    }
  }

  private func handle(_ result: VerificationResult<Transaction>) async {
    guard case .verified(let transaction) = result,
      let amount = Self.amounts[transaction.productID]
    else { return }
    if transaction.revocationDate == nil {
      await wallet.deliver(amount * transaction.purchasedQuantity, for: transaction.id)
    } else {
      await wallet.takeBack(transaction.id)
    }
    await transaction.finish()
  }
}
