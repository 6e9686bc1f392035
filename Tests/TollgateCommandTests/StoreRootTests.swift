import AppStoreSimulator
import ArgumentParser
import Foundation
import Testing
import Tollgate
import TollgateAppStore

@testable import TollgateCommand

@Suite("The certificates that a server trusts")
struct StoreRootTests {
  @Test(
    "the certificates that a server trusts are read and checked before anything starts, and each file that cannot be one is named"
  )
  func refused() throws {
    let folder = try TemporaryFolder()
    let chain = try SigningChain()
    let pem = "-----BEGIN CERTIFICATE-----\n\(chain.root.base64EncodedString())\n"
    let files = [
      "text": Data("not a certificate".utf8), "empty": Data(), "pem": Data(pem.utf8),
      "leaf": chain.certificates[0], "intermediate": chain.certificates[1], "root": chain.root,
      "cut": Data(chain.root.dropLast()), "long": chain.root + Data([0]),
    ]
    for (name, contents) in files {
      try contents.write(to: folder.url.appendingPathComponent(name))
    }
    let cases: [(String, String)] =
      ["text", "empty", "pem", "leaf", "intermediate", "cut", "long"].map { ("--store-root", $0) }
      + ["text", "empty", "pem", "root"].map { ("--xcode-certificate", $0) }
    for (option, name) in cases {
      for subcommand in [["serve"], ["doctor"]] {
        let path = folder.url.appendingPathComponent(name).path
        let command = try Command(
          subcommand + ["Blueprints/grobro.yml", "--environment", "sandbox", option, path]
            + (subcommand == ["serve"] ? ["--in-memory", "--port", "0"] : []))
        #expect(command.status == 1, "\(option) \(name)")
        let said = command.errors + command.output
        #expect(said.contains("\(path)") && said.contains("not a certificate in DER"), "\(said)")
      }
    }
  }

  @Test(
    "the certificates that a server trusts may be Apple's root as Apple publishes it, or a simulator's, and Xcode's"
  )
  func accepted() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("root.cer")
    for (root, isOther) in [(AppleRootCertificate.der, false), (try SigningChain().root, true)] {
      try root.write(to: file)
      let command = try ServeCommand.parse(["grobro.yml", "--store-root", file.path])
      #expect(try command.environments.replacesApple() == isOther)
    }
    try SigningChain.xcode().root.write(to: file)
    let local = try ServeCommand.parse(
      ["grobro.yml", "--environment", "sandbox", "--xcode-certificate", file.path])
    let app = Blueprint.App(id: "grobro", name: "GroBro", bundleID: "com.example.grobro")
    _ = try local.environments.verifier(of: app, in: "grobro.yml")
  }

  @Test(
    "the certificates that a server trusts are an error of doctor in production, unless the root is Apple's"
  )
  func doctor() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("root.cer")
    try SigningChain().root.write(to: file)
    let other = try Command(["doctor", "Blueprints/grobro.yml", "--store-root", file.path])
    #expect(other.status == 1)
    #expect(other.output.contains("error: root: --store-root is not Apple's root"))
    try AppleRootCertificate.der.write(to: file)
    let same = try Command(["doctor", "Blueprints/grobro.yml", "--store-root", file.path])
    #expect(!same.output.contains("error: root"))
  }
}
