import Foundation
import NIOCore

/// The address that a request comes from, as an IPv6 address; an IPv4 address is mapped into
/// [`::ffff:0:0/96`](https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2).
public struct NetworkAddress: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// No address, as for a request that does not come from a network.
  public static let unknown = NetworkAddress(high: 0, low: 0)

  private static let mappedPrefix: UInt64 = 0xffff << 32

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses an IPv4 or IPv6 address, with or without a port; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var text = String(text).trimmingCharacters(in: .whitespaces)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      text = String(text[text.index(after: text.startIndex)..<end])
    } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
      text = String(text[..<colon])
    }
    do {
      self.init(try SocketAddress(ipAddress: text, port: 0))
    } catch {
      return nil
    }
  }

  init(_ address: SocketAddress?) {
    switch address {
    case .v4(let address):
      self.init(
        high: 0,
        low: Self.mappedPrefix | UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr)))
    case .v6(let address):
      let (high, low) = withUnsafeBytes(of: address.address.sin6_addr) { bytes in
        (
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
      self.init(high: high, low: low)
    case .unixDomainSocket, nil: self = .unknown
    }
  }

  /// What one subscriber of a network has: an IPv4 address, or the /64 of an IPv6 address.
  public var subscriber: NetworkAddress {
    isIPv4 ? self : NetworkAddress(high: high, low: 0)
  }

  var subscriberName: String { isIPv4 ? "\(low)" : "\(high)/64" }

  private var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

  /// Whether it belongs to one host on the public Internet, and not to this machine, a private network or a special
  /// purpose.
  ///
  /// Follows the registries of special addresses for
  /// [IPv4](https://www.iana.org/assignments/iana-ipv4-special-registry) and
  /// [IPv6](https://www.iana.org/assignments/iana-ipv6-special-registry). An IPv4 address is judged as such in every
  /// IPv6 form that a host may connect to: mapped, or behind a translator.
  var isPublic: Bool {
    if isIPv4 {
      let address = UInt32(truncatingIfNeeded: low)
      return !Self.reservedIPv4.contains {
        address >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits)
      }
    }
    // Only 2000::/3 is assigned to hosts.
    return high >> 61 == 1
      && !Self.reservedIPv6.contains { high >> (64 - $0.bits) == $0.prefix >> (64 - $0.bits) }
  }

  private static let reservedIPv4: [(prefix: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8), (0x0a00_0000, 8), (0x6440_0000, 10), (0x7f00_0000, 8), (0xa9fe_0000, 16),
    (0xac10_0000, 12), (0xc000_0000, 24), (0xc000_0200, 24), (0xc058_6300, 24), (0xc0a8_0000, 16),
    (0xc612_0000, 15), (0xc633_6400, 24), (0xcb00_7100, 24), (0xe000_0000, 4), (0xf000_0000, 4),
  ]

  /// Protocol assignments, which include Teredo's tunnels; documentation; and 6to4, which reaches any IPv4 address.
  private static let reservedIPv6: [(prefix: UInt64, bits: UInt64)] = [
    (0x2001_0000_0000_0000, 23), (0x2001_0db8_0000_0000, 32), (0x2002_0000_0000_0000, 16),
    (0x3fff_0000_0000_0000, 20),
  ]

  /// Whether it says nothing about who sends a request: there is none, or it is this machine's own.
  ///
  /// A proxy on this machine that `--proxy` does not name has such an address, and everybody comes through it.
  var isAnonymous: Bool {
    self == .unknown || (isIPv4 ? (low >> 24) & 0xff == 127 : high == 0 && low == 1)
  }
}
