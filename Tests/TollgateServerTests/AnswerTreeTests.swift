import Crypto
import Foundation
import Testing
import Tollgate
import TollgateWire

@Suite("Answers that are signed together")
struct AnswerTreeTests {
  private let key = Curve25519.Signing.PrivateKey()
  private let app: Blueprint.App.ID = "coach-paid"

  /// The bodies of as many customers, signed by one signature.
  private func signed(_ count: Int) throws -> [AnswerSignature] {
    let salts = (0..<count).map { [UInt8](repeating: UInt8($0), count: AnswerTree.saltByteCount) }
    let tree = AnswerTree(
      (0..<count).map { index in
        AnswerTree.leaf(
          AnswerKey.message(body(index), app: app, customer: customer(index)), salt: salts[index])
      })
    let root = try key.signature(for: AnswerTree.message(root: tree.root, count: count))
    return (0..<count).map { index in
      AnswerSignature(
        Array(root),
        proof: AnswerSignature.Proof(
          index: index, count: count, salt: salts[index], path: tree.path(of: index)))
    }
  }

  private func body(_ index: Int) -> [UInt8] { Array(#"{"version":\#(index)}"#.utf8) }
  private func customer(_ index: Int) -> Customer.ID { Customer.ID("customer-\(index)") }

  private func accepts(
    _ signature: AnswerSignature, _ body: [UInt8], _ customer: Customer.ID?
  ) throws -> Bool {
    try #require(AnswerKey(bytes: key.publicKey.rawRepresentation))
      .signed(body, signature: "\(signature)", app: app, customer: customer)
  }

  @Test("each of any number of answers is verified with its own proof, and with no other")
  func everyPlace() throws {
    for count in Array(1...20) + [255, 256] {
      let signatures = try signed(count)
      for (index, signature) in signatures.enumerated() {
        #expect(AnswerSignature("\(signature)") == signature)
        #expect(try accepts(signature, body(index), customer(index)), "\(index) of \(count)")
        #expect(try !accepts(signature, body(index) + [32], customer(index)))
        #expect(try !accepts(signature, body(index), customer(count)))
        guard count > 1 else { continue }
        let other = (index + 1) % count
        #expect(try !accepts(signature, body(other), customer(other)))
        #expect(try !accepts(signatures[other], body(index), customer(index)))
      }
    }
  }

  @Test("a proof with another place, number, salt or path is refused")
  func forgedProof() throws {
    let signature = try signed(6)[2]
    let proof = try #require(signature.proof)
    #expect(try accepts(signature, body(2), customer(2)))
    let places = [(3, 6), (2, 7), (2, 1), (-1, 6), (6, 6), (2, 0), (2, 257)]
    var forged = places.map { index, count in
      AnswerSignature.Proof(index: index, count: count, salt: proof.salt, path: proof.path)
    }
    forged.append(
      AnswerSignature.Proof(index: 2, count: 6, salt: proof.salt.map { $0 ^ 1 }, path: proof.path))
    var changed = proof.path
    changed[0] ^= 1
    let hash = [UInt8](repeating: 0, count: 32)
    let paths: [[UInt8]] = [[], changed, Array(proof.path.dropLast()), proof.path + hash]
    for path in paths {
      forged.append(AnswerSignature.Proof(index: 2, count: 6, salt: proof.salt, path: path))
    }
    for proof in forged {
      let changed = AnswerSignature(signature.signature, proof: proof)
      #expect(try !accepts(changed, body(2), customer(2)), "\(proof)")
    }
    #expect(try !accepts(AnswerSignature(signature.signature), body(2), customer(2)))
  }

  @Test(
    "a header that is not of the form is refused",
    arguments: ["", ";", ";;;", "AAAA;0;1", "AAAA;0;1;AAAA", "AAAA;x;1;AAAA", "AAAA;0;1;*", "*"])
  func malformed(text: String) throws {
    let pinned = try #require(AnswerKey(bytes: key.publicKey.rawRepresentation))
    #expect(!pinned.signed(body(0), signature: text, app: app, customer: customer(0)))
  }

  @Test("the root is that of RFC 9162, as in the vectors of Certificate Transparency")
  func vectors() {
    let leaves: [[UInt8]] = [
      [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], Array(0x40...0x43), Array(0x50...0x57),
      Array(0x60...0x6f),
    ].map { AnswerTree.leaf($0, salt: []) }
    let roots = [
      1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      4: "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      5: "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      6: "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    for (count, root) in roots {
      let tree = AnswerTree(Array(leaves.prefix(count)))
      #expect(tree.root.map { String(format: "%02x", $0) }.joined() == root, "\(count) leaves")
    }
  }
}
