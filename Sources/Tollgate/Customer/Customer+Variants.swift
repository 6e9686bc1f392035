extension Customer {
  /// The customer's app user id, from which variants follow; nil if it is not known, and then only recorded variants
  /// apply.
  ///
  /// It is not a fact: customers with the same facts are equal whatever their ids, and a join keeps the id.
  public var id: Customer.ID? {
    get { history.id }
    set { history.id = newValue }
  }

  /// The variant that was recorded for an experiment; nil if none was.
  public func assignment(in experiment: Experiment.ID) -> VariantAssignment? {
    screens.variants[experiment]
  }

  /// The variants that were recorded, in a fixed order.
  var variantAssignments: [Fact] {
    screens.variants.sorted { $0.key < $1.key }.map { .variant($0.value) }
  }

  /// The earliest record for any of some experiments, if the experiment still has the variant.
  func assignment(among experiments: [Experiment]) -> VariantAssignment? {
    if screens.variants.isEmpty { return nil }
    return experiments.compactMap { experiment in
      screens.variants[experiment.id].flatMap {
        experiment.variant($0.variant) == nil ? nil : $0
      }
    }.min { ($0.at, $0.experiment) < ($1.at, $1.experiment) }
  }
}
