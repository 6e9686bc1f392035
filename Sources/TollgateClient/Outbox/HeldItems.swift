public import Tollgate
import TollgateWire

/// All items that a feature holds.
struct HeldItems: Hashable, Sendable, Codable {
  let feature: Feature.ID
  /// The items, sorted.
  let items: [Item.ID]
  /// The sizes of items; nil if the app passed none.
  let sizes: [String: Int]?
  /// The facts that the device assumes until the server confirms them.
  @WireFacts var facts: [Fact]
}

extension TollgateClient {
  /// The greatest number of items that ``setHeld(_:_:sizes:)`` takes: 1,000.
  public static let heldItemLimit = HeldItemsRequest.limit

  /// Reports all items that exist for a feature that holds items, such as those that customers created before the app
  /// had a limit; without a network the report waits on the device.
  ///
  /// Afterwards the feature holds exactly these items. They count even beyond the limit: nothing is removed, and the
  /// next use is denied until there is room. Pass the complete list, which all of the customer's devices share: an item
  /// that is missing is released. A list that waited changes nothing that was added or released since. Nothing is sent if the server already has the
  /// whole list, so you can call it at every launch.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - items: All items that exist, at most ``heldItemLimit``.
  ///   - sizes: The sizes of items, for a feature whose limit counts sizes; an item without one keeps its size, or has 1 if
  ///     it is new.
  /// - Throws: ``ClientError`` with code `unknownName` if the blueprint has no such feature or it holds no items, or
  ///   `invalidItems` for too many items, a name that is not 1 to 128 characters long, or a size of something else or out
  ///   of range; nothing has changed.
  public func setHeld(
    _ feature: Feature.ID, _ items: some Sequence<String>, sizes: [String: Int] = [:]
  ) async throws(ClientError) {
    let items = Set(items.map { Item.ID($0) })
    let known = Dictionary(uniqueKeysWithValues: sizes.map { (Item.ID($0.key), $0.value) })
    guard items.count <= Self.heldItemLimit,
      items.allSatisfy({
        (1...HeldItemsRequest.nameLimit).contains($0.rawValue.unicodeScalars.count)
      }),
      items.isSuperset(of: known.keys),
      sizes.values.allSatisfy({ (1...Feature.sizeLimit).contains($0) })
    else { throw ClientError(.invalidItems) }
    await prepare()
    var facts: [Fact] = []
    if let blueprint {
      guard blueprint.feature(feature)?.holdsItems == true,
        let handle = blueprint.handle(of: feature)
      else { throw ClientError(.unknownName) }
      if let confirmed = cached.customer, let now {
        // An earlier list that waits is replaced, with the facts it assumed.
        let waiting = outbox.writes.filter { $0.customer == confirmed.id }
        let others = waiting.filter { $0.held?.feature != feature }
        var customer = confirmed.facts
        for fact in others.flatMap(\.expectedFacts) { customer.join(fact) }
        facts =
          blueprint.hold(
            items, in: handle, by: customer, id: confirmed.id, sizes: known, at: now
          ).facts
        if facts.isEmpty, others.count == waiting.count { return }
      }
    }
    enqueue(
      .held(
        HeldItems(
          feature: feature, items: items.sorted(), sizes: sizes.isEmpty ? nil : sizes, facts: facts)
      ))
    await reportInBackground()
  }
}
