import type { Queryable } from '../../../persistence/database.ts'
import { textOf } from '../../../persistence/queries.ts'
import { findEarlierRows, publicImportRows, type RowPlan, type RowToPlan, saveKeys } from '../../imports/imports.ts'
import type { StoredDealImport } from './deals-importable.ts'
import type { NamedRecords } from './named-records.ts'
import type { DealReading } from './read-row.ts'

const MOST_ROWS_OF_DEAL = 1000

type Row = RowToPlan<DealReading>
type First = { line: number; plan: RowPlan['plan']; record_id: string | null; rows: Set<string> }

/**
 * The first row of a deal adds it, and later ones join it. Rows wait for a choice if their names are ambiguous. Deals
 * that are known, by athlete, company and start, are skipped.
 */
export async function planRows(
  client: Queryable,
  stored: StoredDealImport,
  names: NamedRecords,
  rows: readonly Row[],
): Promise<RowPlan[]> {
  const keys = rows.map(({ line, reading }) => ({ line, key: reading.key }))
  const before = rows[0]?.line ?? 0
  const distinct = [...new Set(keys.map(({ key }) => key))].map((key) => ({ line: before, key }))
  const earlier = await findEarlierRows<DealReading>(client, stored, distinct, MOST_ROWS_OF_DEAL)
  const firsts = new Map<string, First>()
  for (const { first, reading, record_id, isAdded } of earlier) {
    const known = firsts.get(reading.key) ?? {
      line: first,
      plan: isAdded ? ('add' as const) : ('skip' as const),
      record_id: isAdded ? null : record_id,
      rows: new Set<string>(),
    }
    known.rows.add(JSON.stringify(reading))
    firsts.set(reading.key, known)
  }
  const knownDeals = await findKnownDeals(client, stored, names, rows)
  const plans = rows.map(({ line, reading, answer, answered_for }): RowPlan => {
    const plan = { line, matched_by: null, same_as: null, record_id: null, doubt: null, answer, answered_for }
    const athlete = names.athlete(reading.athlete)
    const company = names.company(reading.company)
    if (athlete === 'leave-out' || company === 'leave-out') return { ...plan, plan: 'skip' }
    if (athlete === null || company === null) return { ...plan, plan: 'skip', doubt: 'name' }
    const first = firsts.get(reading.key)
    const content = JSON.stringify(reading)
    if (first) {
      const isRepeated = first.rows.has(content)
      first.rows.add(content)
      if (isRepeated) return { ...plan, plan: 'skip', matched_by: 'row', same_as: first.line }
      return first.plan === 'add'
        ? { ...plan, plan: 'join', same_as: first.line }
        : { ...plan, plan: 'skip', matched_by: 'deal', same_as: first.line, record_id: first.record_id }
    }
    const known =
      stored.mapping.duplicates === 'skip' ? knownDeals.get(toKey(athlete, company, reading.deal.startsOn)) : undefined
    firsts.set(reading.key, { line, plan: known ? 'skip' : 'add', record_id: known ?? null, rows: new Set([content]) })
    return known ? { ...plan, plan: 'skip', matched_by: 'deal', record_id: known } : { ...plan, plan: 'add' }
  })
  const keyByLine = new Map(keys.map(({ line, key }) => [line, key]))
  await saveKeys(client, stored, plans, (line) => [keyByLine.get(line) ?? ''])
  return plans
}

const toKey = (athlete: string, company: string, startsOn: string | undefined) => `${athlete} ${company} ${startsOn}`

async function findKnownDeals(
  client: Queryable,
  { organization_id, id }: StoredDealImport,
  names: NamedRecords,
  rows: readonly Row[],
) {
  const wanted = rows.map(({ reading }) => ({
    athlete: toId(names.athlete(reading.athlete)),
    company: toId(names.company(reading.company)),
    starts: reading.deal.startsOn ?? null,
  }))
  const { rows: known } = await client.query<{ id: string; athlete: string; company: string; starts: string }>(
    `select distinct on (d.athlete_id, d.company_id, d.starts_on) d.id, d.athlete_id as athlete, d.company_id as company,
       d.starts_on as starts
     from jsonb_to_recordset($2::jsonb) as x(athlete uuid, company uuid, starts date)
     join deals d on d.organization_id = $1 and d.athlete_id = x.athlete and d.company_id = x.company
       and d.starts_on = x.starts and d.removed_at is null
     where not exists (select from ${textOf(publicImportRows)} r
       where r.organization_id = $1 and r.import_id = $3 and r.record_id = d.id and r.outcome = 'added')
     order by d.athlete_id, d.company_id, d.starts_on, d.id`,
    [
      organization_id,
      JSON.stringify(wanted.filter(({ athlete, company, starts }) => athlete && company && starts)),
      id,
    ],
  )
  return new Map(known.map(({ id, athlete, company, starts }) => [toKey(athlete, company, starts), id]))
}

const toId = (named: string | null) => (named && named !== 'new' && named !== 'leave-out' ? named : null)
