import { randomUUID } from 'node:crypto'
import type { DealKind, DealTerms } from '@sherpa/contracts/deal'
import { materializeObligations } from '../src/domains/deals/obligations.ts'
import { emptyTerms } from '../src/domains/deals/terms.ts'
import { columnsOf } from '../src/domains/deals/versions.ts'
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

/**
 * Inserts a deal in force with its obligations, for tests that are not about the life cycle.
 * Its rows equal those of a deal signed on paper (signed-deal.test.ts compares both).
 */
export async function signedDeal(owner: Queryable, wanted: Wanted) {
  const { organization, athlete, company, kind = 'nil', title = 'Fall line', lead = null } = wanted
  const terms = { ...emptyTerms('USD'), ...wanted.terms }
  const { starts_on, ends_on, currency, amount_minor } = columnsOf(terms)
  const deal = wanted.id ?? randomUUID()
  const signedAt = new Date('2026-01-02T12:00:00Z')
  await owner.query(
    `insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, lead_id, version_in_force, shared,
       starts_on, ends_on, currency, amount_minor, athlete_name, company_name)
     select $1, $2, $3, $4, $5, $6, 'active', $7, 1, true, $8, $9, $10, $11, name_of_athlete(a), c.name from athletes a, companies c
     where a.organization_id = $1 and a.id = $3 and c.organization_id = $1 and c.id = $4`,
    [organization, deal, athlete, company, kind, title, lead, starts_on, ends_on, currency, amount_minor],
  )
  await owner.query(
    `insert into deal_versions (organization_id, deal_id, number, stage, terms, frozen, hash, frozen_at, signed_at, title, company_id)
     values ($1, $2, 1, 'signed', $3, '{}', repeat('0', 64), now(), $4, $5, $6)`,
    [organization, deal, terms, signedAt, title, company],
  )
  await signOnPaper(owner, { organization, deal, number: 1, signedAt })
  const signed = { organization_id: organization, id: deal, athlete_id: athlete }
  await materializeObligations(owner, signed, { terms, signedAt, before: null })
  const { rows } = await owner.query(
    'select id from payments where organization_id = $1 and deal_id = $2 order by due_on, position',
    [organization, deal],
  )
  return { deal, payments: rows.map(({ id }) => id as string) }
}

type Signing = { organization: string; deal: string; number: number; signedAt: Date }

async function signOnPaper(owner: Queryable, { organization, deal, number, signedAt }: Signing) {
  await owner.query(
    `insert into deal_signatures (organization_id, id, deal_id, number, side, method, signer_name, hash, signed_at)
     select $1, gen_random_uuid(), $2, $3, side, 'paper', 'Sofia Brandt', repeat('0', 64), $4
     from unnest(array['athlete', 'company']) as side`,
    [organization, deal, number, signedAt],
  )
}

type Amended = Required<Pick<Wanted, 'organization' | 'athlete' | 'terms'>> & { deal: string }

/** Inserts a signed amendment with its obligations. */
export async function amendDeal(owner: Queryable, { organization, athlete, deal, terms }: Amended) {
  const signedAt = new Date('2026-06-01T12:00:00Z')
  const { rows } = await owner.query(
    `with amended as (update deals set newest_version = newest_version + 1, version_in_force = newest_version + 1 where organization_id = $1 and id = $2
       returning organization_id, id, version_in_force)
     insert into deal_versions (organization_id, deal_id, number, stage, terms, frozen, hash, frozen_at, signed_at, title, company_id)
     select a.organization_id, a.id, a.version_in_force, 'signed', v.terms || $3::jsonb, '{}', repeat('0', 64), now(), $4, v.title, v.company_id
     from amended a
     join deal_versions v on v.organization_id = a.organization_id and v.deal_id = a.id and v.number = a.version_in_force - 1
     returning number, terms, (select v.terms from deal_versions v join amended a on a.id = v.deal_id and v.number = a.version_in_force - 1) as before`,
    [organization, deal, JSON.stringify(terms), signedAt],
  )
  await signOnPaper(owner, { organization, deal, number: rows[0].number, signedAt })
  const signed = { organization_id: organization, id: deal, athlete_id: athlete }
  await materializeObligations(owner, signed, { terms: rows[0].terms, before: rows[0].before, signedAt })
}

/** Monthly payment schedule. */
export function monthly(amountMinor: number, { from = '2026-02-01', times = 3, title = 'Retainer' } = {}) {
  const schedule = { kind: 'repeated', every: 'month', from, times, amountIs: 'each' } as const
  return { id: randomUUID(), kind: 'base', title, amountMinor, inKind: false, schedule } as const
}
