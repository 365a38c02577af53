import { type ActivityQuery, activityQuery, type EventKind } from '@sherpa/contracts/activity'

/** The filters in the address. Days are in the reader's time zone. */
export type ActivityFilter = {
  kind?: EventKind
  /** A user id. */
  person?: string
  /** An athlete id. */
  athlete?: string
  from?: string
  to?: string
}

/** Parses the address and drops invalid values. */
export function filterIn(search: URLSearchParams): ActivityFilter {
  const { kind, person, athlete } = activityQuery.shape
  const read = <Value>(name: string, { success, data }: { success: boolean; data?: Value }) =>
    success && data !== undefined ? { [name]: data } : {}
  const day = (name: 'from' | 'to') => {
    const text = search.get(name)
    return text && startOf(text) ? { [name]: text } : {}
  }
  return {
    ...read('kind', kind.safeParse(search.get('kind') ?? undefined)),
    ...read('person', person.safeParse(search.get('person') ?? undefined)),
    ...read('athlete', athlete.safeParse(search.get('athlete') ?? undefined)),
    ...day('from'),
    ...day('to'),
  }
}

export function searchOf(filter: ActivityFilter) {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value))
}

export function queryOf({
  kind,
  person,
  athlete,
  from,
  to,
}: ActivityFilter): Pick<ActivityQuery, 'kind' | 'person' | 'athlete' | 'from' | 'until'> {
  const start = from && startOf(from)
  const end = to && startOf(to, 1)
  return {
    ...(kind && { kind }),
    ...(person && { person }),
    ...(athlete && { athlete }),
    ...(start && { from: start.toISOString() }),
    ...(end && { until: end.toISOString() }),
  }
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
