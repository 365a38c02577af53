import type { ComplianceSettings, RulesOffChange, SponsorsChange } from '@sherpa/contracts/compliance'
import type { ProductCategory } from '@sherpa/contracts/exclusivity'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicCompanies, requireCompany } from '../companies/companies.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import type { Viewer } from './compliance-access.ts'
import { switchableRules } from './rule-catalog.ts'

export async function loadSettings(client: Queryable, organization: string): Promise<ComplianceSettings> {
  const found = await rowOf(
    client,
    query
      .selectFrom('compliance_settings')
      .select(['rules_off as rulesOff', 'version', 'sponsors_listed_at'])
      .where('organization_id', '=', organization),
  )
  if (!found) return { sponsors: null, rulesOff: [], version: 0 }
  const { sponsors_listed_at, ...settings } = found
  return { ...settings, sponsors: sponsors_listed_at ? await loadSponsors(client, organization) : null }
}

function loadSponsors(client: Queryable, organization: string) {
  return rowsOf(
    client,
    query
      .selectFrom('school_sponsors as s')
      .leftJoin(publicCompanies.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 's.organization_id').onRef('c.id', '=', 's.company_id'),
      )
      .select(['s.company_id as companyId', sql<string>`coalesce(c.name, s.name)`.as('name')])
      .select(sql<ProductCategory | null>`coalesce(s.category, c.category)`.as('category'))
      .where('s.organization_id', '=', organization)
      .where('c.removed_at', 'is', null)
      .orderBy(sql`fold(coalesce(c.name, s.name))`)
      .orderBy('s.id'),
  )
}

/** The organization's list of school sponsors, and blocking rules that only warn. */
export function createComplianceSettingsService({ database, clock }: { database: Database; clock: () => Date }) {
  function change(
    viewer: Viewer,
    { version, what }: { version: number; what: string },
    work: (client: Queryable) => Promise<object>,
  ): Promise<ComplianceSettings> {
    const { organization } = viewer.member
    return inTransaction(database, async (client) => {
      await lockOrganization(client, organization)
      const present = await loadSettings(client, organization)
      if (present.version !== version) throw new Refusal('changed-meanwhile', { present })
      if (version === 0) {
        await run(client, query.insertInto('compliance_settings').values({ organization_id: organization, version: 0 }))
      }
      const columns = await work(client)
      await run(
        client,
        query
          .updateTable('compliance_settings')
          .set({ ...columns, version: version + 1 })
          .where('organization_id', '=', organization),
      )
      const event = { event: 'compliance-settings-changed' as const, actor: viewer.person.id, organization }
      await recordEvent(client, { ...event, details: what })
      return loadSettings(client, organization)
    })
  }

  return {
    load: ({ member }: Viewer) => loadSettings(database, member.organization),

    listSponsors(viewer: Viewer, { version, sponsors }: SponsorsChange) {
      const { organization } = viewer.member
      return change(viewer, { version, what: 'sponsors' }, async (client) => {
        await run(client, query.deleteFrom('school_sponsors').where('organization_id', '=', organization))
        for (const { companyId, name, category } of sponsors ?? []) {
          if (companyId) await requireCompany(client, organization, companyId)
          await run(
            client,
            query
              .insertInto('school_sponsors')
              .values({ organization_id: organization, id: newId(), company_id: companyId, name, category }),
          )
        }
        return { sponsors_listed_at: sponsors && clock(), sponsors_listed_by: sponsors && viewer.person.id }
      })
    },

    switchRules(viewer: Viewer, { version, rulesOff }: RulesOffChange) {
      if (!rulesOff.every((rule) => switchableRules.has(rule))) {
        throw new Refusal('invalid-fields', {
          errors: [{ field: 'rulesOff', message: 'Choose rules that can be reduced to a warning' }],
        })
      }
      return change(viewer, { version, what: 'rules' }, async () => ({ rules_off: [...new Set(rulesOff)] }))
    },
  }
}
export type ComplianceSettingsService = ReturnType<typeof createComplianceSettingsService>
