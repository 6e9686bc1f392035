import AppStoreSimulator
import OpenStoreKit
import Tollgate

/// The store's purchase sheet, which waits for the visitor's answer.
@MainActor
final class PurchaseConfirmation {
  private(set) var product: CatalogProduct.ID?
  private var answer: CheckedContinuation<VisitorAction.SheetAnswer, Never>?
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// Shows the sheet and waits for its answer.
  func ask(_ product: CatalogProduct.ID) async -> VisitorAction.SheetAnswer {
    dismiss()
    self.product = product
    return await withCheckedContinuation { continuation in
      answer = continuation
      notify()
    }
  }

  /// Answers the sheet, if it is shown.
  func answer(_ given: VisitorAction.SheetAnswer) {
    product = nil
    answer?.resume(returning: given)
    answer = nil
  }

  /// Dismisses the sheet, as when the app is killed.
  func dismiss() { answer(.cancel) }

  /// Returns at the next change: a sheet is shown, or ``notify()`` was called.
  func change() async {
    await withCheckedContinuation { watchers.append($0) }
  }

  /// Resumes everything that is waiting for a change.
  func notify() {
    let waiting = watchers
    watchers = []
    for watcher in waiting { watcher.resume() }
  }
}

extension VisitorAction.SheetAnswer {
  /// The App Store's outcome for this answer.
  ///
  /// A declined payment is an error from the original StoreKit interface, which StoreKit 2 passes through.
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
