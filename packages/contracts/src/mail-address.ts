/** Safe subset of RFC 5322: no quoting, separators or brackets. */
const plain = /^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+@[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+$/u

/** The mailbox of an address: lowercase, and without what follows a plus. */
export const mailboxOf = (address: string) => address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@')

/** Whether a text is exactly one plain address. */
export function isPlainMailAddress(text: string) {
  return plain.test(text)
}
