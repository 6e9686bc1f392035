import Tollgate

extension Endpoint {
  /// One line of the table.
  struct Row {
    let method: Method
    /// The path after that of the app, with `*` in place of each name.
    let route: String
    /// The names in the path in order, not yet encoded.
    let names: [String]
    /// Whether repeating the request without a key could count twice.
    let needsKey: Bool
    /// Whether the path is below that of an app.
    let isInApp: Bool
    /// The customer to name in the path, not yet encoded; nil means the caller, as `me`.
    var customer: String?

    /// Creates the row of an endpoint that is called for a customer.
    init(_ own: Row, of customer: String) {
      self = own
      self.customer = customer
    }

    init(
      _ method: Method, _ route: String, _ names: String..., needsKey: Bool = false,
      isInApp: Bool = true
    ) {
      self.method = method
      self.route = route
      self.names = names
      self.needsKey = needsKey
      self.isInApp = isInApp
    }

    /// The whole path, with the app's name as given and the others encoded.
    func path(app: String, name encoded: (String) -> String) -> String {
      var names = names[...]
      var path = route.split(separator: "/")
        .map { $0 == "*" ? names.popFirst().map(encoded) ?? "" : String($0) }
        .joined(separator: "/")
      if let customer {
        path.replace("customers/me/", with: "customers/\(encoded(customer))/", maxReplacements: 1)
      }
      return isInApp ? "/\(Endpoint.version)/apps/\(app)/\(path)" : "/\(path)"
    }
  }
}
