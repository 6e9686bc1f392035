import Foundation
import Testing
import TollgateAppStore

@Suite("The client of the App Store Server API, refused")
struct ServerAPIRetryTests {
  private static let done = ServerAPIAnswer.json(200, "{\"testNotificationToken\":\"t\"}")

  @Test(
    "the client of the App Store Server API, if refused, distinguishes what may succeed later from what never will",
    arguments: [
      (400, "{\"errorCode\":4000006}", ServerAPIError.Code.refused, Int64?(4_000_006), false),
      (401, "", .unauthorized, nil, false),
      (403, "{\"errorCode\":4030005}", .refused, 4_030_005, false),
      (404, "{\"errorCode\":4040001,\"errorMessage\":\"x\"}", .refused, 4_040_001, false),
      (404, "{\"errorCode\":4040002}", .refused, 4_040_002, true),
      (404, "{\"errorCode\":4040004}", .refused, 4_040_004, true),
      (404, "{\"errorCode\":4040006}", .refused, 4_040_006, true),
      (404, "<html>", .refused, nil, false),
      (418, "{\"errorCode\":4189999}", .refused, 4_189_999, false),
      (429, "{\"errorCode\":4290000}", .rateLimited, 4_290_000, true),
      (429, "", .rateLimited, nil, true),
      (500, "{\"errorCode\":5000000}", .failed, 5_000_000, false),
      (500, "{\"errorCode\":5000001}", .failed, 5_000_001, true), (500, "", .failed, nil, true),
      (501, "", .failed, nil, false), (503, "<html>", .failed, nil, true),
    ])
  func classification(
    _ status: Int, _ json: String, _ code: ServerAPIError.Code, _ number: Int64?, _ retryable: Bool
  ) async throws {
    let store = try ServerAPIFixture(status, json)
    let api = try store.api(retries: ServerAPIRetries(limit: 0))
    let error = try #require(
      await #expect(throws: ServerAPIError.self) { try await api.transaction("1") })
    #expect(error.code == code)
    #expect(error.status == status)
    #expect(error.errorCode?.rawValue == number)
    #expect(error.isRetryable == retryable)
    #expect(store.requests.count == 1)
  }

  @Test(
    "the client of the App Store Server API, if refused, tries again after waits that double, and gives up at the limit"
  )
  func doubling() async throws {
    let store = try ServerAPIFixture(
      Array(repeating: .success(.json(503, "")), count: 9))
    let api = try store.api(
      retries: ServerAPIRetries(
        limit: 4, firstWait: .milliseconds(500), longestWait: .milliseconds(1_500)))
    let error = await #expect(throws: ServerAPIError.self) { try await api.transaction("1") }
    #expect(error?.status == 503)
    #expect(store.sleeps == [500, 1_000, 1_500, 1_500])
    #expect(store.requests.count == 5)
  }

  @Test(
    "the client of the App Store Server API, if refused, waits until the instant that Apple names",
    arguments: [
      ("1769860807500", [Int64(7_500)]), ("1769860800000", [0]), ("1769860000000", [0]),
      ("1769860860000", [60_000]), ("12", [12_000]), ("Wed, 21 Oct 2015 07:28:00 GMT", [500]),
      ("-5", [500]), ("99999999999999999999", [500]),
    ])
  func retryAfter(_ field: String, _ sleeps: [Int64]) async throws {
    let store = try ServerAPIFixture([
      .success(.json(429, "{\"errorCode\":4290000}", retryAfter: field)), .success(Self.done),
    ])
    #expect(try await store.api().requestTestNotification() == "t")
    #expect(store.sleeps == sleeps)
  }

  @Test(
    "the client of the App Store Server API, if refused, throws at once when Apple names an instant too far away, and says which"
  )
  func farRetryAfter() async throws {
    let store = try ServerAPIFixture([
      .success(.json(429, "", retryAfter: "1769860860001")), .success(Self.done),
    ])
    let api = try store.api()
    let error = await #expect(throws: ServerAPIError.self) {
      try await api.requestTestNotification()
    }
    #expect(error?.retryAfter == Instant(milliseconds: 1_769_860_860_001))
    #expect(error?.isRetryable == true)
    #expect(store.sleeps.isEmpty)
  }

  @Test("the client of the App Store Server API, if refused, signs a new token for each try")
  func freshTokens() async throws {
    let store = try ServerAPIFixture([
      .success(.json(500, "{\"errorCode\":5000001}")), .success(Self.done),
    ])
    _ = try await store.api().requestTestNotification()
    #expect(Set(store.requests.compactMap { $0.headers["Authorization"] }).count == 2)
  }

  @Test(
    "the client of the App Store Server API, if refused, retries without a response only what is idempotent"
  )
  func repeating() async throws {
    let store = try ServerAPIFixture([
      .failure(ServerAPIFixture.NothingMore()), .success(.json(404, "{\"errorCode\":4040010}")),
      .failure(ServerAPIFixture.NothingMore()), .success(.json(504, "")), .success(Self.done),
    ])
    let api = try store.api()
    let found = await #expect(throws: ServerAPIError.self) { try await api.transaction("1") }
    #expect(found?.errorCode == .transactionIDNotFound)
    for code in [ServerAPIError.Code.notReached, .failed] {
      let lost = await #expect(throws: ServerAPIError.self) {
        try await api.requestTestNotification()
      }
      #expect(lost?.code == code)
      #expect(lost?.isRetryable == true)
    }
    #expect(store.requests.count == 4)
  }

  @Test("the client of the App Store Server API, if refused, stops where the task is cancelled")
  func cancelled() async throws {
    let store = try ServerAPIFixture([
      .success(.json(503, "")), .failure(CancellationError()), .success(Self.done),
    ])
    let waiting = try store.api { _ in throw CancellationError() }
    let first = await #expect(throws: ServerAPIError.self) { try await waiting.transaction("1") }
    #expect(first?.code == .cancelled)
    let sending = try store.api()
    let second = await #expect(throws: ServerAPIError.self) { try await sending.transaction("1") }
    #expect(second?.code == .cancelled)
    #expect(store.requests.count == 2)
  }
}
