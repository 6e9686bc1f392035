import Testing
import Tollgate
import TollgateLedger

@Suite("A customer's record")
struct CustomerRecordTests {
  @Test("two records of a customer are equal exactly if all that they say is")
  func equality() {
    let record = CustomerRecord(id: "c", version: 1, customer: Customer())
    let same = CustomerRecord(id: "c", version: 1, customer: Customer())
    #expect(record == same)
    #expect(record.hashValue == same.hashValue)
    let device = Fact.device(DeviceUse(device: "phone", origin: "c", at: .start))
    let others = [
      CustomerRecord(id: "d", version: 1, customer: Customer()),
      CustomerRecord(id: "c", version: 2, customer: Customer()),
      CustomerRecord(id: "c", version: 1, customer: Customer([device])),
      CustomerRecord(id: "c", version: 1, customer: Customer(), mergedInto: "d"),
      CustomerRecord(id: "c", version: 1, customer: Customer(), isErased: true),
      CustomerRecord(id: "c", version: 1, customer: Customer(), absorbed: ["d"]),
      CustomerRecord(id: "c", version: 1, customer: Customer(), sessionGeneration: 1),
    ]
    for other in others { #expect(other != record) }
  }
}
