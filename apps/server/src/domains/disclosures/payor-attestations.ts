import type { PayorAttestation } from '@sherpa/contracts/compliance'
import { attestationDue } from '@sherpa/contracts/compliance/deadlines'
import { addDays } from '@sherpa/contracts/days'
import type { PayorRelation } from '@sherpa/contracts/disclosure'
import { ATTESTATION_DAYS } from '@sherpa/contracts/disclosure-clock'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicDeals } from '../deals/deals.ts'
import { todayIn } from '../organizations/organizations.ts'
import { isDisclosureVisible, type Viewer } from './disclosure-access.ts'

type Row = {
  company: { id: string; name: string }
  school: string | null
  disclosureId: string
  askedOn: string
  isOpened: boolean
  isAnswered: boolean
  relation: PayorRelation | null
  attestedOn: string | null
}

/** Condition on requests `r` of disclosures `x`. Requests of older releases stayed open after an outcome. */
const isOpen = sql<boolean>`(r.closed_at is null and x.state in ('draft', 'ready', 'submitted'))`

/** Of a request `r`: a relation that counts. */
const declaredRelation = sql`case when r.set_aside_at is null then nullif(r.answer ->> 'relation', 'none') end`

/** The newest visible request to each of these payors, and to those who have been silent for five days. */
export async function loadPayorAttestations(
  client: Queryable,
  viewer: Viewer,
  companies: readonly string[],
  now: Date,
) {
  const { organization } = viewer.member
  const today = await todayIn(client, organization, now)
  const rows = await rowsOf(
    client,
    sql<Row>`select distinct on (d.company_id) json_build_object('id', d.company_id, 'name', d.company_name) as company,
        a.school, x.id as "disclosureId", r.asked_on as "askedOn", r.opened_at is not null as "isOpened",
        r.answered_at is not null as "isAnswered", ${declaredRelation} as relation, x.attested_on as "attestedOn"
      from attestation_requests r
        join disclosures x on x.organization_id = r.organization_id and x.id = r.disclosure_id
        join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
        join ${athleteFacts} a on a.organization_id = x.organization_id and a.id = x.athlete_id
      where r.organization_id = ${organization} and ${isDisclosureVisible(viewer)}
        and (${isOpen} or r.answered_at is not null or x.attested_on is not null)
        and (d.company_id = any(${companies}::uuid[]) or ${declaredRelation} is not null
          or ${isOpen} and r.asked_on < ${addDays(today, -ATTESTATION_DAYS)}::date)
      order by d.company_id, r.id desc`,
  )
  return rows.map(({ company, school, relation, disclosureId, ...request }) => ({
    company,
    school,
    relation,
    attestation: {
      state: stateOf(request, today),
      on: request.attestedOn ?? request.askedOn,
      disclosureId,
    },
  }))
}

/**
 * Relations that contacts of these payors declared, with the athlete whose school they were asked about. An answer counts
 * from the moment it arrives, unless a colleague has set it aside.
 */
export function loadDeclared(client: Queryable, organization: string, companies: readonly string[]) {
  return rowsOf(
    client,
    sql<{ company: string; athlete: string; relation: PayorRelation }>`select * from (
        select distinct on (d.company_id, x.athlete_id) d.company_id as company, x.athlete_id as athlete,
          r.answer ->> 'relation' as relation, r.set_aside_at
        from attestation_requests r
          join disclosures x on x.organization_id = r.organization_id and x.id = r.disclosure_id
          join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
        where r.organization_id = ${organization} and r.answered_at is not null and d.company_id = any(${companies}::uuid[])
        order by d.company_id, x.athlete_id, r.answered_at desc) newest
      where relation <> 'none' and set_aside_at is null order by company, athlete`,
  )
}

function stateOf(
  { askedOn, isOpened, isAnswered, attestedOn }: Pick<Row, 'askedOn' | 'isOpened' | 'isAnswered' | 'attestedOn'>,
  today: string,
): PayorAttestation {
  if (attestedOn) return 'attested'
  if (isAnswered) return 'answered'
  if (attestationDue(askedOn).day < today) return 'presumed'
  return isOpened ? 'opened' : 'asked'
}
