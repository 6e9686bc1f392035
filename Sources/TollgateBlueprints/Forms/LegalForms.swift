import Tollgate

/// The format of legal links.
enum LegalForms {
  static let legal = Form<Blueprint.Legal>.object(
    "a map of legal links",
    .required("terms", address, "The terms of use."),
    .required("privacy", address, "The privacy policy.")
  ) { Blueprint.Legal(terms: $0, privacy: $1) }

  private static let address = Form<String>.pattern(
    "a web address such as `https://example.com/terms`",
    "^https://[A-Za-z0-9][A-Za-z0-9.-]*([/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$",
    Blueprint.Legal.isAddress)
}
