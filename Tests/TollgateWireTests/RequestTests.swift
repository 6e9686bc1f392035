import Foundation
import Testing
import Tollgate
import TollgateWire

@Suite("A request on the wire")
struct RequestTests {
  @Test(
    "for a customer names the device and the download of the app, as far as there are any",
    arguments: [
      (CreateCustomerRequest(), "{}"),
      (CreateCustomerRequest(device: "phone"), #"{"device":"phone"}"#),
      (
        CreateCustomerRequest(device: "phone", signedAppTransaction: "a.b.c"),
        #"{"device":"phone","signedAppTransaction":"a.b.c"}"#
      ),
    ])
  func createCustomer(request: CreateCustomerRequest, text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(request), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(CreateCustomerRequest.self, from: Data(text.utf8)) == request)
  }
}
