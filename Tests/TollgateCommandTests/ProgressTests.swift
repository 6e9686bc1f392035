import Testing
import TollgateExplorer
import TollgateMutex

@testable import TollgateCommand

/// A clock that a test moves, and what was written.
private final class Terminal: Sendable {
  private let start = ContinuousClock.now
  private let state = Mutex((elapsed: Duration.zero, text: ""))

  var text: String { state.withLock { $0.text } }

  func pass(_ duration: Duration) { state.withLock { $0.elapsed += duration } }

  func line(isTerminal: Bool) -> ProgressLine {
    ProgressLine(
      "coach.yml", isTerminal: isTerminal,
      now: { self.start.advanced(by: self.state.withLock { $0.elapsed }) },
      write: { text in self.state.withLock { $0.text += text } })
  }
}

@Suite("The progress of a long task")
struct ProgressTests {
  @Test("EX-5 where nobody watches a terminal, progress is a line every ten seconds")
  func lines() {
    let terminal = Terminal()
    let progress = terminal.line(isTerminal: false)
    for second in 0..<25 {
      progress.show("\(second) states")
      terminal.pass(.seconds(1))
    }
    progress.clear()
    #expect(terminal.text == "coach.yml: 10 states\ncoach.yml: 20 states\n")
  }

  @Test("EX-5 on a terminal, progress is one line that is updated twice a second, and removed")
  func terminal() {
    let terminal = Terminal()
    let progress = terminal.line(isTerminal: true)
    for tenth in 0..<8 {
      progress.show("\(tenth) states")
      terminal.pass(.milliseconds(100))
    }
    progress.clear()
    progress.clear()
    #expect(terminal.text == "\r\u{1B}[Kcoach.yml: 5 states\r\u{1B}[K")
  }

  @Test(
    "EX-5 progress says what is searched, and what was found so far",
    arguments: [
      (
        SearchProgress(states: 917, waiting: 40, steps: 1),
        "917 states, 40 waiting: searching histories of more than 1 step"
      ),
      (
        SearchProgress(
          states: 24_000, waiting: 1200, steps: 9, variant: "in the variant `bold` of `page`",
          found: ["free ride at features.write", "dead end at features.read"]),
        "24000 states, 1200 waiting: searching histories of more than 9 steps in the variant "
          + "`bold` of `page`; found free ride at features.write, dead end at features.read"
      ),
    ])
  func words(progress: SearchProgress, words: String) { #expect(progress.words == words) }
}
