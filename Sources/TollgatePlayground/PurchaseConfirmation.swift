import AppStoreSimulator
import OpenStoreKit
import Tollgate

/// Where a purchase waits for the visitor to answer the store's sheet.
@MainActor
final class PurchaseDesk {
  private(set) var product: Tollgate.Product.ID?
  private var answer: CheckedContinuation<VisitorAction.SheetAnswer, Never>?
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// Shows the sheet and waits for its answer.
  func ask(_ product: Tollgate.Product.ID) async -> VisitorAction.SheetAnswer {
    dismiss()
    self.product = product
    return await withCheckedContinuation { continuation in
      answer = continuation
      notify()
    }
  }

  /// Answers the sheet; nothing where none is up.
  func answer(_ given: VisitorAction.SheetAnswer) {
    product = nil
    answer?.resume(returning: given)
    answer = nil
  }

  /// Takes the sheet away, as when the app is killed.
  func dismiss() { answer(.cancel) }

  /// Returns at the next change: a sheet came up, or ``notify()`` was called.
  func change() async {
    await withCheckedContinuation { watchers.append($0) }
  }

  /// Tells those who wait that something changed.
  func notify() {
    let waiting = watchers
    watchers = []
    for watcher in waiting { watcher.resume() }
  }
}

extension VisitorAction.SheetAnswer {
  /// The App Store's outcome for it.
  ///
  /// A declined payment is an error of the original StoreKit interface, which StoreKit 2 passes through.
  var outcome: PurchaseOutcome {
    get throws {
      switch self {
      case .buy: .buy
      case .cancel: .cancel
      case .decline: throw SKError(.paymentInvalid)
      case .noNetwork: .fail(.network)
      case .askParent: .askToBuy
      }
    }
  }
}
