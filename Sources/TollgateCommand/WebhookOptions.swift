import ArgumentParser
import TollgateServer

/// Where a server's events go.
struct WebhookOptions: ParsableArguments {
  /// The environment variable with the secret, unless a file has it.
  static let secretVariable = "TOLLGATE_WEBHOOK_SECRET"

  @Option(help: ArgumentHelp("The URL to which events are posted.", valueName: "url"))
  var webhookURL: String?

  @Option(
    help: ArgumentHelp(
      "The file with the webhook's secret; by default, TOLLGATE_WEBHOOK_SECRET contains it.",
      valueName: "file"))
  var webhookSecretFile: String?

  @Flag(help: "Post to addresses of this machine and of private networks too.")
  var webhookAllowPrivate = false

  @Flag(help: "Post to `http` addresses too, without encryption.")
  var webhookAllowHTTP = false

  @Option(
    help: ArgumentHelp(
      "The file to which events are appended, as lines of JSON.", valueName: "file"))
  var webhookFile: String?

  func validate() throws {
    guard webhookURL == nil else { return }
    for (isSet, name) in [
      (webhookSecretFile != nil, "--webhook-secret-file"),
      (webhookAllowPrivate, "--webhook-allow-private"), (webhookAllowHTTP, "--webhook-allow-http"),
    ] where isSet {
      throw ValidationError("\(name) needs --webhook-url.")
    }
  }

  /// The destinations: the address, the file, both or none.
  func destinations() throws -> [WebhookDestination] {
    var destinations: [WebhookDestination] = []
    if let webhookURL {
      let transport = try HTTPWebhookTransport(
        url: webhookURL, allowsHTTP: webhookAllowHTTP, allowsPrivate: webhookAllowPrivate)
      let secret = try readSecret(
        in: webhookSecretFile, or: Self.secretVariable, for: "--webhook-url",
        namedBy: "--webhook-secret-file")
      destinations.append(try WebhookDestination(transport, secret: secret))
    }
    if let webhookFile {
      destinations.append(WebhookDestination(try FileWebhookTransport(path: webhookFile)))
    }
    return destinations
  }
}
