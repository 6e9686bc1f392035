// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

@_exported public import Foundation
public import SwiftUI

func declared<Value>() -> Value { fatalError("a declaration, to check types against") }

open class ASAuthorization: NSObject {
  public struct Scope: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let fullName = Scope(rawValue: "fullName")
    public static let email = Scope(rawValue: "email")
  }

  open var credential: any ASAuthorizationCredential { declared() }
}

public protocol ASAuthorizationCredential: NSObjectProtocol {}

open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
  open var user: String { declared() }
  open var identityToken: Data? { declared() }
  open var authorizationCode: Data? { declared() }
  open var fullName: PersonNameComponents? { declared() }
  open var email: String? { declared() }
  open var state: String? { declared() }
}

open class ASAuthorizationRequest: NSObject {}

open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  open var requestedScopes: [ASAuthorization.Scope]? {
    get { declared() }
    set {}
  }
  open var state: String? {
    get { declared() }
    set {}
  }
  open var nonce: String? {
    get { declared() }
    set {}
  }
}

open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
  open var user: String? {
    get { declared() }
    set {}
  }
}

open class ASAuthorizationAppleIDProvider: NSObject {
  open func createRequest() -> ASAuthorizationAppleIDRequest { declared() }
}

public struct ASAuthorizationError: Error {
  public enum Code: Int, Sendable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005
  }

  public var code: Code { declared() }
}

@MainActor @preconcurrency
public struct SignInWithAppleButton: View {
  public typealias Body = Never

  public struct Label: Sendable {
    public static let signIn = Label()
    public static let `continue` = Label()
    public static let signUp = Label()
  }

  nonisolated public init(
    _ label: SignInWithAppleButton.Label = .signIn,
    onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
    onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
  ) {}
}
