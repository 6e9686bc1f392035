import AppStore
import AppStoreSimulator

/// Something that a person or a test does to the store through the control API.
struct ControlAction: Sendable {
  typealias Deed =
    @Sendable (AppStoreSimulator, ControlFields) throws(ControlProblem) -> PurchaseAnswer?

  /// The last part of the path.
  let name: String

  /// The fields that it takes.
  let fields: [String]

  let perform: Deed

  init(_ name: String, _ fields: [String], _ perform: @escaping Deed) {
    self.name = name
    self.fields = fields
    self.perform = perform
  }

  static let all: [Self] = customers + store + developers

  static let byName: [String: Self] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension ControlFields {
  /// The account that the fields name, which the store must know.
  func account(of store: AppStoreSimulator) throws(ControlProblem) -> AccountID {
    let id = AccountID(rawValue: try needText("account"))
    guard store.accounts.contains(id) else {
      throw ControlProblem(.unknownAccount, "There is no account `\(id)`.")
    }
    return id
  }

  /// An account that begins where the store does not know it.
  func anyAccount(_ name: String) throws(ControlProblem) -> AccountID {
    let text = try needText(name)
    guard (1...64).contains(text.count) else {
      throw ControlProblem(.wrongField, "`\(name)` must have 1 to 64 characters.")
    }
    return AccountID(rawValue: text)
  }

  /// The transaction that the fields name, which must be there.
  func transaction(of store: AppStoreSimulator) throws(ControlProblem) -> TransactionPayload {
    let id = try needText("transaction")
    guard let signed = store.transaction(id) else {
      throw ControlProblem(.unknownTransaction, "There is no transaction `\(id)`.")
    }
    return signed.payload
  }

  /// The product that the fields name, which must be in the configuration.
  func product(of store: AppStoreSimulator) throws(ControlProblem) -> String {
    let id = try needText("product")
    let configuration = store.configuration
    guard configuration.subscription(id) != nil || configuration.product(id) != nil else {
      throw ControlProblem(.unknownProduct, "There is no product `\(id)`.")
    }
    return id
  }

  /// Makes sure that something happened.
  func expect(_ happened: Bool, or sentence: String) throws(ControlProblem) -> PurchaseAnswer? {
    guard happened else { throw ControlProblem(.nothingToDo, sentence) }
    return nil
  }
}
