import ArgumentParser
import TollgateServer

/// The web pages that may call a server.
struct CORSOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The origin of web pages whose scripts may call the server; repeatable.",
      valueName: "origin"),
    transform: origin)
  var corsOrigin: [WebOrigin] = []

  private static func origin(_ text: String) throws -> WebOrigin {
    guard let origin = WebOrigin(text) else {
      throw ValidationError("use one such as https://app.example.com")
    }
    return origin
  }
}
