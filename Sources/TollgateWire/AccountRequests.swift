public import Tollgate

/// A request that sets a new password for the caller's account.
public struct PasswordChangeRequest: Hashable, Sendable, Codable {
  /// The password until now.
  public let oldPassword: String
  /// The password from now on, 8 to 128 characters.
  public let newPassword: String
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?

  public init(oldPassword: String, newPassword: String, device: Device.ID? = nil) {
    self.oldPassword = oldPassword
    self.newPassword = newPassword
    self.device = device
  }
}

/// A request for a one-time code, to be sent to an account's email address.
public struct PasswordResetRequest: Hashable, Sendable, Codable {
  /// The greatest number of characters of a ``locale``.
  public static let localeLimit = 35

  /// The email address; case does not matter.
  public let email: String
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?
  /// The language of the mail as a [BCP 47](https://www.rfc-editor.org/info/bcp47) tag, such as `de-CH`.
  public let locale: String?

  public init(email: String, device: Device.ID? = nil, locale: String? = nil) {
    self.email = email
    self.device = device
    self.locale = locale
  }
}

/// A request that sets a new password with a one-time code.
public struct PasswordResetConfirmation: Hashable, Sendable, Codable {
  /// The email address that the code was sent to; case does not matter.
  public let email: String
  /// The code; case, spaces and hyphens do not matter.
  public let code: String
  /// The password from now on, 8 to 128 characters.
  public let newPassword: String
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?

  public init(email: String, code: String, newPassword: String, device: Device.ID? = nil) {
    self.email = email
    self.code = code
    self.newPassword = newPassword
    self.device = device
  }
}

/// A request for a one-time code, to be sent to the caller's email address.
public struct EmailVerificationRequest: Hashable, Sendable, Codable {
  /// The language of the mail as a [BCP 47](https://www.rfc-editor.org/info/bcp47) tag, such as `de-CH`.
  public let locale: String?

  public init(locale: String? = nil) { self.locale = locale }
}

/// A request that verifies the caller's email address with a one-time code.
public struct EmailVerificationConfirmation: Hashable, Sendable, Codable {
  /// The code; case, spaces and hyphens do not matter.
  public let code: String

  public init(code: String) { self.code = code }
}
