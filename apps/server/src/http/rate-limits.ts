import { createHash } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import type { Database } from '../persistence/database.ts'

const PERIOD_MINUTES = 15

export type Allowance = { bucket: string; limit: number }
export type RateLimits = ReturnType<typeof rateLimits>

/** Counts what is done, in the database, so that all servers count together. */
export function rateLimits(database: Database, { enabled, clock }: { enabled: boolean; clock: () => Date }) {
  return {
    /**
     * Counts one more for each bucket, and refuses if any is over its limit for this quarter of an hour. What narrow buckets
     * refuse does not count in wide ones: else one stranger could use up what many share.
     */
    async count({ narrow, wide }: { narrow: Allowance[]; wide: Allowance[] }) {
      if (!enabled) return
      await countAll(narrow)
      await countAll(wide)
    },
  }

  async function countAll(allowances: Allowance[]) {
    if (allowances.length === 0) return
    // In one order, so that two that count the same buckets do not wait for one another.
    const sorted = allowances.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
    const now = clock()
    const { rows } = await database.query<{ over: boolean; wait: number }>(
      `with period as (select date_bin(make_interval(mins => $3), $4::timestamptz, timestamptz '2000-01-01') as start),
       counted as (
         insert into rate_counts as r (bucket, period_start, count)
         select bucket, period.start, 1 from unnest($1::text[]) as bucket, period
         on conflict (bucket, period_start) do update set count = r.count + 1 returning r.bucket, r.count)
       select bool_or(counted.count > allowed.most) as over,
         ceil(extract(epoch from max(period.start) + make_interval(mins => $3) - $4))::integer as wait
       from counted join unnest($1::text[], $2::integer[]) as allowed (bucket, most) using (bucket), period`,
      [sorted.map((one) => one.bucket), sorted.map((one) => one.limit), PERIOD_MINUTES, now],
    )
    const [row] = rows
    if (row?.over) throw new Refusal('rate-limited', { retryAfterSeconds: row.wait })
  }
}

/** Counting does not need to know whom. */
export function digest(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** An IPv6 customer has a whole /64 of addresses; an IPv4 one may come written as IPv6. */
export function network(address: string) {
  if (!address.includes(':')) return address
  const [, ipv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (ipv4) return ipv4
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
