import ArgumentParser
import Testing

@testable import TollgateCommand

@Suite("Help")
struct HelpTests {
  @Test("serve's help says what it does, with examples and defaults")
  func serve() {
    #expect(
      TollgateCommand.helpMessage(for: ServeCommand.self, columns: 90) == """
        """)
  }

  @Test("check's help says what it does, with examples")
  func check() {
    #expect(
      TollgateCommand.helpMessage(for: CheckCommand.self, columns: 90) == """
        """)
  }

  @Test("playground's help says what it does, with examples and defaults")
  func playground() {
    #expect(
      TollgateCommand.helpMessage(for: PlaygroundCommand.self, columns: 90) == """
        """)
  }
}
