import Foundation
import Tollgate

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// A value created for one sign-in, so that a token issued for another is not accepted for it.
///
/// The issuer writes its hash into the token, and the server receives the value itself. Follows Apple's
/// [nonce](https://developer.apple.com/documentation/authenticationservices/asauthorizationopenidrequest/nonce).
public struct SignInNonce: Hashable, Sendable {
  /// The value, which is unguessable and used once.
  public let text: String

  public init(_ text: String) { self.text = text }

  /// The value's SHA-256 ([FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)) in lower-case hexadecimal,
  /// which the issuer is asked to write into the token.
  public var hash: String { SHA256.hash(data: Data(text.utf8)).hexadecimal }
}
