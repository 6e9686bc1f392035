// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import Foundation
@_exported public import struct FoundationNetworking.URLRequest

@available(tvOS, unavailable) @available(watchOS, unavailable)
@MainActor open class WKScriptMessage: NSObject {
  open var body: Any { fatalError("a declaration, to check types against") }
}

@available(tvOS, unavailable) @available(watchOS, unavailable)
@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@available(tvOS, unavailable) @available(watchOS, unavailable)
@MainActor open class WKUserContentController: NSObject {
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
}

@available(tvOS, unavailable) @available(watchOS, unavailable)
@MainActor open class WKWebViewConfiguration: NSObject {
  open var userContentController: WKUserContentController {
    fatalError("a declaration, to check types against")
  }
}

@available(tvOS, unavailable) @available(watchOS, unavailable)
@MainActor open class WKNavigation: NSObject {}

// Objective-C lets a delegate leave these out; defaults do so here.
@available(tvOS, unavailable) @available(watchOS, unavailable)
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error)
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

@available(tvOS, unavailable) @available(watchOS, unavailable)
extension WKNavigationDelegate {
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error
  ) {}
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}

@available(tvOS, unavailable) @available(watchOS, unavailable)
@MainActor open class WKWebView: NSObject {
  public override init() {}

  open var configuration: WKWebViewConfiguration {
    fatalError("a declaration, to check types against")
  }

  open weak var navigationDelegate: (any WKNavigationDelegate)?

  @discardableResult
  open func load(_ request: URLRequest) -> WKNavigation? { nil }

  open func evaluateJavaScript(
    _ javaScriptString: String,
    completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {}
}
