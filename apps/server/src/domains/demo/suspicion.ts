import type { DemoRequest, DemoRequestAsSent } from '@sherpa/contracts/demo-request'
import { isPlainMailAddress } from '@sherpa/contracts/mail-address'

const MAX_LINKS = 3

/** Reason to quarantine a request until staff review it. Null for most requests. */
export function findSuspicion(request: DemoRequest, asSent: DemoRequestAsSent): string | null {
  const { email, additional_info } = request
  // In a mailto link, these characters would start subject or body.
  if (!isPlainMailAddress(email) || /[?&%]/.test(email)) return 'unusual email address'
  // Checks the raw input: parsing removes line breaks, and forms never send them.
  if (listLines(asSent).some((line) => /[\r\n]/.test(line.trim()))) return 'line break in a single-line field'
  if (listLines(request).some((line) => /https?:\/\/|www\./i.test(line))) return 'link in a name'
  const links = additional_info?.match(/https?:\/\//gi)?.length ?? 0
  if (links > MAX_LINKS) return 'many links'
  return null
}

function listLines({ full_name, company = '', phone = '' }: DemoRequestAsSent) {
  return [full_name, company, phone]
}
