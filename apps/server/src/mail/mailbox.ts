import { isPlainMailAddress } from '@sherpa/contracts/mail-address'

export type Mailbox = { name: string; address: string }

/** Reads `Sherpa <demo@sherpa.example>` or an address alone; `undefined` for anything but one mailbox. */
export function readMailbox(text: string): Mailbox | undefined {
  const named = /^([^<>]*)<([^<>]*)>$/.exec(text)
  const name = oneLine(named?.[1] ?? '').replace(/^"(.*)"$/, '$1')
  const address = named?.[2] ?? text
  return isPlainMailAddress(address) ? { name, address } : undefined
}

/** Prevents header injection: removes line breaks, control and bidirectional characters. */
export function oneLine(text: string) {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
