import Foundation
import Testing
import TollgateAppStore
import TollgateBlueprints
import TollgateClient
import TollgateLedger
import TollgateWire

@Suite("Public errors have one shape")
struct ErrorTests {
  @Test("an error's message is its localized description")
  func localized() {
    let error = ClientError(code: .network, isRetryable: true, message: "The connection failed.")
    #expect((error as any Error).localizedDescription == "The connection failed.")
    #expect("\(error)" == "network: The connection failed.")
    let problem = PurchaseProblem.paymentInvalid
    #expect((problem as any Error).localizedDescription == problem.message)
    #expect("\(problem)" == "paymentInvalid")
    let ledger = LedgerError(.full, "The disk is full.")
    #expect((ledger as any Error).localizedDescription == "The disk is full.")
    #expect("\(ledger)" == "full: The disk is full.")
    let refusal = Problem(.busy, "Too many requests are waiting.")
    #expect((refusal as any Error).localizedDescription == "Too many requests are waiting.")
    #expect("\(refusal)" == "busy: Too many requests are waiting.")
  }

  @Test("an error of a file says every mistake in its message")
  func files() throws {
    let error = #expect(throws: StoreKitConfigurationError.self) {
      try StoreKitConfiguration(json: Data("[]".utf8))
    }
    #expect(error?.code == .notJSON)
    #expect(error?.message == "expected a JSON object")
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
    let blueprint = BlueprintFileError(
      code: .unreadable,
      diagnostics: [BlueprintDiagnostic(file: "a.yml", line: 0, column: 0, message: "missing")])
    #expect((blueprint as any Error).localizedDescription == "a.yml: error: missing")
  }

  @Test("a code that a newer server sends is kept as it is written")
  func newerServer() throws {
    let json = """
      {"type":"urn:tollgate:problem:quota_spent","title":"Quota spent","status":429,\
      "code":"quota_spent","detail":"Wait for a day.","isRetryable":true,"retryAfter":86400}
      """
    let problem = try JSONDecoder().decode(Problem.self, from: Data(json.utf8))
    #expect(problem.code == ProblemCode(rawValue: "quota_spent"))
    #expect(problem.type == "urn:tollgate:problem:quota_spent")
    #expect((problem.status, problem.title) == (429, "Quota spent"))
    #expect((problem.message, problem.isRetryable) == ("Wait for a day.", true))
    #expect(!ProblemCode.known.contains(problem.code))
    #expect((problem.code.status, problem.code.isRetryable) == (500, false))
  }

  @Test("a purchase problem of a newer version is read as an unknown one")
  func newerProblem() throws {
    let problem = PurchaseProblem(rawValue: "walletLocked")
    #expect(problem.message == PurchaseProblem.unknown.message)
    #expect(problem.isRetryable == PurchaseProblem.unknown.isRetryable)
    let data = try JSONEncoder().encode([problem])
    #expect(String(decoding: data, as: UTF8.self) == #"["walletLocked"]"#)
    #expect(try JSONDecoder().decode([PurchaseProblem].self, from: data) == [problem])
  }
}
