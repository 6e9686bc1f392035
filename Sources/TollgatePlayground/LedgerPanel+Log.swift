import Tollgate

extension LedgerPanel {
  /// The maximum number of customers that can be chosen; the newest are offered.
  private static let people = 8

  /// What a log holds, with the customer on the phone marked among those to choose from.
  @MainActor
  init(_ log: EventLog, of app: AppName, onPhone: Customer.ID?) {
    let (excerpt, chosen) = (log.excerpt, log.filter.customer)
    let hidden = excerpt.matching - excerpt.entries.count
    self.init(
      app: app,
      count: chosen == nil ? "\(excerpt.recorded)" : "\(excerpt.matching) of \(excerpt.recorded)",
      rows: log.ledgerRows, older: hidden > 0 ? hidden : nil)
    guard excerpt.people.count > 1 else { return }
    people =
      [LedgerPerson(id: "", label: "Everybody", selected: chosen == nil)]
      + excerpt.people.suffix(Self.people).map { person in
        LedgerPerson(
          id: person.id.rawValue, label: Self.short(person.id),
          note: person.id == onPhone ? "on the phone" : nil, selected: person.id == chosen)
      }
  }

  /// The beginning of an id, enough to tell a few apart.
  private static func short(_ id: Customer.ID) -> String {
    id.rawValue.count > 12 ? "\(id.rawValue.prefix(10))…" : id.rawValue
  }
}
