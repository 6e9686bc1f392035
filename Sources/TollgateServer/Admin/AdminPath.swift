import Foundation
public import Tollgate
import TollgateWire

/// The paths of the operators' pages of an app.
public enum AdminPath {
  /// The path of an app's pages, such as `/admin/coach`.
  static func root(of app: Blueprint.App.ID) -> String {
    "/admin/" + Endpoint.percentEncoded(app.rawValue)
  }

  /// The path of a link that signs a person in.
  public static func signIn(to app: Blueprint.App.ID, with link: String) -> String {
    "\(root(of: app))/sign-in?link=\(Endpoint.percentEncoded(link))"
  }

  /// The path of the page on which a proposed blueprint is published.
  public static func blueprint(of app: Blueprint.App.ID) -> String { "\(root(of: app))/blueprint" }

  /// The path of a customer's page.
  static func customer(_ customer: Customer.ID, of app: Blueprint.App.ID) -> String {
    "\(root(of: app))/customers/\(Endpoint.percentEncoded(customer.rawValue))"
  }

  /// A page's path with the fields of its query.
  static func link(_ path: String, _ fields: [(name: String, value: String)]) -> String {
    let pairs = fields.map {
      "\(Endpoint.percentEncoded($0.name))=\(Endpoint.percentEncoded($0.value))"
    }
    return "\(path)?\(pairs.joined(separator: "&"))"
  }
}

extension AdminPages.Way {
  /// The page that says how to sign in.
  static let start = Self(path: "/admin", label: "Operators")

  /// The first page of an app, which says how to sign in.
  static func pages(of app: Blueprint.App.ID) -> Self {
    Self(path: AdminPath.root(of: app), label: "Pages of \(app)")
  }

  /// The first page of the app that a path names; ``start`` if it names none.
  static func from(_ path: String) -> Self {
    let segments = path.split(separator: "/")
    guard segments.count > 2, let app = String(segments[1]).removingPercentEncoding else {
      return .start
    }
    return .pages(of: Blueprint.App.ID(app))
  }
}
