/// A record that the customer used a device.
public struct DeviceUse: Hashable, Sendable {
  public let device: Device.ID
  /// The customer it was seen with, before any merge.
  public let origin: Customer.ID
  /// When the device was first seen, by the server's clock.
  public let at: Instant

  public init(device: Device.ID, origin: Customer.ID, at: Instant) {
    self.device = device
    self.origin = origin
    self.at = at
  }
}

extension DeviceUse: FactValue {
  package static var traits: FactTraits { [.activity, .removable] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int { 128 + device.rawValue.bytesAsJSON }
}
