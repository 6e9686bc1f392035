import Foundation

/// The fields of an `application/x-www-form-urlencoded` body.
enum FormFields {
  static func parse(_ body: String) -> [String: String] {
    var components = URLComponents()
    components.percentEncodedQuery = body.replacingOccurrences(of: "+", with: "%20")
    var fields: [String: String] = [:]
    for item in components.queryItems ?? [] { fields[item.name] = item.value }
    return fields
  }
}
