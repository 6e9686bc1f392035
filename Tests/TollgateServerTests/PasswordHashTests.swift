import Testing

@testable import TollgateServer

@Suite("Passwords")
struct PasswordHashTests {
  /// [RFC 7914](https://www.rfc-editor.org/rfc/rfc7914#section-12), the second vector, cut to 32 bytes: PBKDF2's first block.
  @Test("a hash is scrypt's, as its standard shows")
  func vector() throws {
    let hash = try PasswordHash(
      "password", salt: Array("NaCl".utf8),
      cost: PasswordCost(logarithm: 10, blockSize: 8, parallelism: 16))
    #expect(
      hash.hash.prefix(8) == [0xfd, 0xba, 0xbe, 0x1c, 0x9d, 0x34, 0x72, 0x00])
  }

  @Test("a hash is written with its cost and read again")
  func text() throws {
    let hash = try PasswordHash(
      "correct horse", salt: Array(0..<16),
      cost: PasswordCost(logarithm: 4, blockSize: 1, parallelism: 2))
    #expect(hash.text.hasPrefix("$scrypt$ln=4,r=1,p=2$AAECAwQFBgcICQoLDA0ODw==$"))
    let read = try #require(PasswordHash(text: hash.text))
    #expect(read == hash)
    #expect(try read.matches("correct horse"))
    #expect(try !read.matches("correct horsf"))
    #expect(try !read.matches(""))
  }

  @Test(
    "invalid hashes are rejected",
    arguments: [
      "", "$scrypt$", "$bcrypt$ln=4,r=1,p=2$AAAA$AAAA", "$scrypt$ln=4,p=2,r=1$AAAA$AAAA",
      "$scrypt$ln=4,r=1,p=2$AAAA$AAAA", "$scrypt$ln=x,r=1,p=2$AAAA$AAAA",
    ])
  func malformed(text: String) {
    #expect(PasswordHash(text: text) == nil)
  }

  @Test("the standard cost takes work, and memory of 32 MiB")
  func standard() {
    let cost = PasswordCost.standard
    #expect(128 * (1 << cost.logarithm) * cost.blockSize == 32 * 1024 * 1024)
  }
}
