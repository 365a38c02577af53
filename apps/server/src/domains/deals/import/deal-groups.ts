import type { DealImportFindings } from '@sherpa/contracts/deal-import'
import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { rowsOf } from '../../../persistence/queries.ts'
import { foldName } from '../../../tables/read-text.ts'
import { failLines, publicImportRows } from '../../imports/imports.ts'
import { buildDeal, type GroupRow, type ImportedDeal, RowsProblem } from './build-deal.ts'
import type { StoredDealImport } from './deals-importable.ts'
import { NamedRecords } from './named-records.ts'
import type { DealReading } from './read-row.ts'

type StoredRow = GroupRow & { first: number; plan: string }

/** Rows of the deals whose first rows these are, or of all deals. */
export async function loadGroups(client: Queryable, stored: StoredDealImport, firstLines?: readonly number[]) {
  const { organization_id, id } = stored
  const some = firstLines
    ? sql`and (r.line = any(${firstLines}::integer[]) or r.same_as = any(${firstLines}::integer[]))`
    : sql``
  const rows = await rowsOf(
    client,
    sql<StoredRow>`select r.line, coalesce(r.sheet_row, r.line) as "sheetRow", r.reading, r.plan,
       coalesce(r.same_as, r.line) as first
     from ${publicImportRows} r where r.organization_id = ${organization_id} and r.import_id = ${id}
       and r.plan in ('add', 'join') ${some} order by r.line`,
  )
  const groups = new Map<number, GroupRow[]>()
  for (const { first, line, sheetRow, reading } of rows) {
    groups.set(first, [...(groups.get(first) ?? []), { line, sheetRow, reading }])
  }
  return groups
}

/** What the deals of the file are, and what keeps some of them from being added. */
export async function findAboutDeals(
  client: Queryable,
  stored: StoredDealImport,
  joinedOn: string,
): Promise<Omit<DealImportFindings, 'counts' | 'withinFile' | 'open' | 'changedValues' | 'notUnderstood'>> {
  const groups = await loadGroups(client, stored)
  const broken = await findBrokenKeys(client, stored)
  const failures: { line: number; message: string }[] = []
  const deals: ImportedDeal[] = []
  for (const rows of groups.values()) {
    const failAll = (line: number, message: string) =>
      failures.push(
        ...rows.map((row) => ({
          line: row.line,
          message: row.line === line ? message : 'Another row of this deal has an error',
        })),
      )
    if (rows.some(({ reading }) => broken.has(reading.key) || broken.has(partiesOf(reading)))) {
      failAll(0, '')
      continue
    }
    try {
      deals.push(buildDeal(rows, stored.mapping.defaults))
    } catch (error) {
      if (!(error instanceof RowsProblem)) throw error
      failAll(error.line, error.message)
    }
  }
  await failLines(client, stored, failures)
  const failed = new Set(failures.map(({ line }) => line))
  const joined = [...groups.values()].flat().filter(({ line }) => !groups.has(line) && !failed.has(line)).length
  return {
    deals: deals.length,
    joined,
    incomplete: [...groups.keys()].filter((line) => failed.has(line)).length,
    ...(await listUnknownNames(client, stored)),
    toApprove: deals.filter(({ signedOn }) => signedOn >= joinedOn).length,
    totals: totalsOf(deals),
  }
}

/**
 * Keys of deals with a row that cannot be read or is left out, and parties of rows without a start, which may belong to
 * any of their deals.
 */
async function findBrokenKeys(client: Queryable, { organization_id, id }: StoredDealImport) {
  const rows = await rowsOf(
    client,
    sql<{ reading: DealReading; isOut: boolean }>`select r.reading, r.plan in ('fail', 'skip') as "isOut"
     from ${publicImportRows} r where r.organization_id = ${organization_id} and r.import_id = ${id}
       and (r.plan = 'fail' or r.plan = 'skip' and r.matched_by is null or r.reading->'deal'->'startsOn' is null)`,
  )
  return new Set(
    rows.flatMap(({ reading, isOut }) => [
      ...(isOut ? [reading.key] : []),
      ...(reading.deal.startsOn || reading.key.startsWith('ref ') ? [] : [partiesOf(reading)]),
    ]),
  )
}

const partiesOf = ({ athlete, company }: DealReading) => `parties ${foldName(athlete)}|${foldName(company)}`

async function listUnknownNames(client: Queryable, stored: StoredDealImport) {
  const { organization_id, id } = stored
  const rows = await rowsOf(
    client,
    sql<Pick<DealReading, 'athlete' | 'company'> & { rows: number }>`
     select r.reading->>'athlete' as athlete, r.reading->>'company' as company, count(*)::integer as rows
     from ${publicImportRows} r where r.organization_id = ${organization_id} and r.import_id = ${id}
       and r.reading->>'athlete' <> '' and r.reading->>'company' <> '' group by 1, 2`,
  )
  const names = await NamedRecords.load(client, stored, rows)
  const count = (field: 'athlete' | 'company') => {
    const counts = new Map<string, number>()
    for (const row of rows) counts.set(row[field], (counts.get(row[field]) ?? 0) + row.rows)
    return counts
  }
  return {
    athletes: names.listUnknown('athletes', count('athlete')),
    companies: names.listUnknown('companies', count('company')),
  }
}

function totalsOf(deals: readonly ImportedDeal[]): DealImportFindings['totals'] {
  const totals = new Map<string, DealImportFindings['totals'][number]>()
  for (const { currency, totalMinor, receivedMinor } of deals) {
    const before = totals.get(currency) ?? { currency, deals: 0, totalMinor: 0, receivedMinor: 0, openMinor: 0 }
    totals.set(currency, {
      currency,
      deals: before.deals + 1,
      totalMinor: before.totalMinor + totalMinor,
      receivedMinor: before.receivedMinor + receivedMinor,
      openMinor: before.openMinor + totalMinor - receivedMinor,
    })
  }
  return [...totals.values()].sort((a, b) => b.deals - a.deals)
}
