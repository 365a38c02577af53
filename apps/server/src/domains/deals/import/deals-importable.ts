import { dayIn } from '@sherpa/contracts/days'
import {
  type DealImportFindings,
  type DealImportMapping,
  type DealImportRow,
  dealImportMapping,
  isChoiceTarget,
  type WholeDealImport,
} from '@sherpa/contracts/deal-import'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { type DependentOn, referredAmong, touchedAmong } from '../../../persistence/dependents.ts'
import { oneRowOf, query, rowsOf } from '../../../persistence/queries.ts'
import type { StoredColumn } from '../../../tables/count-values.ts'
import { plain } from '../../../tables/read-text.ts'
import { hideUnusedAthletes, lockRoster } from '../../athletes/athletes.ts'
import { hideUnusedCompanies } from '../../companies/companies.ts'
import {
  type Importable,
  loadRemembered,
  publicImportRows,
  type StoredImport,
  saveRemembered,
} from '../../imports/imports.ts'
import {
  findMember,
  listColleagues,
  loadCurrency,
  publicOrganizations,
  todayIn,
} from '../../organizations/organizations.ts'
import type { Viewer } from '../deal-access.ts'
import type { DealEntry } from '../enter-deal.ts'
import { describeApproval } from './approve-import.ts'
import { findAboutDeals } from './deal-groups.ts'
import { NamedRecords } from './named-records.ts'
import { planRows } from './plan-rows.ts'
import { type DealReading, describeChoice } from './read-row.ts'
import { thread } from './thread.ts'
import { removeImportedDeals, type UndoParts } from './undo-deals.ts'
import { writeDeals } from './write-deals.ts'

/** Types of an import of deals. */
export type Deals = {
  mapping: DealImportMapping
  reading: DealReading
  details: Pick<WholeDealImport, 'columns' | 'approval' | 'withoutPdf'>
  findings: DealImportFindings
  row: Pick<DealImportRow, 'deal' | 'matchedBy'>
}
export type StoredDealImport = StoredImport<Deals>

export type DealImportParts = UndoParts & {
  clock: () => Date
  enterLocked: DealEntry['enterLocked']
  roomForAthletes: (client: Queryable, organization: string) => Promise<number | null>
  onDeals: readonly DependentOn<'deal'>[]
  onAthletes: readonly DependentOn<'athlete'>[]
  onCompanies: readonly DependentOn<'company'>[]
}

/** A deal takes dozens of statements. */
const DEALS_PER_BATCH = 20
const MOST_ROWS = 20_000

/** Imports of signed deals. */
export function createDealsImportable(parts: DealImportParts): Importable<Deals> {
  const { clock } = parts

  async function loadRules(client: Queryable, { organization_id, mapping, columns }: StoredDealImport) {
    const colleagues = await listColleagues(client, organization_id)
    return { mapping, columns, colleagues, today: await todayIn(client, organization_id, clock()) }
  }

  return {
    name: 'deal',
    plural: 'deals',
    batchRows: DEALS_PER_BATCH,
    mostRows: MOST_ROWS,
    checksWhole: true,
    jobTitles: { check: 'Check a deal import', run: 'Import deals', undo: 'Undo an import of deals' },
    importedEvent: 'deals-imported',
    thread,
    /** Approvers see the imported columns only. */
    seesSensitive: ({ member }) => member.permissions.includes('data.import'),
    isSensitive: () => false,

    async propose(client, viewer, table) {
      const { organization } = viewer.member
      const stored = await loadRemembered(client, organization, table.columns, 'deal')
      const remembered = stored ? restoreMapping(stored as StoredMapping, table.columns) : undefined
      if (remembered) return { mapping: remembered, remembered: true }
      const currency = await loadCurrency(client, organization)
      return { mapping: await thread.run('proposeMapping', table, currency), remembered: false }
    },
    async requireValid(_client, _viewer, columns, { targets }) {
      const errors = targets.flatMap((target, at) =>
        target && targets.indexOf(target) < at
          ? [{ field: `targets.${at}`, message: 'Another column is already matched to this' }]
          : [],
      )
      if (targets.length !== columns.length)
        errors.push({ field: 'targets', message: 'Choose a field for each column, or none' })
      if (errors.length > 0) throw new Refusal('invalid-fields', { errors })
    },
    requireComplete({ targets }) {
      const missing = [
        ...(targets.includes('athlete') ? [] : ['the athlete']),
        ...(targets.includes('company') ? [] : ['the company or club']),
        ...(targets.includes('signedOn') ? [] : ['the signing date']),
        ...(targets.includes('startsOn') ? [] : ['the start']),
        ...(targets.some((target) => target && /amount$|Bonus$/.test(target)) ? [] : ['the amount']),
      ]
      if (missing.length === 0) return
      const message = `Choose the column with ${missing.join(', ')}`
      throw new Refusal('invalid-fields', { errors: [{ field: 'targets', message }] })
    },
    remember: (client, organization, columns, mapping) =>
      saveRemembered(client, organization, columns, storeMapping(columns, mapping), 'deal'),
    async requireStartable(_client, { findings, approved_at }) {
      if (findings && findings.toApprove > 0 && !approved_at) throw new Refusal('import-approval-needed')
    },
    async describe(client, viewer, stored, { hidden }) {
      return {
        columns: stored.columns.map((column, at) => ({
          name: column.name,
          filled: column.filled,
          hidden: hidden[at] ?? false,
          note: null,
          distinct:
            column.distinct && isChoiceTarget(stored.mapping.targets[at])
              ? column.distinct.map((one) => ({ ...one, meaning: describeChoice(stored.mapping, at, one.value) }))
              : null,
        })),
        approval: await describeApproval(client, viewer, stored),
        withoutPdf: await countWithoutPdf(client, stored),
      }
    },

    lock: lockRoster,
    async openBatch(client, stored, person) {
      const rules = await loadRules(client, stored)
      const { organization_id: organization } = stored
      return {
        read: async (rows) => JSON.parse(await thread.run('readRows', rules, rows)),
        async plan(rows) {
          const names = await NamedRecords.load(
            client,
            stored,
            rows.map(({ reading }) => reading),
          )
          return planRows(client, stored, names, rows)
        },
        preview: async () => new Map(),
        async write(rows) {
          const viewer = await loadImporter(client, organization, person)
          const { written, made } = await writeDeals(parts, client, viewer, stored, rows)
          await client.query('select analyze_grown_deals($1)', [stored.done_rows + rows.length])
          return {
            written,
            change: {
              new_athletes: sql<string[]>`new_athletes || ${made.athletes}::uuid[]`,
              new_companies: sql<string[]>`new_companies || ${made.companies}::uuid[]`,
            },
          }
        },
      }
    },
    findMore: async (client, stored) =>
      findAboutDeals(client, stored, await loadJoinedOn(client, stored.organization_id)),

    async removeAdded(client, stored, ids, person) {
      const { organization_id: organization } = stored
      return removeImportedDeals(parts, client, await loadImporter(client, organization, person), stored, ids, {
        today: await todayIn(client, organization, clock()),
        hasTasks: await referredAmong(
          client,
          parts.onDeals.filter(({ table }) => table === 'tasks'),
          organization,
          ids,
        ),
      })
    },
    restore: async (_client, _stored, rows) => rows.map(({ line }) => ({ line, outcome: 'kept' })),
    removeUnused: (client, stored) => removeUnusedParties(parts, client, stored),

    rowColumns: {
      record_id: sql`r.record_id`,
      matched_by: sql`r.matched_by`,
      athlete: sql`r.reading->>'athlete'`,
      company: sql`r.reading->>'company'`,
    },
    describeRow(stored) {
      const { record_id, matched_by, athlete, company } = stored as {
        record_id: string | null
        matched_by: DealImportRow['matchedBy']
        athlete: string | null
        company: string | null
      }
      return { name: [athlete, company].filter(Boolean).join(' × '), deal: record_id, matchedBy: matched_by }
    },
  }
}

/** Of the member who started the job. */
async function loadImporter(client: Queryable, organization: string, person: string): Promise<Viewer> {
  const member = await findMember(client, organization, person)
  const mayImport = member && (['deals.edit', 'money.edit'] as const).every((one) => member.permissions.includes(one))
  if (!mayImport) throw new Error('The person who started the import may no longer enter deals.')
  return { person: { id: person }, member }
}

async function loadJoinedOn(client: Queryable, organization: string) {
  const { created_at, time_zone } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select(['created_at', 'time_zone']).where('id', '=', organization),
  )
  return dayIn(created_at.toISOString(), time_zone)
}

/** Keyed by column name, since the order may differ. */
type StoredMapping = Omit<DealImportMapping, 'targets' | 'values' | 'athletes' | 'companies'> & {
  columns: Record<string, { target: DealImportMapping['targets'][number]; values: Record<string, string> }>
}

/** Names are looked up again: records that were new for one file are known for the next. */
function storeMapping(
  columns: StoredColumn[],
  { targets, values, athletes: _, companies: __, ...rest }: DealImportMapping,
): StoredMapping {
  const entries = columns.map(({ name }, at) => [
    plain(name),
    { target: targets[at] ?? null, values: values[at] ?? {} },
  ])
  return { ...rest, columns: Object.fromEntries(entries) }
}

/** Undefined if the stored format is outdated. */
function restoreMapping({ columns: known, ...rest }: StoredMapping, columns: StoredColumn[]) {
  const found = columns.map(({ name }) => known[plain(name)])
  const values = found.flatMap((one, at) => (one && Object.keys(one.values).length > 0 ? [[at, one.values]] : []))
  const mapping = dealImportMapping.safeParse({
    ...rest,
    athletes: {},
    companies: {},
    targets: found.map((one) => one?.target ?? null),
    values: Object.fromEntries(values),
  })
  return mapping.success ? mapping.data : undefined
}

async function countWithoutPdf(client: Queryable, { organization_id, id }: StoredDealImport) {
  const [row] = await rowsOf(
    client,
    sql<{ deals: number }>`select count(distinct s.deal_id)::integer as deals
     from ${publicImportRows} r join deal_signatures s on s.organization_id = r.organization_id and s.deal_id = r.record_id
     where r.organization_id = ${organization_id} and r.import_id = ${id} and r.outcome = 'added'
       and s.method = 'entered' and s.document_id is null`,
  )
  return row?.deals ?? 0
}

/** Athletes and companies that were added for the deals, unless deals that stay need them. */
async function removeUnusedParties(
  { onAthletes, onCompanies }: Pick<DealImportParts, 'onAthletes' | 'onCompanies'>,
  client: Queryable,
  { organization_id, new_athletes, new_companies }: StoredDealImport,
) {
  const listUnused = async (column: 'athlete_id' | 'company_id', ids: readonly string[]) => {
    const used = await rowsOf(
      client,
      query
        .selectFrom('deals')
        .select(`${column} as id`)
        .where('organization_id', '=', organization_id)
        .where(sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`)
        .where('removed_at', 'is', null),
    )
    const usedIds = new Set(used.map(({ id }) => id))
    return ids.filter((id) => !usedIds.has(id))
  }
  const athletes = await listUnused('athlete_id', new_athletes)
  const touched = await touchedAmong(
    client,
    onAthletes.filter(({ table }) => !ofRemovedDeals.has(table)),
    organization_id,
    athletes,
  )
  await hideUnusedAthletes(
    client,
    organization_id,
    athletes.filter((id) => !touched.has(id)),
  )
  const companies = await listUnused('company_id', new_companies)
  const withTasks = await referredAmong(
    client,
    onCompanies.filter(({ table }) => table === 'tasks'),
    organization_id,
    companies,
  )
  await hideUnusedCompanies(
    client,
    organization_id,
    companies.filter((id) => !withTasks.has(id)),
  )
}

/** What a removed deal leaves behind. */
const ofRemovedDeals: ReadonlySet<string> = new Set([
  'deals',
  'payments',
  'deliverables',
  'key_dates',
  'entry_lines',
  'receipt_allocations',
])
