import TollgatePages

extension Fixtures {
  static let store = store("Pro")

  /// A simulated store in which every text is the same.
  static func store(_ text: String) -> StorePage {
    StorePage(
      bundle: text, environment: text, now: text, next: text, notify: text, faults: text,
      products: [.init(id: text, name: text, terms: text)],
      accounts: [
        .init(
          account: text, about: text, billingFails: false,
          subscriptions: [
            .init(product: text, status: text, tone: "good", ending: text, renews: true)
          ],
          transactions: [
            .init(id: text, product: text, date: text, revoked: false, shared: false),
            .init(id: text, product: text, date: text, revoked: true, shared: true),
          ])
      ], pending: [.init(number: 1, sentence: text)],
      notifications: [
        .init(
          date: text, kind: text, about: text, delivery: text, tone: "bad", attempts: [text])
      ])
  }
}
