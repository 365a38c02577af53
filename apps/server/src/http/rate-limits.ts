import { createHash } from 'node:crypto'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database } from '../persistence/database.ts'
import { query, run } from '../persistence/queries.ts'

const PERIOD = '15 minutes'
/** Longer than the period. */
const KEPT_HOURS = 3
/** Prefix of daily buckets. */
export const KEPT_FOR_A_DAY = 'daily '
const KEPT_DAILY_HOURS = 25

export type Allowance = { bucket: string; limit: number }
export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Rate limits shared by all servers through the database (`count_rates`). Endpoints declare their limits.
 * `schedule_demo` calls the same function within its own round trip.
 */
export function createRateLimits(database: Database, { enabled, clock }: { enabled: boolean; clock: () => Date }) {
  return {
    /**
     * Counts each bucket in order and refuses at the first that exceeds its limit. Put narrow buckets before wide ones:
     * a refused request does not count in later buckets, so one client cannot exhaust a shared one.
     * Always pass buckets in the same order: it is the lock order, which prevents deadlocks.
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

/** Buckets hold hashes instead of personal data. */
export function digest(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** IPv6 addresses count by their /64 prefix, because a customer has a whole one. IPv4-mapped ones count as IPv4. */
export function network(address: string | undefined) {
  // Closed connections have no address.
  if (address === undefined) return 'unknown'
  if (!address.includes(':')) return address
  const [, ipv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (ipv4) return ipv4
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
