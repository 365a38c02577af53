import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import type { AppParts } from '../src/app.ts'
import type { DatabaseNeeds } from './fresh-database.ts'
import { platformForTests, type Someone } from './people.ts'
import { amendDeal, signedDeal } from './signed-deal.ts'

type Parts = Pick<AppParts, 'renderPdf'> & DatabaseNeeds & { now?: string }

/** Organization with an athlete and a company, and helpers to book money through the API. */
export function bookedMoney({ now = '2026-11-16T15:00:00Z', ...parts }: Parts = {}) {
  const world = platformForTests({ clock: () => new Date(now), ...parts })
  const place = {} as { owner: Someone; organization: string; athlete: string; company: string }

  beforeAll(async () => {
    place.owner = await world.people.register('Olive Owner')
    place.organization = await world.people.createOrganization(place.owner, 'Ridgeline')
    place.company = randomUUID()
    await world.database.query(
      "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden Sportswear', 'brand')",
      [place.organization, place.company],
    )
    place.athlete = await addAthlete('Jonah', 'Okoye')
  })

  const at = (path: string) => `/api/organizations/${place.organization}/finances/${path}`

  async function addAthlete(givenName: string, familyName: string, more: object = {}) {
    const facts = { givenName, familyName, level: 'pro', stage: 'signed', ...more }
    const answer = await place.owner.ask('POST', `/api/organizations/${place.organization}/athletes`, facts)
    return answer.json().id as string
  }

  /** Registers a member account for the athlete. */
  async function accountOf(athlete: string, name: string) {
    const member = await world.people.registerMember(place.organization, name, 'athlete')
    await world.database.query('update athletes set user_id = $3 where organization_id = $1 and id = $2', [
      place.organization,
      athlete,
      member.id,
    ])
    return member
  }

  type Terms = NonNullable<Parameters<typeof signedDeal>[1]['terms']>
  const dealWith = (terms: Terms, athlete = place.athlete) =>
    signedDeal(world.database, { organization: place.organization, athlete, company: place.company, terms })

  const amend = (deal: string, terms: Terms, athlete = place.athlete) =>
    amendDeal(world.database, { organization: place.organization, athlete, deal, terms })

  async function book(dealId: string, amountMinor: number, more: object = {}) {
    const receipt = {
      receivedOn: '2026-11-02',
      payer: 'Halden Sportswear',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor,
      note: null,
      allocations: [{ dealId, amountMinor }],
      bankLineId: null,
      ...more,
    }
    const answer = await place.owner.ask('POST', at('receipts'), receipt, { 'idempotency-key': randomUUID() })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().id as string
  }

  const reverse = (receipt: string) =>
    place.owner.ask('POST', at(`receipts/${receipt}/reversal`), { reason: 'Bounced' })

  return { world, place, at, addAthlete, accountOf, dealWith, amend, book, reverse }
}
