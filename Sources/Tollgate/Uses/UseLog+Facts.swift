extension UseLog<Customer.ID> {
  /// The uses as facts, by customer and key.
  package func uses(of feature: Feature.ID, isUnlimited: Bool = false) -> [Use] {
    tables.sorted { $0.key < $1.key }.flatMap { origin, table in
      table.entries.sorted { $0.key < $1.key }.map {
        Use(
          feature: feature, key: $0.key, origin: origin, isUnlimited: isUnlimited, at: $0.at)
      }
    }
  }
}
