import Foundation
import Testing

@testable import TollgateCommand

@Suite("Color")
struct ColorTests {
  private static let mistaken = ["check", "nowhere.yml"]
  private static let plain = """
    nowhere.yml: error: there is no such file
    nowhere.yml: 1 error, no warnings

    """
  private static let colored = """
    nowhere.yml: \u{1B}[1;31merror:\u{1B}[0m there is no such file
    nowhere.yml: \u{1B}[1;31m1 error\u{1B}[0m, no warnings

    """

  @Test("color stays out of pipes, whatever the terminal is")
  func piped() throws {
    #expect(try Command(Self.mistaken).output == Self.plain)
    #expect(try Command(Self.mistaken + ["--color", "auto"]).output == Self.plain)
  }

  @Test("color comes where it is requested, on standard error too")
  func forced() throws {
    #expect(try Command(Self.mistaken + ["--color", "always"]).output == Self.colored)
    #expect(
      try Command(Self.mistaken, environment: ["CLICOLOR_FORCE": "1"]).output == Self.colored)
    #expect(
      try Command(["chek", "--color=always"]).errors
        .hasPrefix("\u{1B}[1;31merror:\u{1B}[0m There is no command 'chek'."))
  }

  @Test(
    "color follows the option, then NO_COLOR, then CLICOLOR_FORCE, then the terminal",
    arguments: [
      ([], [:], true, true), ([], [:], false, false),
      ([], ["NO_COLOR": "1"], true, false), ([], ["NO_COLOR": ""], true, true),
      ([], ["CLICOLOR_FORCE": "1"], false, true), ([], ["CLICOLOR_FORCE": "0"], false, false),
      ([], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
      ([], ["TERM": "dumb"], true, false),
      (["--color", "always"], ["NO_COLOR": "1"], false, true),
      (["--color=never"], ["CLICOLOR_FORCE": "1"], true, false),
      (["--color=never", "--color", "always"], [:], false, true),
      (["--color"], [:], true, true), (["--color", "purple"], [:], false, false),
      (["--", "--color", "always"], [:], false, false),
    ] as [([String], [String: String], Bool, Bool)])
  func choice(
    arguments: [String], environment: [String: String], isTerminal: Bool, isColored: Bool
  ) {
    let choice = ColorChoice(arguments: ["tollgate", "check"] + arguments)
    #expect(choice.usesColor(environment: environment, isTerminal: isTerminal) == isColored)
  }

  @Test(
    "paints the word that matters, and leaves every other line alone",
    arguments: [
      ("a.yml:1:2: error: no", "a.yml:1:2: [1;31merror:[0m no"),
      ("error: no", "[1;31merror:[0m no"),
      ("a b.yml:1:2: warning: hm", "a b.yml:1:2: [1;33mwarning:[0m hm"),
      ("a.yml: good, 1 warning", "a.yml: [1;32mgood[0m, 1 warning"),
      ("scenario.yml: as expected", "scenario.yml: [1;32mas expected[0m"),
      ("scenario.yml: 12 failures", "scenario.yml: [1;31m12 failures[0m"),
      ("a.yml: 2 errors, no warnings", "a.yml: [1;31m2 errors[0m, no warnings"),
      ("a.yml: note: skipped; it is a scenario", nil), ("  products   1", nil),
      ("                          phone says error: no", nil), ("", nil), ("no errors", nil),
    ] as [(String, String?)])
  func painting(line: String, painted: String?) {
    let wanted = painted?.replacing("[", with: "\u{1B}[") ?? line
    #expect(Palette.paint("first\n\(line)\n") == "first\n\(wanted)\n")
  }

  @Test(
    "color comes by itself on a terminal",
    .enabled("takes a pseudoterminal from script(1) of util-linux") {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    })
  func terminal() throws {
    let command = try Command(
      ["--quiet", "--command", ([Command.executable.path] + Self.mistaken).joined(separator: " ")]
        + ["/dev/null"],
      of: URL(fileURLWithPath: "/usr/bin/script"), environment: ["TERM": "xterm"])
    #expect(command.output == Self.colored.replacing("\n", with: "\r\n"))
  }
}
