/// A choice among names by weight that each customer makes alike everywhere, and keeps as far as the weights allow.
///
/// It is rendezvous hashing with the logarithmic method of Schindelhauer and Schomaker (Weighted Distributed Hash
/// Tables, SPAA 2005): each name draws an exponentially distributed number for the customer, divided by its weight, and
/// the smallest wins. A name of weight 0 never wins.
///
/// If one share changes and the others keep their proportions, exactly as many customers move as the shares differ by,
/// all of them to or from that name. If several shares change at once, for a difference of δ at most 2δ / (1 + δ) of the
/// customers move; no choice without memory moves fewer for every change
/// ([Moulton and Jiang](https://arxiv.org/abs/1809.04052)).
struct WeightedChoice {
  /// What is chosen; choices with different names are independent of each other.
  let name: String
  /// The names to choose from; none twice.
  let options: [(name: String, weight: Int)]

  /// The position of the customer's option; nil if no option has a weight.
  func position(for customer: Customer.ID) -> Int? {
    var best: (position: Int, draw: UInt64, weight: UInt64)?
    for (position, option) in options.enumerated() where option.weight > 0 {
      let draw = StableHash(name, option.name, customer.rawValue).negativeLogarithm
      let weight = UInt64(option.weight)
      guard let other = best else {
        best = (position, draw, weight)
        continue
      }
      // Compares quotients without dividing: a draw has at most 39 bits, and a weight at most 14.
      let (own, others) = (draw * other.weight, other.draw * weight)
      if own < others || own == others && option.name < options[other.position].name {
        best = (position, draw, weight)
      }
    }
    return best?.position
  }
}

extension WeightedChoice {
  /// The choice of the experiment that a customer takes part in, among those that exclude each other; the last option
  /// is none of them.
  init(among experiments: [Experiment]) {
    let group = experiments.first?.group
    name =
      group.map { "group/\($0)" } ?? "traffic/\(experiments.map(\.id.rawValue).joined())"
    let options = experiments.map { ($0.id.rawValue, $0.traffic) }
    let taken = options.reduce(0) { $0 + $1.1 }
    self.options = options + [("", max(0, 100 - taken))]
  }

  /// The choice of a customer's variant.
  init(of experiment: Experiment) {
    name = "variant/\(experiment.id)"
    options = experiment.variants.map { ($0.id.rawValue, $0.weight) }
  }
}
