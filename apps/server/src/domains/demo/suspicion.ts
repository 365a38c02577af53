import type { DemoRequest, DemoRequestAsSent } from '@sherpa/contracts/demo-request'
import { isPlainMailAddress } from '@sherpa/contracts/mail-address'

const LINKS_TOLERATED = 3

/**
 * Why a request should be seen by our staff before anyone gets mail because of it; null for most. Nothing is thrown away:
 * a person decides.
 */
export function suspicion(request: DemoRequest, asSent: DemoRequestAsSent): string | null {
  const { email, additional_info } = request
  // In a link to write to them, these would begin the subject or the text.
  if (!isPlainMailAddress(email) || /[?&%]/.test(email)) return 'unusual email address'
  // What we keep has none any more; that they were sent is telling, since no form does.
  if (linesOf(asSent).some((line) => /[\r\n]/.test(line.trim()))) return 'line break in a single-line field'
  if (linesOf(request).some((line) => /https?:\/\/|www\./i.test(line))) return 'link in a name'
  const links = additional_info?.match(/https?:\/\//gi)?.length ?? 0
  if (links > LINKS_TOLERATED) return 'many links'
  return null
}

function linesOf({ full_name, company = '', phone = '' }: DemoRequestAsSent) {
  return [full_name, company, phone]
}
