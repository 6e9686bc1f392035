import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@Suite("Concurrent requests")
struct TogetherTests {
  @Test("SL-5 posts, notifications and sign-ins concurrently lose nothing", arguments: 1...10)
  func storm(round: Int) async throws {
    let server = try await TestServer("strikelab")
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let anonymous = try await server.phone(device: "phone")
    let transaction = try anonymous.purchase("strikelab.pro.monthly")
    let notification = try #require(server.store.notifications().first)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { await retrying { try await anonymous.post(transaction) } }
        group.addTask { await retrying { try await server.deliver(notification.jws) } }
        group.addTask {
          await retrying {
            var phone = anonymous
            try await phone.signIn("ada@example.com")
          }
        }
      }
    }
    #expect(try await account.phase() == .subscribed)
    let transactions = try await account.snapshot().facts.storeTransactions
    #expect(transactions.map(\.id.rawValue) == [transaction.payload.transactionId])
    let owner = try await server.ledger.owner(
      of: .purchase(transaction.purchase), in: server.app)
    #expect(owner == account.id)
  }

  @Test("one of many concurrent sign-ups with one address succeeds")
  func signUps() async throws {
    let server = try await TestServer("coach-free")
    let outcomes = await withTaskGroup(of: ProblemCode?.self) { group in
      for number in 1...12 {
        group.addTask {
          do {
            var phone = try await server.phone(device: Device.ID("phone-\(number)"))
            try await phone.signUp("ada@example.com")
            return nil
          } catch {
            return (error as? Problem)?.code ?? .internalError
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == nil }.count == 1)
    #expect(outcomes.compactMap { $0 } == Array(repeating: .emailTaken, count: 11))
  }

  @Test("CP-10 one of many accounts that sign up concurrently on one device gets the trial")
  func oneTrial() async throws {
    let server = try await TestServer("coach-free")
    let phases = await withTaskGroup(of: Phase?.self) { group in
      for number in 1...12 {
        group.addTask {
          do {
            var phone = try await server.phone(device: "phone")
            try await phone.signUp("person-\(number)@example.com")
            return try await phone.phase()
          } catch {
            return nil
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(phases.filter { $0 == .trial }.count == 1)
    #expect(phases.filter { $0 == .trialExpired }.count == 11)
  }
}

/// Acts as a client does: retries what can be retried; a merged customer has nothing left to do.
private func retrying<Answer: Sendable>(
  _ attempt: @Sendable () async throws -> Answer
) async {
  for _ in 0..<50 {
    do {
      _ = try await attempt()
      return
    } catch {
      guard (error as? Problem)?.isRetryable ?? false else {
        Issue.record(error)
        return
      }
    }
  }
  Issue.record("nothing came of 50 attempts")
}
