import { randomUUID } from 'node:crypto'
import type { DealKind, DealTerms } from '@sherpa/contracts/deal'
import { materializeObligations } from '../src/domains/deals/obligations.ts'
import { emptyTerms } from '../src/domains/deals/terms.ts'
import type { Queryable } from '../src/persistence/database.ts'

type Wanted = {
  id?: string
  organization: string
  athlete: string
  company: string
  kind?: DealKind
  title?: string
  lead?: string | null
  terms?: Partial<DealTerms>
}

/** A deal in force, with what it promises, by direct insert: for tests that are not about how deals come about. */
export async function signedDeal(owner: Queryable, wanted: Wanted) {
  const { organization, athlete, company, kind = 'nil', title = 'Fall line', lead = null } = wanted
  const terms = { ...emptyTerms('USD'), ...wanted.terms }
  const deal = wanted.id ?? randomUUID()
  const signedAt = new Date('2026-01-02T12:00:00Z')
  await owner.query(
    `insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, lead_id, in_force, currency, athlete_name,
       company_name)
     select $1, $2, $3, $4, $5, $6, 'active', $7, 1, $8, name_of_athlete(a), c.name from athletes a, companies c
     where a.organization_id = $1 and a.id = $3 and c.organization_id = $1 and c.id = $4`,
    [organization, deal, athlete, company, kind, title, lead, terms.currency],
  )
  await owner.query(
    `insert into deal_versions (organization_id, deal_id, number, stage, terms, frozen, hash, frozen_at, signed_at, title, company_id)
     values ($1, $2, 1, 'signed', $3, '{}', repeat('0', 64), now(), $4, $5, $6)`,
    [organization, deal, terms, signedAt, title, company],
  )
  const signed = { organization_id: organization, id: deal, athlete_id: athlete }
  await materializeObligations(owner, signed, { terms, signedAt, before: null })
  const { rows } = await owner.query(
    'select id from payments where organization_id = $1 and deal_id = $2 order by due_on, position',
    [organization, deal],
  )
  return { deal, payments: rows.map(({ id }) => id as string) }
}

type Amended = Required<Pick<Wanted, 'organization' | 'athlete' | 'terms'>> & { deal: string }

/** The next version of a deal in force, signed, with what it promises. */
export async function amendDeal(owner: Queryable, { organization, athlete, deal, terms }: Amended) {
  const signedAt = new Date('2026-06-01T12:00:00Z')
  const { rows } = await owner.query(
    `with amended as (update deals set newest = newest + 1, in_force = newest + 1 where organization_id = $1 and id = $2
       returning organization_id, id, in_force)
     insert into deal_versions (organization_id, deal_id, number, stage, terms, frozen, hash, frozen_at, signed_at, title, company_id)
     select a.organization_id, a.id, a.in_force, 'signed', v.terms || $3::jsonb, '{}', repeat('0', 64), now(), $4, v.title, v.company_id
     from amended a
     join deal_versions v on v.organization_id = a.organization_id and v.deal_id = a.id and v.number = a.in_force - 1
     returning terms, (select v.terms from deal_versions v join amended a on a.id = v.deal_id and v.number = a.in_force - 1) as before`,
    [organization, deal, JSON.stringify(terms), signedAt],
  )
  const signed = { organization_id: organization, id: deal, athlete_id: athlete }
  await materializeObligations(owner, signed, { terms: rows[0].terms, before: rows[0].before, signedAt })
}

/** Paid every month from a day on. */
export function monthly(amountMinor: number, { from = '2026-02-01', times = 3, title = 'Retainer' } = {}) {
  const schedule = { kind: 'repeated', every: 'month', from, times, amountIs: 'each' } as const
  return { id: randomUUID(), kind: 'base', title, amountMinor, inKind: false, schedule } as const
}
