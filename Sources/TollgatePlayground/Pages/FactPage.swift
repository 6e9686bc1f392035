/// A fact of the ledger as it is stored, with the signed data that it came from.
struct FactPage: Sendable, Equatable {
  /// What the App Store signed.
  struct Signed: Sendable, Equatable {
    /// What it is, such as "a transaction".
    var name: String
    /// Its payload as JSON.
    var payload: String
    /// The signed text, a compact JSON Web Signature.
    var text: String
  }

  /// The app, whose ledger holds the fact.
  var app: AppName
  /// The fact as the ledger's panel shows it.
  var fact: LedgerRow
  /// The fact as JSON, in the form in which it is stored.
  var json: String
  /// What it came from; nil if nothing signed led to it.
  var signed: Signed?
}
