import { createHash } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database } from '../persistence/database.ts'
import { query, run } from '../persistence/queries.ts'

const PERIOD = '15 minutes'
/** Longer than any period that is counted in. */
const KEPT_HOURS = 3
/** How buckets begin that are counted by the day. */
export const KEPT_FOR_A_DAY = 'daily '
const KEPT_DAILY_HOURS = 25

export type Allowance = { bucket: string; limit: number }
export type RateLimits = ReturnType<typeof rateLimits>

/**
 * Counts what is done, in the database, so that all servers count together. Domains declare their limits with their endpoints.
 * All is counted by the function `count_rates`; `schedule_demo` calls it too, in its one round trip.
 */
export function rateLimits(database: Database, { enabled, clock }: { enabled: boolean; clock: () => Date }) {
  return {
    /**
     * Counts one more for each, in turn, and refuses at the first that is over its limit for this quarter of an hour. Put narrow
     * buckets before wide ones: what is refused does not count in those after it, else one stranger could use up what many share.
     * Always in one order, so that two that count the same buckets do not wait for one another.
     */
    async count(allowances: Allowance[]) {
      if (!enabled || allowances.length === 0) return
      const { rows } = await database.query<{ wait: number | null }>({
        name: 'count-rates',
        text: 'select count_rates($1, $2, $3, $4) as wait',
        values: [allowances.map(({ bucket }) => bucket), allowances.map(({ limit }) => limit), PERIOD, clock()],
      })
      const wait = rows[0]?.wait
      if (wait != null) throw new Refusal('rate-limited', { retryAfterSeconds: wait })
    },
  }
}

export async function forgetOldCounts(database: Database) {
  const keptHours = sql`case when starts_with(bucket, ${KEPT_FOR_A_DAY}) then ${KEPT_DAILY_HOURS}::int else ${KEPT_HOURS}::int end`
  const old = sql<Date>`now() - make_interval(hours => ${keptHours})`
  await run(database, query.deleteFrom('rate_counts').where('period_start', '<', old))
}

/** Counting does not need to know whom. */
export function digest(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** An IPv6 customer has a whole /64 of addresses; an IPv4 one may come written as IPv6. */
export function network(address: string | undefined) {
  // The connection is already closed.
  if (address === undefined) return 'unknown'
  if (!address.includes(':')) return address
  const [, ipv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (ipv4) return ipv4
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
