import AppStoreSimulator
import TollgateAppStore

/// The app's server's answer to a real-time request.
struct RetentionAnswer: Sendable {
  /// What to show, or the reason that the answer is not used.
  var choice: Result<RetentionChoice, RetentionProblem>

  /// How long it took.
  var duration: Duration
}

extension RetentionMessaging {
  /// Asks the app's server what to show a customer who is about to cancel a subscription.
  ///
  /// - Parameters:
  ///   - transaction: The last transaction of the subscription.
  ///   - locale: The language and region of the customer's device.
  /// - Returns: The answer, which is used only if it arrives in time and is valid.
  func ask(
    about transaction: TransactionPayload, locale: String, at url: String
  ) async -> RetentionAnswer {
    let request = simulator.retentionRequest(
      about: transaction, locale: locale, identifier: makeIdentifier())
    let exchange = await requester.post(
      Array(#"{"signedPayload":"\#(request.jws)"}"#.utf8), url, Self.timeLimit)
    let choice = Result { () throws(RetentionProblem) in
      try readChoice(exchange, about: transaction)
    }
    return RetentionAnswer(choice: choice, duration: exchange.duration)
  }

  /// Starts a performance test, while no other is running.
  ///
  /// - Parameter transaction: The last transaction of the subscription that the requests are about.
  /// - Returns: The UUID of the test.
  func startTest(of url: String, asking transaction: TransactionPayload) -> String {
    let id = makeIdentifier()
    performanceTests[id] = PerformanceTest(of: url)
    runningTest = Task {
      await run(id, url, transaction)
      runningTest = nil
    }
    return id
  }

  /// Sends the requests of a test, and records each outcome.
  private func run(_ id: String, _ url: String, _ transaction: TransactionPayload) async {
    let config = PerformanceTest.config
    await withTaskGroup(of: RetentionAnswer.self) { group in
      for number in 0..<config.totalRequests {
        if number >= config.maxConcurrentRequests, let answer = await group.next() {
          record(answer, in: id)
        }
        group.addTask { await self.ask(about: transaction, locale: "en-US", at: url) }
      }
      for await answer in group { record(answer, in: id) }
    }
  }

  private func record(_ answer: RetentionAnswer, in id: String) {
    switch answer.choice {
    case .success: performanceTests[id]?.record(nil, after: answer.duration)
    case .failure(let problem):
      performanceTests[id]?.record(problem.attemptResult, after: answer.duration)
    }
  }
}
