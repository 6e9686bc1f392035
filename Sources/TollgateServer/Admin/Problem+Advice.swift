import TollgateWire

extension Problem {
  /// The heading of the page that shows it to an operator.
  var heading: String {
    switch code {
    case .notFound, .methodNotAllowed: "Page not found"
    case .invalidToken: "Session ended"
    case .insufficientScope: "Not allowed"
    default: title
    }
  }

  /// What an operator can do about it, in one sentence; nil if the message says it.
  ///
  /// - Parameter hasForm: Whether the page has what was sent, to correct and send again.
  func advice(hasForm: Bool) -> String? {
    switch code {
    case .unknownCustomer:
      "Check the id, or find the customer by email address, transaction or device."
    case .unknownApp: "Check the app's name in the address."
    case .notFound, .methodNotAllowed: "Check the address, or start from the first page."
    case .internalError: "Try again; if it fails again, the server's log says more."
    case .invalidToken, .insufficientScope: nil
    default:
      if isRetryable {
        "Try again in a moment."
      } else if hasForm {
        "Correct what the message names, and send it again."
      } else {
        "Go back, correct what the message names, and retry."
      }
    }
  }
}
