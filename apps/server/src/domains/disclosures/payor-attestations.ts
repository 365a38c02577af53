import type { PayorAttestation } from '@sherpa/contracts/compliance'
import { attestationDue } from '@sherpa/contracts/compliance/deadlines'
import { addDays } from '@sherpa/contracts/days'
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
  attestedOn: string | null
}

/** Condition on requests `r` of disclosures `x`. Requests of older releases stayed open after an outcome. */
const isOpen = sql<boolean>`(r.closed_at is null and x.state in ('draft', 'ready', 'submitted'))`

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
        r.answered_at is not null as "isAnswered", x.attested_on as "attestedOn"
      from attestation_requests r
        join disclosures x on x.organization_id = r.organization_id and x.id = r.disclosure_id
        join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
        join ${athleteFacts} a on a.organization_id = x.organization_id and a.id = x.athlete_id
      where r.organization_id = ${organization} and ${isDisclosureVisible(viewer)}
        and (${isOpen} or r.answered_at is not null or x.attested_on is not null)
        and (d.company_id = any(${companies}::uuid[])
          or ${isOpen} and r.asked_on < ${addDays(today, -ATTESTATION_DAYS)}::date)
      order by d.company_id, r.id desc`,
  )
  return rows.map(({ company, school, disclosureId, ...request }) => ({
    company,
    school,
    attestation: {
      state: stateOf(request, today),
      on: request.attestedOn ?? request.askedOn,
      disclosureId,
    },
  }))
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
