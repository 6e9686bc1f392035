public import Foundation
import Tollgate
import TollgateWire
import TollgateWords

/// Connects the web page of the paywall on screen with its model.
///
/// An app shows the page at ``address(on:)`` in a web view, evaluates ``script`` there whenever it changes, and passes
/// the page's messages to ``receive(_:)``. The page then sells what the native paywall would, with the store's prices.
@MainActor
public final class PaywallWebBridge {
  /// The name of the web view's message handler.
  public static let handlerName = "tollgate"

  private let model: PaywallModel

  public init(_ model: PaywallModel) { self.model = model }

  /// The address of the page of the paywall on screen, in the app's language.
  ///
  /// - Returns: The address; nil if no paywall is on screen.
  public func address(on server: URL) -> URL? {
    let client = model.client
    guard let shown = client.presentation else { return nil }
    var root = server.absoluteString
    while root.hasSuffix("/") { root.removeLast() }
    let path = Endpoint.paywallPage(shown.paywall).path(app: client.configuration.app)
    var components = URLComponents(string: root + path)
    components?.queryItems = [URLQueryItem(name: "language", value: client.language)]
    if let feature = shown.feature {
      components?.queryItems?.append(URLQueryItem(name: "feature", value: feature.rawValue))
    }
    return components?.url
  }

  /// The script that brings the page up to date: its plans, what is selected, and what covers them.
  public var script: String {
    let update = Update(
      plans: plans, title: model.page?.title, subtitle: model.page?.subtitle ?? "",
      selection: model.selection,
      state: WebPaywallState(model),
      page: model.progress?.position, restoreLine: model.restoreLine ?? "",
      canPurchase: model.canPurchase, canRestore: model.canRestore)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(update)) ?? Data("{}".utf8)
    return "window.tollgate?.update(\(String(decoding: json, as: UTF8.self)))"
  }

  /// Whether a message says that the page is ready for ``script``.
  public static func isReady(_ message: Any) -> Bool {
    (message as? [String: Any])?["type"] as? String == "ready"
  }

  /// Performs what the page asks for, as the model allows it; a message of another paywall has no effect.
  ///
  /// - Parameter message: The body of the page's message.
  /// - Returns: The page to open in a browser if a link was pressed: the terms of use or the privacy policy.
  public func receive(_ message: Any) async -> URL? {
    guard let message = message as? [String: Any], let shown = model.client.presentation,
      message["paywall"] as? String == shown.paywall.rawValue
    else { return nil }
    let product = (message["product"] as? String).map { CatalogProduct.ID($0) }
    switch message["type"] as? String {
    case "purchase": if let product { await model.purchase(product) }
    case "restore": await model.restore()
    case "retry": await model.tryAgain()
    case "read": await read()
    case "close": await model.close()
    case "ended": await model.countdownEnded()
    case "page": if let page = message["page"] as? Int { model.turn(to: page) }
    case "answer": await answer(message)
    case "seats": if let seats = message["seats"] as? Int { model.chooseSeats(seats) }
    case "event": if let product { model.select(product) }
    case "open":
      let address = message["url"] as? String
      return model.links.first { $0.url.absoluteString == address }?.url
    default: break
    }
    return nil
  }

  /// Answers the question that the page shows; an answer to another page's has no effect.
  private func answer(_ message: [String: Any]) async {
    guard let page = message["page"] as? Int, page == model.progress?.position,
      let answer = message["answer"] as? Int
    else { return }
    await model.answer(answer)
  }

  private func read() async {
    if case .welcome = model.state { await model.welcomeShown() } else { await model.messageRead() }
  }

  private var plans: [WebPaywallPlan] {
    let client = model.client
    guard let shown = client.presentation, let presenter = client.presenter(of: shown.content)
    else { return [] }
    return presenter.plans(client.sales(of: shown.content, seats: model.seats))
  }
}

/// What the page is brought up to date with.
private struct Update: Encodable {
  let plans: [WebPaywallPlan]
  let title: String?
  let subtitle: String
  let selection: CatalogProduct.ID?
  let state: WebPaywallState
  let page: Int?
  let restoreLine: String
  let canPurchase: Bool
  let canRestore: Bool
}

@MainActor
extension WebPaywallState {
  fileprivate init(_ model: PaywallModel) {
    switch model.state {
    case .closed, .selling: self.init(.selling)
    case .loading(let line): self.init(.loading, line: line)
    case .purchasing(let line): self.init(.purchasing, line: line)
    case .pending(let message): self.init(.pending, message)
    case .failed(let message): self.init(.failed, message)
    case .empty(let message): self.init(.empty, message)
    case .offline(let message): self.init(.offline, message)
    case .owned(let line): self.init(.owned, line: line)
    case .welcome(let welcome):
      self.init(
        .welcome, title: welcome.title, line: welcome.line, closeLabel: welcome.closeLabel)
    }
  }

  private init(_ kind: Kind, _ message: PaywallState.Message) {
    self.init(
      kind, title: message.title, line: message.line, retryLabel: message.tryAgainLabel,
      closeLabel: message.closeLabel)
  }
}
