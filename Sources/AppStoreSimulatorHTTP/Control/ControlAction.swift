import AppStoreSimulator
import TollgateAppStore

/// An action that a person or a test performs on the store through the control API.
struct ControlAction: Sendable {
  /// Performs the action on the store, with its fields; the answer is nil unless it is a purchase.
  typealias Perform =
    @Sendable (AppStoreSimulator, ControlFields) throws(ControlProblem) -> PurchaseAnswer?

  /// The last part of the path.
  let name: String

  /// The fields that it accepts.
  let fields: [String]

  /// What it does, in a turn of the service.
  let perform: Perform

  init(_ name: String, _ fields: [String], _ perform: @escaping Perform) {
    self.name = name
    self.fields = fields
    self.perform = perform
  }

  /// Every action on the store; those on the service itself, such as moving the clock, are in ``StoreService``.
  static let all: [Self] = customers + store + developers

  /// The actions by the last part of their paths.
  static let byName: [String: Self] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension ControlFields {
  /// The account named by the fields, which the store must know.
  func account(of store: AppStoreSimulator) throws(ControlProblem) -> AccountID {
    let id = AccountID(rawValue: try requiredText("account"))
    guard store.accounts.contains(id) else {
      throw ControlProblem(.unknownAccount, "There is no account `\(id)`.")
    }
    return id
  }

  /// The account named by the fields, created if the store does not know it.
  func anyAccount(_ name: String) throws(ControlProblem) -> AccountID {
    let text = try requiredText(name)
    guard (1...64).contains(text.count) else {
      throw ControlProblem(.wrongField, "`\(name)` must have 1 to 64 characters.")
    }
    return AccountID(rawValue: text)
  }

  /// The transaction named by the fields, which must exist.
  func transaction(of store: AppStoreSimulator) throws(ControlProblem) -> TransactionPayload {
    let id = try requiredText("transaction")
    guard let signed = store.transaction(id) else {
      throw ControlProblem(.unknownTransaction, "There is no transaction `\(id)`.")
    }
    return signed.payload
  }

  /// The product named by the fields, which must be in the configuration.
  func product(of store: AppStoreSimulator) throws(ControlProblem) -> String {
    let id = try requiredText("product")
    let configuration = store.configuration
    guard configuration.subscription(id) != nil || configuration.product(id) != nil else {
      throw ControlProblem(.unknownProduct, "There is no product `\(id)`.")
    }
    return id
  }

  /// Throws a problem unless the action took effect.
  func expect(_ happened: Bool, or message: String) throws(ControlProblem) -> PurchaseAnswer? {
    guard happened else { throw ControlProblem(.nothingToDo, message) }
    return nil
  }
}
