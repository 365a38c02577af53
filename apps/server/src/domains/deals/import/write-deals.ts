import type { DealKind } from '@sherpa/contracts/deal'
import { problemCodes, Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { newId } from '../../../persistence/new-id.ts'
import { addAthleteByName, findAthletesByName, lockAthletes } from '../../athletes/athletes.ts'
import { findCompaniesByName, insertCompany } from '../../companies/companies.ts'
import { findRecordsOfRows, type PlannedRow, type WrittenRow } from '../../imports/imports.ts'
import { addDraft } from '../change-deal.ts'
import { lockDeal, type Viewer } from '../deal-access.ts'
import type { DealEntry } from '../enter-deal.ts'
import { buildDeal, type GroupRow, type ImportedDeal, RowsProblem } from './build-deal.ts'
import { loadGroups } from './deal-groups.ts'
import type { StoredDealImport } from './deals-importable.ts'
import { type Named, NamedRecords } from './named-records.ts'
import type { DealReading } from './read-row.ts'

type Row = PlannedRow<DealReading>
type Parts = {
  enterLocked: DealEntry['enterLocked']
  clock: () => Date
  /** Remaining signed athletes of the plan. Null without a limit. */
  roomForAthletes: (client: Queryable, organization: string) => Promise<number | null>
}

/** Records that the batch added, which an undo removes. */
type Made = { athletes: string[]; companies: string[] }

/** Enters the deals of a batch as signed. A deal that is refused leaves nothing behind. */
export async function writeDeals(
  { enterLocked, clock, roomForAthletes }: Parts,
  client: Queryable,
  viewer: Viewer,
  stored: StoredDealImport,
  rows: readonly Row[],
): Promise<{ written: WrittenRow[]; made: Made }> {
  const { organization } = viewer.member
  const firstLines = rows.filter(({ plan }) => plan === 'add').map(({ line }) => line)
  const groups = await loadGroups(client, stored, firstLines)
  const names = await NamedRecords.load(
    client,
    stored,
    [...groups.values()].flat().map(({ reading }) => reading),
  )
  const known = rows.flatMap(({ plan, reading }) => (plan === 'add' ? (names.athlete(reading.athlete) ?? []) : []))
  const isId = (named: string) => named !== 'new' && named !== 'leave-out'
  await lockAthletes(client, organization, sql`${known.filter(isId)}::uuid[]`)
  /** Names that earlier rows of the batch added. */
  const added = { athletes: new Map<string, string>(), companies: new Map<string, string>() }
  const made: Made = { athletes: [], companies: [] }
  const dealOfLine = await findRecordsOfRows(
    client,
    stored,
    rows.flatMap(({ same_as }) => same_as ?? []),
  )
  const written: WrittenRow[] = []
  for (const row of rows) {
    const { line, plan, matched_by, same_as, doubt } = row
    const finish = (outcome: WrittenRow['outcome'], record: string | null, problem: string | null = null) =>
      written.push({ line, plan, matched_by, same_as, doubt, outcome, record_id: record, changed: null, problem })
    if (plan === 'fail') finish('failed', null)
    else if (plan === 'skip') finish('skipped', row.record_id)
    else if (plan === 'join') {
      const deal = dealOfLine.get(same_as ?? 0) ?? null
      if (deal) finish('joined', deal)
      else finish('failed', null, 'The deal of this row was not added')
    } else {
      const result = await attempt(client, () => enterDeal(row, groups.get(line) ?? []))
      if ('deal' in result) {
        dealOfLine.set(line, result.deal)
        finish('added', result.deal)
      } else finish('failed', null, result.problem)
    }
  }
  return { written, made }

  async function enterDeal(row: Row, group: readonly GroupRow[]) {
    // The row was skipped or belonged to another one when it was checked.
    if (group.length === 0) throw new RowsProblem(row.line, 'What this row refers to has changed. Import it again')
    const deal = buildDeal(group, stored.mapping.defaults)
    const athleteId = await ensureAthlete(row.reading.athlete, deal)
    const companyId = await ensureCompany(row.reading.company, deal.kind)
    const id = await addDraft(client, viewer, toNewDeal(deal, athleteId, companyId), clock())
    const { signedOn, guardian, received, paydays } = deal
    const entered = { signedOn, guardian, received, paydays, documentId: null, by: viewer.person.id }
    await enterLocked(
      client,
      viewer,
      await lockDeal(client, viewer, id),
      entered,
      undefined,
      stored.approved_at !== null,
    )
    return id
  }

  async function ensureAthlete(name: string, { kind, guardian }: ImportedDeal) {
    return ensure('athletes', name, names.athlete(name), async () => {
      const room = await roomForAthletes(client, organization)
      const stage = room === null || room > 0 ? 'signed' : 'prospect'
      return addAthleteByName(client, viewer, name, { level: kind === 'nil' || guardian ? 'college' : 'pro', stage })
    })
  }

  async function ensureCompany(name: string, kind: DealKind) {
    return ensure('companies', name, names.company(name), async () => {
      const id = newId()
      await insertCompany(client, {
        organization_id: organization,
        id,
        name,
        kind: kind === 'contract' ? 'club' : 'brand',
        category: null,
        website: null,
        parent_id: null,
      })
      return id
    })
  }

  async function ensure(kind: keyof Made, name: string, named: Named, add: () => Promise<string>) {
    if (named === null || named === 'leave-out') throw new RowsProblem(0, 'Choose which record this name is')
    if (named !== 'new') return named
    const key = name.toLowerCase()
    const known = added[kind].get(key) ?? (await findMade(kind, name))
    if (known) return known
    const id = await add()
    added[kind].set(key, id)
    made[kind].push(id)
    return id
  }

  /** Another spelling of a record that this import added, now or in a batch before. */
  async function findMade(kind: keyof Made, name: string) {
    const all = new Set([...made[kind], ...(kind === 'athletes' ? stored.new_athletes : stored.new_companies)])
    if (all.size === 0) return undefined
    const find = kind === 'athletes' ? findAthletesByName : findCompaniesByName
    const found = (await find(client, organization, [name])).get(name)
    return found?.exact.find(({ id }) => all.has(id))?.id
  }

  /** A savepoint keeps what a refused deal has begun out of the batch. */
  async function attempt(
    client: Queryable,
    work: () => Promise<string>,
  ): Promise<{ deal: string } | { problem: string }> {
    const before = { athletes: new Map(added.athletes), companies: new Map(added.companies) }
    const counts = { athletes: made.athletes.length, companies: made.companies.length }
    await client.query('savepoint imported_deal')
    try {
      const deal = await work()
      await client.query('release savepoint imported_deal')
      return { deal }
    } catch (error) {
      await client.query('rollback to savepoint imported_deal')
      Object.assign(added, before)
      made.athletes.length = counts.athletes
      made.companies.length = counts.companies
      if (error instanceof RowsProblem) return { problem: error.message }
      if (error instanceof Refusal) return { problem: problemOf(error) }
      throw error
    }
  }
}

const problemOf = (refusal: Refusal) =>
  refusal.errors?.map(({ message }) => message).join('. ') || problemCodes[refusal.code].title

function toNewDeal({ kind, title, lead, terms }: ImportedDeal, athleteId: string, companyId: string) {
  return { athleteId, companyId, kind, ...(title && { title }), ...(lead && { leadId: lead }), terms }
}
