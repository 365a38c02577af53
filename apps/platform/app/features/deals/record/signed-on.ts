import { dayIn } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'

/** When the last side signed the first version; null before. Clauses count from it, unless an amendment changed them. */
export function signedAt({ versions }: Pick<Deal, 'versions'>) {
  return versions.flatMap((version) => version.signedAt ?? []).reduce<string | null>(earlier, null)
}

const earlier = (first: string | null, at: string) => (first && first < at ? first : at)

/** The day of it for the organization: from it, payments are counted. */
export function signedOn(deal: Pick<Deal, 'versions'>, timeZone: string) {
  const at = signedAt(deal)
  return at && dayIn(at, timeZone)
}
