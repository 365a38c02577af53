import type { DemoRequest } from '@sherpa/contracts/demo-request'
import { isPlainMailAddress } from '@sherpa/contracts/mail-address'

const LINKS_TOLERATED = 3

/**
 * Why a request should be seen by our staff before anyone gets mail because of it; null for most. Nothing is thrown away:
 * a person decides.
 */
export function suspicion({ full_name, email, company, phone, additional_info }: DemoRequest): string | null {
  if (!isPlainMailAddress(email)) return 'unusual email address'
  const lines = [full_name, company, phone].filter((line) => line !== undefined)
  if (lines.some((line) => /[\r\n]/.test(line))) return 'line break in a single-line field'
  if (lines.some((line) => /https?:\/\/|www\./i.test(line))) return 'link in a name'
  const links = additional_info?.match(/https?:\/\//gi)?.length ?? 0
  if (links > LINKS_TOLERATED) return 'many links'
  return null
}
