import { activityQuery } from '@sherpa/contracts/activity'
import * as z from 'zod/mini'
import type { ListState } from '../../list/list-address.ts'

const localDay = z.string().check(z.refine((day) => startOf(day) !== undefined))
const { kind, person, athlete } = activityQuery.shape

/** The filters in the address. Both days are in the reader's time zone and included. */
export const activityFilter = z.object({ kind, person, athlete, from: localDay, until: localDay })

/** The operation takes instants. */
export function queryOf({ from, until, ...others }: ListState): ListState {
  const start = from && startOf(from)
  const end = until && startOf(until, 1)
  return { ...others, ...(start && { from: start.toISOString() }), ...(end && { until: end.toISOString() }) }
}

/** The start of a day (2026-11-17) in the reader's time zone, or of a later one. */
function startOf(day: string, later = 0) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (!year || !month || !date) return undefined
  const named = new Date(year, month - 1, date)
  // February 30 would become March 2.
  if (named.getMonth() !== month - 1 || named.getDate() !== date) return undefined
  return new Date(year, month - 1, date + later)
}
