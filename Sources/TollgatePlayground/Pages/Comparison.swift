/// What the phone and the server believe, side by side.
struct Comparison: Sendable, Equatable {
  /// How current the phone's side is, such as "as of Mon 09:41".
  var phone: String
  /// How current the server's side is.
  var server: String
  /// One row for each thing that they can disagree about.
  var rows: [ComparisonRow] = []
}

/// One thing that the phone and the server believe something about.
struct ComparisonRow: Sendable, Equatable {
  /// What it is about, such as "Phase".
  var name: String
  var phone: String
  var server: String
  /// Whether the two disagree.
  var differs: Bool

  /// Creates a row; a server that does not know the customer believes nothing.
  init(_ name: String, _ phone: String, _ server: String?) {
    self.name = name
    self.phone = phone
    self.server = server ?? "—"
    differs = server != nil && server != phone
  }
}
