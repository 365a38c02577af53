import { dayIn } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'

/** Completion of the first signed version; unamended clauses count from it. */
export function signedAt({ versions }: Pick<Deal, 'versions'>) {
  return versions.flatMap((version) => version.signedAt ?? []).reduce<string | null>(earlier, null)
}

const earlier = (first: string | null, at: string) => (first && first < at ? first : at)

/** In the organization's time zone. */
export function signedOn(deal: Pick<Deal, 'versions'>, timeZone: string) {
  const at = signedAt(deal)
  return at && dayIn(at, timeZone)
}
