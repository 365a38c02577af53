import { BEFORE_SIGNING } from '@sherpa/contracts/disclosure-state'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { run } from '../../persistence/queries.ts'
import { publicOrganizations } from '../organizations/organizations.ts'

/** Days end in the new time zone of the organization; clocks in hours keep their instant. */
export async function followTimeZone(client: Queryable, organization: string) {
  const isInstant = sql`x.due_at in (x.counts_at, x.counts_at + interval '72 hours')`
  await run(
    client,
    sql`update disclosures x set version = x.version + 1,
      due_at = case when ${isInstant} then x.due_at else (x.due_on + 1)::timestamp at time zone o.time_zone end,
      due_on = case when ${isInstant} then (x.due_at at time zone o.time_zone)::date else x.due_on end
      from ${publicOrganizations} o where o.id = x.organization_id and x.organization_id = ${organization}
        and x.state in ('draft', 'ready') and x.due_on <> ${BEFORE_SIGNING.dueOn}::date`,
  )
}
