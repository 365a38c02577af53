import { dayIn } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'

/** When the last side signed the version that is in force; null before. */
export function signedAt({ inForce, signatures }: Pick<Deal, 'inForce' | 'signatures'>) {
  if (inForce === null) return null
  return signatures
    .map((one) => one.signedAt)
    .reduce<string | null>((last, at) => (last && last > at ? last : at), null)
}

/** The day of it for the organization: from it, payments are counted. */
export function signedOn(deal: Pick<Deal, 'inForce' | 'signatures'>, timeZone: string) {
  const at = signedAt(deal)
  return at && dayIn(at, timeZone)
}
