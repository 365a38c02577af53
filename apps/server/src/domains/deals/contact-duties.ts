import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { isDealVisible, seesMoney, type Viewer } from './deal-access.ts'

type Duties = { signs: boolean; getsReminders: boolean }

/**
 * What people at a company do in the visible deals with it, by email address in lower case. Links and payments need
 * `money.view`.
 */
export async function loadContactDuties(client: Queryable, viewer: Viewer, company: string) {
  if (!seesMoney(viewer)) return new Map<string, Duties>()
  const { organization } = viewer.member
  const rows = await rowsOf(
    client,
    sql<{ email: string } & Duties>`with seen as (
        select d.organization_id, d.id, d.version_in_force from deals d
        where d.organization_id = ${organization} and d.company_id = ${company} and d.removed_at is null
          and ${isDealVisible(viewer)}),
      duties as (
        select l.email, true as signs, false as reminded from deal_links l
        join seen on seen.organization_id = l.organization_id and seen.id = l.deal_id
        where l.purpose = 'signature' and (l.closed_at is null or l.closed_as = 'signed')
        union all
        select r.sent_to, false, true from payment_reminders r
        join payments p on p.organization_id = r.organization_id and p.id = r.payment_id
        join seen on seen.organization_id = p.organization_id and seen.id = p.deal_id
        union all
        select v.terms -> 'payor' ->> 'email', false, true from deal_versions v
        join seen on seen.organization_id = v.organization_id and seen.id = v.deal_id
          and seen.version_in_force = v.number)
      select lower(email) as email, bool_or(signs) as signs, bool_or(reminded) as "getsReminders"
      from duties where email is not null group by 1`,
  )
  return new Map<string, Duties>(rows.map(({ email, ...duties }) => [email, duties]))
}
