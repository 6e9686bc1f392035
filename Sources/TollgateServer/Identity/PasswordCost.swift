/// The cost of one password hash, by the parameters of [scrypt](https://www.rfc-editor.org/rfc/rfc7914).
public struct PasswordCost: Hashable, Sendable {
  /// The binary logarithm of the number of rounds, 1 to 20.
  public let logarithm: Int
  /// The block size, 1 to 32; memory is 128 · 2^logarithm · blockSize bytes.
  public let blockSize: Int
  /// The parallelization parameter, 1 to 16.
  public let parallelism: Int

  /// Creates a cost, clamped to the ranges of its parameters.
  public init(logarithm: Int, blockSize: Int, parallelism: Int) {
    self.logarithm = min(max(logarithm, 1), 20)
    self.blockSize = min(max(blockSize, 1), 32)
    self.parallelism = min(max(parallelism, 1), 16)
  }

  /// 32 MiB and about a fifth of a second, following the
  /// [OWASP recommendation](https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html).
  public static let standard = PasswordCost(logarithm: 15, blockSize: 8, parallelism: 3)

  /// Almost no work: for tests and playgrounds, never for real passwords.
  public static let negligible = PasswordCost(logarithm: 4, blockSize: 1, parallelism: 1)
}
