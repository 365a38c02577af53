import {
  type CompaniesQuery,
  type Company,
  type CompanyContact,
  type CompanyRow,
  type ContactOfRecord,
  type FoundContact,
  MOST_FOUND_CONTACTS,
} from '@sherpa/contracts/company'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type SelectQueryBuilder, sql } from 'kysely'
import { findRefused } from '../../mail/refused-addresses.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { withConditions } from '../../persistence/lists/statements.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { contactOrNull, hasContactGap, wasContacted, widestAudience } from '../contact-log/contact-log.ts'
import { ensureOwnCompany } from './companies.ts'
import { type DealsOfCompanies, isCompanyVisible, type Viewer } from './company-access.ts'
import { listUndoableMerges } from './merge-companies.ts'

const MAX_DUPLICATES = 20
const MAX_SORTED_CONTACTS = 500

// biome-ignore lint/suspicious/noExplicitAny: the source tables do not matter here, and their type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>
type Row = Omit<CompanyRow, 'deals' | 'createdAt' | 'lastContactAt'> & { createdAt: Date; lastContactAt: Date | null }

/** Records and lists of companies, limited to the viewer's access. */
export function createCompanyRecordService(database: Database, deals: DealsOfCompanies) {
  const load = async (client: Queryable, viewer: Viewer, id: string): Promise<Company> => {
    const { organization } = viewer.member
    const row = await rowOf(client, selectRows(viewer).where('c.id', '=', id))
    if (!row) throw new Refusal('not-found')
    const visibleCompanies = selectVisible(viewer)
    const [counted] = await addDealCounts(client, viewer, [row])
    // Contacts are internal: athletes do not see them.
    const contacts = viewer.member.role === 'athlete' ? [] : await loadContacts(client, viewer, id)
    const owns = await rowsOf(client, visibleCompanies.where('c.parent_id', '=', id))
    const duplicates = await rowsOf(
      client,
      visibleCompanies
        .where('c.id', '<>', id)
        .where(
          sql<boolean>`c.core = (select core from companies where organization_id = ${organization} and id = ${id})`,
        )
        .limit(MAX_DUPLICATES),
    )
    const merged = viewer.member.role === 'athlete' ? [] : await listUndoableMerges(client, organization, id)
    return { ...(counted as CompanyRow), contacts, owns, duplicates, merged }
  }

  const selectRows = (viewer: Viewer, source?: Source<'companies'>) =>
    companyRows(viewer, source).where(isCompanyVisible(deals, viewer, 'c.id'))

  const selectVisible = (viewer: Viewer) =>
    query
      .selectFrom('companies as c')
      .select(['c.id', 'c.name'])
      .where('c.organization_id', '=', viewer.member.organization)
      .where('c.removed_at', 'is', null)
      .where(isCompanyVisible(deals, viewer, 'c.id'))
      .orderBy('c.folded')
      .orderBy('c.id')

  async function loadContacts(client: Queryable, viewer: Viewer, company: string): Promise<ContactOfRecord[]> {
    const contacts = await rowsOf(client, selectContacts(viewer.member.organization, company))
    if (contacts.length === 0) return []
    const duties = await deals.contactDuties(client, viewer, company)
    const refused = await findRefused(
      client,
      contacts.flatMap(({ email }) => email ?? []),
    )
    return contacts.map((contact) => {
      const { signs = false, getsReminders = false } = duties.get(contact.email?.toLowerCase() ?? '') ?? {}
      const refusedAt = refused.get(contact.email ?? '')?.toISOString() ?? null
      return { ...contact, signs, getsReminders, refusedAt }
    })
  }

  async function addDealCounts(client: Queryable, viewer: Viewer, rows: readonly Row[]): Promise<CompanyRow[]> {
    const ids = rows.map(({ id }) => id)
    const counts = rows.length > 0 ? await deals.count(client, viewer, ids) : new Map<string, number>()
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastContactAt: viewer.member.role === 'athlete' ? null : (row.lastContactAt?.toISOString() ?? null),
      deals: counts.get(row.id) ?? 0,
    }))
  }

  return {
    load,

    findContacts: (search: string) => rowsOf(database, selectContactsByName(search)),

    async list(
      viewer: Viewer,
      { kind, category, contact, contacted, parent, own, ...paging }: CompaniesQuery,
    ): Promise<ListPage<CompanyRow>> {
      // Unless it is left out, the list includes the organization's own company.
      if (!paging.after && !paging.ids) await ensureOwnCompany(database, viewer.member.organization)
      const page = await listRows(
        database,
        {
          table: 'companies',
          rows: (source) => {
            let rows = selectRows(viewer, source)
            if (kind) rows = rows.where(sql<boolean>`c.kind = any(${kind}::text[])`)
            if (own) rows = rows.where('c.is_self', '=', false)
            if (category) rows = rows.where(sql<boolean>`c.category = any(${category}::text[])`)
            if (parent) rows = rows.where(sql<boolean>`c.parent_id = any(${parent}::uuid[])`)
            if (contact && viewer.member.role !== 'athlete')
              rows = rows.where(hasContactGap(lastContactOf(viewer), contact))
            if (contacted && viewer.member.role !== 'athlete')
              rows = withConditions(rows, wasContacted(viewer.member.organization, lastContactOf(viewer), contacted))
            return rows
          },
          sorts: {
            name: { column: 'c.folded', type: 'text' },
            added: { column: 'c.created_at', type: 'timestamptz' },
            contact: { column: lastContactOf(viewer), type: 'timestamptz' },
          },
          sort: 'name',
          id: { column: 'c.id', type: 'uuid' },
          // Athletes see the companies of their deals.
          restricted: viewer.member.role === 'athlete',
          search: { column: 'c.folded', indexed: true },
        },
        paging,
      )
      return { ...page, rows: await addDealCounts(database, viewer, page.rows) }
    },
  }
}
export type CompanyRecords = ReturnType<typeof createCompanyRecordService>

/** Everyone who sees companies sees deals. */
const lastContactOf = (viewer: Viewer) => `c.last_contact_${widestAudience(viewer)}`

function companyRows(viewer: Viewer, source: Source<'companies'> = sql.raw('companies')): Statement<Row> {
  return query
    .selectFrom(source.as('c'))
    .leftJoin('companies as p', (join) =>
      join.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.parent_id'),
    )
    .select([
      'c.id',
      'c.name',
      'c.kind',
      'c.category',
      'c.website',
      sql`case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end`.as('parent'),
      'c.is_self as isSelf',
      'c.created_at as createdAt',
      contactOrNull(lastContactOf(viewer)).as('lastContactAt'),
      'c.version',
    ])
    .where('c.organization_id', '=', viewer.member.organization)
    .where('c.removed_at', 'is', null) as unknown as Statement<Row>
}

function selectContacts(organization: string, company: string): Statement<CompanyContact> {
  return query
    .selectFrom('company_contacts')
    .select(['id', 'name', 'title', 'email', 'phone'])
    .where('organization_id', '=', organization)
    .where('company_id', '=', company)
    .orderBy('created_at')
    .orderBy('id')
}

/** Searched in the caller's organization. */
function selectContactsByName(search: string): Statement<FoundContact> {
  return query
    .selectFrom(sql<Tables['company_contacts']>`find_company_contacts(${search}, ${MAX_SORTED_CONTACTS})`.as('p'))
    .innerJoin('companies as c', (join) =>
      join.onRef('c.organization_id', '=', 'p.organization_id').onRef('c.id', '=', 'p.company_id'),
    )
    .select(['p.id', 'p.name', 'p.title', sql`json_build_object('id', c.id, 'name', c.name)`.as('company')])
    .where('c.removed_at', 'is', null)
    .orderBy(sql`fold(p.name)`)
    .orderBy('p.id')
    .limit(MOST_FOUND_CONTACTS) as unknown as Statement<FoundContact>
}
