/// Why a simulated store cannot be started.
package struct LaunchError: Error, CustomStringConvertible {
  /// The file it is about.
  package let file: String

  /// What is wrong, one thing each.
  package let messages: [String]

  package init(in file: String, _ messages: String...) {
    self.init(in: file, messages)
  }

  package init(in file: String, _ messages: [String]) {
    self.file = file
    self.messages = messages
  }

  /// A line for each thing that is wrong.
  package var description: String {
    messages.map { "\(file): error: \($0)" }.joined(separator: "\n")
  }
}
