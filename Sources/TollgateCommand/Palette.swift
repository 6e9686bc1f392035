/// Colors lines by what they say: errors red, warnings yellow, success green.
enum Palette {
  /// A color of the terminal's own theme.
  private enum Color: Int {
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// Colors each line that has the form of a diagnostic or a verdict; the text stays the same otherwise.
  static func paint(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(paint(line:))
      .joined(separator: "\n")
  }

  private static func paint(line: Substring) -> String {
    let line = String(line)
    if let match = line.wholeMatch(
      of: /(?<place>(?:[^\s:].*?: )??)(?<word>error|warning): (?<rest>.*)/)
    {
      let color: Color = match.word == "error" ? .red : .yellow
      return "\(match.place)\(colored("\(match.word):", color)) \(match.rest)"
    }
    if let match = line.wholeMatch(
      of: /(?<file>[^\s:][^:]*: )(?<verdict>good|as expected)(?<rest>(?:, .*)?)/)
    {
      return "\(match.file)\(colored("\(match.verdict)", .green))\(match.rest)"
    }
    if let match = line.wholeMatch(
      of: /(?<file>[^\s:][^:]*: )(?<count>[1-9]\d* (?:error|failure)s?)(?<rest>(?:, .*)?)/)
    {
      return "\(match.file)\(colored("\(match.count)", .red))\(match.rest)"
    }
    return line
  }

  private static func colored(_ text: String, _ color: Color) -> String {
    "\u{1B}[1;\(color.rawValue)m\(text)\u{1B}[0m"
  }
}
