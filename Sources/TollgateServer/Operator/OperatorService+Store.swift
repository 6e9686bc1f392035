import Tollgate
import TollgateLedger
import TollgateWire

extension OperatorService {
  /// The greatest number of purchases that the store is asked about at once: those that were bought last.
  private static let askedPurchases = 5

  /// Asks the store about a customer's purchases, and records what the server missed: renewals, refunds, and what the
  /// customer turned off.
  ///
  /// Nothing but what the store signed is recorded, as if it had arrived in a notification.
  ///
  /// - Parameter customer: The customer; one who was merged stands for the one they were merged into.
  /// - Throws: `Problem` with code `unknown_customer`; `invalid_value` without a purchase that the store can be asked
  ///   about; or `busy` if the store does not answer.
  func askStore(about customer: Customer.ID, in app: ServedApp) async throws(Problem) {
    let record = try await requiredCustomer(customer, in: app)
    let purchases = app.askablePurchases(of: record.customer).suffix(Self.askedPurchases)
    guard !purchases.isEmpty else {
      throw Problem(
        .invalidValue, "The customer has no purchase that the App Store can be asked about.")
    }
    let checker = SubscriptionChecker(updates: StoreUpdateRecorder(writer: writer))
    do {
      for purchase in purchases { try await checker.ask(about: purchase, in: app) }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.busy, "The App Store did not answer: try again later.")
    }
  }
}

extension ServedApp {
  /// The purchases that a customer has and that a store can be asked about, each once, in the order in which they were
  /// made.
  func askablePurchases(of customer: Customer) -> [PurchaseID] {
    var seen: Set<PurchaseID> = []
    return customer.storeTransactions.map(\.purchase).filter { purchase in
      storeAPIs[purchase.environment] != nil && customer.transfer(of: purchase)?.isHeld != false
        && seen.insert(purchase).inserted
    }
  }
}
