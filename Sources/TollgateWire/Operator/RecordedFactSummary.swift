public import Tollgate

/// A fact of a customer's history, with when it was recorded, for people and for programs.
public struct RecordedFactSummary: Hashable, Sendable {
  public let at: Instant
  /// The customer it was recorded for: one who was merged since, or the customer.
  public let customer: Customer.ID
  /// The number of the blueprint's revision that was served then; nil if none was noted yet.
  public let revision: Int?
  /// What happened, in English.
  public let sentence: String
  /// Which operator did it, and why; empty for what no operator did.
  public let notes: [GrantNoteSummary]
  public let fact: Fact

  public init(
    at: Instant, customer: Customer.ID, revision: Int? = nil, sentence: String,
    notes: [GrantNoteSummary] = [],
    fact: Fact
  ) {
    self.at = at
    self.customer = customer
    self.revision = revision
    self.sentence = sentence
    self.notes = notes
    self.fact = fact
  }
}

extension RecordedFactSummary: Codable {
  private enum Key: String, CodingKey { case at, customer, revision, sentence, notes, fact }

  /// Decodes the members; the fact is an object with a `kind`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    at = try members.decode(Instant.self, forKey: .at)
    customer = try members.decode(Customer.ID.self, forKey: .customer)
    revision = try members.decodeIfPresent(Int.self, forKey: .revision)
    sentence = try members.decode(String.self, forKey: .sentence)
    notes = try members.decodeIfPresent([GrantNoteSummary].self, forKey: .notes) ?? []
    fact = try Fact(wire: WireReader(try members.superDecoder(forKey: .fact)))
  }

  /// Encodes the members; the fact is an object with a `kind`.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(at, forKey: .at)
    try members.encode(customer, forKey: .customer)
    try members.encodeIfPresent(revision, forKey: .revision)
    try members.encode(sentence, forKey: .sentence)
    if !notes.isEmpty { try members.encode(notes, forKey: .notes) }
    var object = WireWriter<FactKey>(members.superEncoder(forKey: .fact))
    try fact.write(to: &object)
  }
}
