public import Tollgate

/// What a proposed blueprint would have taken from customers who pay, over the recorded history.
public struct ProposedLoss: Hashable, Sendable, Codable {
  /// Who would have lost what, as `tollgate what-if` says it.
  public let sentence: String
  /// How many customers.
  public let customers: Int
  /// How often: recorded uses that would have been refused, or instants at which there would have been less.
  public let instants: Int
  /// The first of these customers, by id.
  public let samples: [Customer.ID]

  /// A loss in the words of the replay, with how many it concerns and a few of them.
  public init(_ sentence: String, customers: Int, instants: Int, samples: [Customer.ID]) {
    self.sentence = sentence
    self.customers = customers
    self.instants = instants
    self.samples = samples
  }
}
