import Tollgate

/// The format of legal links: `{ terms: https://…, privacy: https://… }`.
enum LegalForms {
  /// Both links, which Apple requires of an app that sells auto-renewable subscriptions.
  static let legal = Form<Blueprint.Legal>.object(
    "a map of legal links",
    .required("terms", address, "The terms of use."),
    .required("privacy", address, "The privacy policy.")
  ) { Blueprint.Legal(terms: $0, privacy: $1) }

  /// A web address; `https` only, since it is opened from a page that asks for money.
  private static let address = Form<String>.pattern(
    "a web address such as `https://example.com/terms`",
    "^https://[A-Za-z0-9][A-Za-z0-9.-]*([/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$",
    Blueprint.Legal.isAddress)
}
