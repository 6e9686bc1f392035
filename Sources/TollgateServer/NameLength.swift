import Tollgate
import TollgateWire

/// The limit of the names that clients choose, such as those of devices and items.
enum NameLength {
  /// The greatest number of characters.
  static let limit = HeldItemsRequest.nameLimit

  static func check(_ device: Device.ID?) throws(Problem) {
    try check(device?.rawValue, "device")
  }

  static func check(_ item: Item.ID?) throws(Problem) { try check(item?.rawValue, "item") }

  static func check(_ parent: Parent.ID?) throws(Problem) { try check(parent?.rawValue, "parent") }

  static func check(offer: String) throws(Problem) { try check(offer, "offer") }

  private static func check(_ name: String?, _ field: String) throws(Problem) {
    guard let name else { return }
    guard (1...limit).contains(name.unicodeScalars.count) else {
      throw Problem(.invalidValue, "`\(field)` must have 1 to \(limit) characters.")
    }
  }
}
