/// The names of the headers of requests and responses.
public enum Header {
  /// Makes a repeated request count once; 1 to 128 printable ASCII characters without spaces, chosen by the caller.
  ///
  /// The first response is returned again, byte for byte. Reusing a key for another request is refused as
  /// `idempotency_key_reused`.
  public static let idempotencyKey = "Idempotency-Key"
  /// Carries the customer token or secret key as `Bearer TOKEN`
  /// ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750), 2.1).
  public static let authorization = "Authorization"
  /// Marks a response as a repetition of the first one: `true`.
  public static let replayed = "Idempotency-Replayed"
  /// Carries the server's signature of a response in Base64, which ``AnswerKey`` verifies.
  ///
  /// It is sent with every response that carries facts, a snapshot or the blueprint; a problem has none.
  public static let signature = "Tollgate-Signature"
  /// Names the key of the signature, as ``AnswerKey/id``.
  ///
  /// A client that pins several keys can choose by it, or try them all.
  public static let signingKey = "Tollgate-Key"
}
