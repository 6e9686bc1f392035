/// Bytes as lowercase hexadecimal digits, two for each.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.reduce(into: "") { text, byte in
    text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }
}
