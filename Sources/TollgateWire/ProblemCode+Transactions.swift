public import Tollgate

extension ProblemCode {
  /// Whether a refusal with this code settles a transaction, so that the client finishes it with the store.
  ///
  /// StoreKit delivers an unfinished transaction at every launch, and may return it instead of selling the same
  /// consumable again. A transaction is therefore finished if the server has recorded it for its owner, or if its data
  /// is damaged or forged. One that the server's settings or version exclude is finished only where nobody pays:
  /// somebody paid for a production transaction, and another version of the server may accept it. Any other problem
  /// says nothing about the transaction.
  ///
  /// - Parameter environment: The environment that the transaction names; nil if it cannot be read.
  /// - Returns: Whether the transaction is settled; false for a code that this version does not know.
  public func settlesTransaction(in environment: StoreEnvironment?) -> Bool {
    switch traits?.verdict {
    case .settled: true
    case .excluded: environment != nil && environment != .production
    case .unrelated, nil: false
    }
  }
}
