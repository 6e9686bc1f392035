import AppStoreSimulator
import Tollgate

/// Where a purchase waits for the visitor to answer the store's sheet.
@MainActor
final class PurchaseDesk {
  private(set) var product: Product.ID?
  private var answer: CheckedContinuation<PurchaseOutcome, Never>?
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// Shows the sheet and waits for its answer.
  func ask(_ product: Product.ID) async -> PurchaseOutcome {
    dismiss()
    self.product = product
    return await withCheckedContinuation { continuation in
      answer = continuation
      notify()
    }
  }

  /// Answers the sheet; nothing where none is up.
  func answer(_ outcome: PurchaseOutcome) {
    product = nil
    answer?.resume(returning: outcome)
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
