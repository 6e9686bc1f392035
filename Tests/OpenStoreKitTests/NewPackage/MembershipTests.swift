import OpenStoreKitTest
import Testing

@MainActor
@Test("a member stays one with each renewal, until a refund")
func membership() async throws {
  let session = try SKTestSession(configurationFileNamed: "Shop")
  try await session.run {
    let membership = Membership()
    await membership.start()
    try await membership.join()
    #expect(membership.isMember)

    session.advance(by: .monthly)
    await session.settled(listeners: 1)
    #expect(membership.isMember)
    #expect(session.allTransactions().count == 2)

    let last = try #require(session.allTransactions().last)
    try session.refundTransaction(identifier: last.identifier)
    await session.settled(listeners: 1)
    #expect(!membership.isMember)
  }
}
