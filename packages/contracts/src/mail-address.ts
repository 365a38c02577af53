/** The part of RFC 5322 that people use: nothing quoted, nothing that could separate or wrap addresses. */
const plain = /^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+@[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+$/u

/** Whether a text is one address and nothing else, as it would be written on an envelope. */
export function isPlainMailAddress(text: string) {
  return plain.test(text)
}
