import AppStoreSimulatorTestSupport
import Crypto
import Foundation
import Testing
import TollgateAppStore

@Suite("Apple's own server library, asked about receipts and keys")
struct OfferJudgeTests {
  @Test(
    "Apple's library reads the same transactions out of receipts, and takes the signatures of offers"
  )
  func agrees() throws {
    let key = P256.Signing.PrivateKey()
    let nonce = try #require(UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138"))
    let signer = OfferSigner(
      key: try AppStoreKey(pem: key.pemRepresentation, keyID: "KEY", issuerID: "issuer"),
      bundleID: Shop.bundleID)
    let receipts = try [
      ReceiptTests.receipt([[(1702, "monthly"), (1703, "33993399")]]),
      ReceiptTests.receipt([[(1702, "monthly"), (1703, "33993399")]], nested: true),
      ReceiptTests.receipt([]),
    ]
    let answer = try Self.python([
      key.publicKey.pemRepresentation,
      try signer.promotionalOfferJWS("spring", for: "monthly", nonce: nonce, at: Shop.start),
      try signer.promotionalOffer("spring", for: "monthly", nonce: nonce, at: Shop.start).signature,
      receipts.joined(separator: " "),
    ])
    #expect(
      answer == """
        ['33993399', '33993399', None]
        promotional-offer com.example.shop issuer monthly spring 1769860800 KEY
        the older form holds

        """)
    #expect(
      try receipts.map { try OldReceipt.transactionID(inAppReceipt: $0) } == [
        "33993399", "33993399", nil,
      ])
  }

  private static let script = """
    import base64, sys, jwt
    from appstoreserverlibrary.receipt_utility import ReceiptUtility
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
    from cryptography.hazmat.primitives.hashes import SHA256
    pem, token, signature, receipts = sys.argv[1:]
    read = ReceiptUtility().extract_transaction_id_from_app_receipt
    print([read(receipt) for receipt in receipts.split()])
    claims = jwt.decode(token, pem, algorithms=["ES256"], audience="promotional-offer")
    names = ["aud", "bid", "iss", "productId", "offerIdentifier", "iat"]
    print(*[claims[name] for name in names], jwt.get_unverified_header(token)["kid"])
    values = ["com.example.shop", "KEY", "monthly", "spring", "",
      "7e3fb20b-4cdb-47cc-936d-99d65f608138", "1769860800000"]
    key = serialization.load_pem_public_key(pem.encode())
    key.verify(base64.b64decode(signature), chr(0x2063).join(values).encode(), ECDSA(SHA256()))
    print("the older form holds")
    """

  private static func python(_ arguments: [String]) throws -> String {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let python = root.appending(path: ".venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw TestFailure("Apple's server library is missing: `make test` installs it into .venv.")
    }
    let process = Process()
    process.executableURL = python
    process.arguments = ["-c", script] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
  }
}
