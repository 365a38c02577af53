import type { Athlete } from '@sherpa/contracts/athlete'
import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformForTests({ atOnce: 10, clock: () => now })

let owner: Someone
let agent: Someone
let compliance: Someone
let support: Someone
let player: Someone
let organization: string
let athlete: Athlete
let company: string
const at = (path = '') => `/api/organizations/${organization}/deals${path}`

async function addAthlete(facts: object = {}): Promise<Athlete> {
  const answer = await owner.ask('POST', `/api/organizations/${organization}/athletes`, {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '2004-03-03',
    level: 'college',
    stage: 'signed',
    ...facts,
  })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

async function addCompany(name: string, category: string | null = 'apparel', parent: string | null = null) {
  const { rows } = await world.database.query(
    `insert into companies (organization_id, id, name, kind, category, parent_id)
     values ($1, gen_random_uuid(), $2, 'brand', $3, $4) returning id`,
    [organization, name, category, parent],
  )
  return rows[0].id as string
}

const payment = (amountMinor: number, id = crypto.randomUUID()) => ({
  id,
  kind: 'base' as const,
  title: 'Signing payment',
  amountMinor,
  inKind: false,
  schedule: { kind: 'signing' as const, offset: { amount: 0, unit: 'days' as const } },
})
const terms: Partial<DealTerms> = {
  startsOn: '2026-08-03',
  endsOn: '2027-06-30',
  businessPurpose: 'Promotion of the fall training line',
}

async function addDeal(by = agent, more: Partial<DealTerms> = {}, forAthlete = athlete, from = company): Promise<Deal> {
  const answer = await by.ask('POST', at(), {
    athleteId: forAthlete.id,
    companyId: from,
    kind: 'nil',
    terms: { ...terms, payments: [payment(4_800_000)], ...more },
  })
  expect(answer.json()).toMatchObject({ stage: 'draft' })
  return answer.json()
}
const load = async (deal: Deal, by = agent): Promise<Deal> => (await by.ask('GET', at(`/${deal.id}`))).json()
const submit = (deal: Deal, by = agent) => by.ask('POST', at(`/${deal.id}/review`), { version: deal.version })
const decide = (deal: Deal, decision: string, by: Someone, comment: string | null = null, number = 1) =>
  by.ask('POST', at(`/${deal.id}/decisions`), { number, decision, comment })
const change = (deal: Deal, changes: object, by = agent) =>
  by.ask('PATCH', at(`/${deal.id}`), { version: deal.version, changes })
const sign = (deal: Deal, by = player, more: object = {}) =>
  by.ask('POST', at(`/${deal.id}/signatures`), {
    number: deal.newestVersion,
    hash: deal.versions[0]?.hash,
    name: 'Jonah Okoye',
    agrees: true,
    ...by.proof(),
    ...more,
  })

/** Names of members with an unread notification about the deal. */
async function unread(deal: Deal, kind: string) {
  const { rows } = await world.database.query(
    `select u.name from notifications n join users u on u.id = n.user_id
     where n.kind = $1 and n.details->>'deal' = $2 and n.read_at is null order by u.name`,
    [kind, deal.id],
  )
  return rows.map(({ name }) => name)
}

/** Creates a fully approved deal. */
async function addApproved(more: Partial<DealTerms> = {}) {
  const deal = (await submit(await addDeal(agent, more))).json()
  return (await decide(deal, 'approved', compliance)).json() as Deal
}

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  compliance = await world.people.registerMember(organization, 'Lin Zhao', 'compliance')
  support = await world.people.registerMember(organization, 'Sam Okafor', 'support-staff')
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
})

beforeEach(async () => {
  now = today
  for (const table of ['deals', 'approval_chains', 'agreements']) {
    await world.database.query(`delete from ${table} where organization_id = $1`, [organization])
  }
  await world.database.query('delete from athletes where organization_id = $1', [organization])
  await world.database.query('delete from companies where organization_id = $1', [organization])
  athlete = await addAthlete()
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete.id])
  company = await addCompany('Halden Sportswear')
})

describe('a draft', () => {
  test('has both names, a lead, its amount and the possible actions', async () => {
    const deal = await addDeal()
    expect(deal).toMatchObject({
      title: 'Jonah Okoye × Halden Sportswear',
      stage: 'draft',
      lead: { name: 'Amara Cole' },
      amount: { minor: 4_800_000, currency: 'USD' },
      newestVersion: 1,
      versionInForce: null,
      actions: ['edit', 'submit', 'share', 'add-contract', 'decline', 'remove'],
    })
    expect(deal.versions[0]?.terms.category).toBe('apparel')
  })

  test('has no amount without payments, instead of zero', async () => {
    expect((await addDeal(agent, { payments: [] })).amount).toBeNull()
  })

  test('takes its fee from the representation agreement', async () => {
    await world.database.query(
      `insert into agreements (organization_id, id, athlete_id, starts_on, scope, fees)
       values ($1, gen_random_uuid(), $2, '2026-01-01', '{nil}', '{"nil": {"rateMillionths": 150000}}')`,
      [organization, athlete.id],
    )
    expect((await addDeal()).versions[0]?.terms.fee).toEqual({ rateMillionths: 150_000 })
  })

  test('rejects a change based on a stale version and returns the current deal', async () => {
    const deal = await addDeal()
    expect((await change(deal, { title: 'Fall line' })).statusCode).toBe(200)
    const late = await change(deal, { title: 'Winter line' })
    expect([late.statusCode, late.json().present.title]).toEqual([409, 'Fall line'])
  })

  test('cannot be submitted with incomplete terms', async () => {
    const deal = await addDeal(agent, { payments: [], businessPurpose: null })
    const refused = await submit(deal)
    expect(refused.json()).toMatchObject({ code: 'deal-incomplete' })
    expect(refused.json().errors.map(({ field }: { field: string }) => field)).toEqual(['payments', 'businessPurpose'])
  })

  test('rejects an end before the start', async () => {
    const refused = await change(await addDeal(), { terms: { endsOn: '2026-01-01' } })
    expect(refused.json().errors).toEqual([{ field: 'endsOn', message: 'Enter an end date after the start date' }])
  })
})

describe('review', () => {
  test('freezes the version and asks all approvers except its editors', async () => {
    const deal = (await submit(await addDeal())).json() as Deal
    expect(deal).toMatchObject({
      stage: 'in-review',
      versions: [{ stage: 'in-review', hash: expect.stringMatching(/^[\da-f]{64}$/) }],
    })
    expect(deal.approvals.map(({ person }) => person?.name).sort()).toEqual(['Lin Zhao', 'Olive Owner'])
    const own = (await submit(await addDeal(owner), owner)).json() as Deal
    expect(own.approvals.map(({ person }) => person?.name)).toEqual(['Lin Zhao'])
  })

  test('goes through steps that need all or any, then waits for signatures', async () => {
    const chains = [
      {
        kind: 'nil',
        fromMinor: 1_000_000,
        steps: [
          { name: 'Compliance', people: [], roles: ['compliance'], needs: 'any' },
          { name: 'Owner', people: [owner.id, compliance.id], roles: [], needs: 'all' },
        ],
      },
    ]
    await owner.ask('PUT', `/api/organizations/${organization}/approval-chains`, { chains })
    const deal = (await submit(await addDeal())).json() as Deal
    expect((await decide(deal, 'approved', owner)).json().code).toBe('not-your-turn')
    expect(await unread(deal, 'approval-asked')).toEqual(['Lin Zhao'])
    expect((await decide(deal, 'approved', compliance)).json().stage).toBe('in-review')
    expect(await unread(deal, 'approval-asked')).toEqual(['Olive Owner'])
    expect((await decide(deal, 'approved', compliance)).json().stage).toBe('in-review')
    expect(await unread(deal, 'approval-asked')).toEqual(['Olive Owner'])
    expect((await decide(deal, 'approved', owner)).json().stage).toBe('approved')
    expect(await unread(deal, 'approval-asked')).toEqual([])
    const { rows } = await world.database.query("select from outgoing_mail where kind = 'signature-asked'")
    expect(rows).toHaveLength(1)
  })

  test('is described in its mail without its amount, and with the chain only for approvers who see money', async () => {
    const deal = (await submit(await addDeal())).json() as Deal
    const review = (person: Someone) => world.app.platform.reviewInMail(organization, deal.id, person.id)
    const mail = await review(compliance)
    expect(mail).toMatchObject({
      asker: { name: 'Amara Cole' },
      athlete: deal.athlete.name,
      company: deal.company.name,
      kind: 'nil',
      number: 1,
    })
    expect(JSON.stringify(mail)).not.toContain(String(deal.amount?.minor))
    expect(mail?.trail.map(({ name, done }) => [name, done])).toEqual([
      ['Submitted', true],
      ['Approval', false],
      ['Signed', false],
    ])
    await world.database.query("insert into permission_settings values ($1, 'compliance', 'money.view', false)", [
      organization,
    ])
    expect(await review(compliance)).toMatchObject({
      trail: [{ name: 'Submitted' }, { name: 'Your review', done: false }, { name: 'Signed' }],
    })
    await world.database.query('delete from permission_settings where organization_id = $1', [organization])
    await decide(deal, 'approved', owner)
    expect(await review(compliance)).toBeUndefined()
  })

  test('uses the default step below the threshold of a chain', async () => {
    const steps = [{ name: 'Owner', people: [owner.id], roles: [], needs: 'any' }]
    await owner.ask('PUT', `/api/organizations/${organization}/approval-chains`, {
      chains: [{ kind: null, fromMinor: 10_000_000, steps }],
    })
    const deal = (await submit(await addDeal())).json() as Deal
    expect(deal.approvals.map(({ stepName }) => stepName)).toEqual(['Approval', 'Approval'])
  })

  test('rejects a submission if the submitter is the only approver', async () => {
    const steps = [{ name: 'Agent', people: [agent.id], roles: [], needs: 'any' }]
    await owner.ask('PUT', `/api/organizations/${organization}/approval-chains`, {
      chains: [{ kind: null, fromMinor: 0, steps }],
    })
    expect((await submit(await addDeal())).json().code).toBe('nobody-can-approve')
  })

  test('requesting changes needs a comment and starts a new draft with the same terms', async () => {
    const deal = (await submit(await addDeal())).json() as Deal
    expect((await decide(deal, 'changes', compliance)).json().errors).toEqual([
      { field: 'comment', message: 'Add a comment' },
    ])
    expect(await unread(deal, 'approval-asked')).toEqual(['Lin Zhao', 'Olive Owner'])
    const returned = (await decide(deal, 'changes', compliance, 'Shorter term')).json() as Deal
    expect(await unread(deal, 'approval-asked')).toEqual([])
    expect(returned).toMatchObject({ stage: 'draft', newestVersion: 2 })
    expect(returned.versions.map(({ stage }) => stage)).toEqual(['draft', 'withdrawn'])
    expect(returned.versions[0]?.terms).toEqual(returned.versions[1]?.terms)
  })

  test('changing an approved deal starts a new version', async () => {
    const deal = await addApproved()
    const changed = (await change(deal, { terms: { endsOn: '2027-08-31' } })).json() as Deal
    expect(changed).toMatchObject({ stage: 'draft', newestVersion: 2, endsOn: '2027-08-31' })
    expect(changed.versions[1]?.terms.endsOn).toBe('2027-06-30')
    // Athletes do not see drafts.
    expect((await sign(deal)).json().code).toBe('not-found')
  })

  test('the database rejects changes of a frozen version', async () => {
    const deal = await addApproved()
    await expect(
      world.database.query("update deal_versions set terms = '{}' where deal_id = $1", [deal.id]),
    ).rejects.toThrow('A frozen version does not change')
  })

  test('fifty concurrent decisions and edits record at most one decision', async () => {
    const deal = (await submit(await addDeal())).json() as Deal
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? decide(deal, 'approved', compliance) : change(deal, { title: `Title ${index}` }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    const { rows } = await world.database.query(
      'select count(*) filter (where decision is not null)::int as decided from deal_approvals where deal_id = $1',
      [deal.id],
    )
    expect(rows[0].decided).toBeLessThanOrEqual(1)
    const after = await load(deal)
    expect(after.versions.map(({ number }) => number)).toEqual(
      Array.from({ length: after.newestVersion }, (_, index) => after.newestVersion - index),
    )
  })
})

describe('signing', () => {
  test('the athlete signs the hash with a password, and the deal waits for the company', async () => {
    const deal = await addApproved()
    expect((await sign(deal, player, { password: 'wrong' })).statusCode).toBe(422)
    expect((await sign(deal, player, { hash: '0'.repeat(64) })).json().code).toBe('version-replaced')
    await world.people.setUpSecondFactor(agent)
    expect((await sign(deal, agent)).json().code).toBe('not-your-signature')
    expect(await unread(deal, 'signature-asked')).toEqual(['Jonah Okoye'])
    const signed = (await sign(deal)).json() as Deal
    expect(await unread(deal, 'signature-asked')).toEqual([])
    expect(signed).toMatchObject({ stage: 'approved', signatures: [{ side: 'athlete', name: 'Jonah Okoye' }] })
    expect((await sign(deal)).json().code).toBe('already-signed')
  })

  test('a minor’s deal cannot be approved without a verified guardian', async () => {
    await world.database.query("update athletes set birth_date = '2010-01-01' where id = $1", [athlete.id])
    const deal = (await submit(await addDeal())).json() as Deal
    expect((await decide(deal, 'approved', compliance)).json().code).toBe('guardian-needed')
  })
})

describe('exclusivity', () => {
  test('a conflict is previewed, and blocks approval until it is allowed', async () => {
    const exclusive = await addDeal(agent, { exclusivity: { kind: 'category', categories: ['apparel'] } })
    await world.database.query("update deals set stage = 'active', version_in_force = 1 where id = $1", [exclusive.id])
    const rival = await addCompany('Tarn Running')
    const { conflicts } = (
      await agent.ask('POST', at('/conflicts'), {
        athleteId: athlete.id,
        companyId: rival,
        terms: {
          startsOn: '2027-01-01',
          endsOn: null,
          category: 'apparel',
          exclusivity: { kind: 'none' },
          territory: { kind: 'us' },
        },
      })
    ).json()
    expect(conflicts).toMatchObject([{ dealId: exclusive.id, stage: 'active' }])
    const deal = (await submit(await addDeal(agent, {}, athlete, rival))).json() as Deal
    expect((await decide(deal, 'approved', compliance)).json().code).toBe('deals-conflict')
    expect(
      (await agent.ask('POST', at(`/${deal.id}/conflict-allowance`), { number: 1, reason: 'Fine' })).statusCode,
    ).toBe(403)
    await compliance.ask('POST', at(`/${deal.id}/conflict-allowance`), {
      number: 1,
      reason: 'Halden agreed in writing.',
    })
    expect((await decide(deal, 'approved', compliance)).json().stage).toBe('approved')
  })

  test('companies with the same parent do not conflict', async () => {
    const exclusive = await addDeal(agent, { exclusivity: { kind: 'company' } })
    await world.database.query("update deals set stage = 'active' where id = $1", [exclusive.id])
    const sister = await addCompany('Halden Outlet', 'apparel', company)
    expect((await addDeal(agent, {}, athlete, sister)).conflicts).toEqual([])
  })
})

describe('stage counts of the board', () => {
  const countsOf = async (query = '', by = agent) => {
    const { stages } = (await by.ask('GET', at(`/counts${query}`))).json() as {
      stages: { stage: string; count: number }[]
    }
    return stages.filter(({ count }) => count > 0).map(({ stage, count }) => `${count} ${stage}`)
  }

  test('follow the filters and the search of the board', async () => {
    await submit(await addDeal())
    await addDeal(agent, {}, athlete, await addCompany('Tarn Running'))
    await addDeal(owner)
    expect(await countsOf()).toEqual(['2 draft', '1 in-review'])
    expect(await countsOf('?lead=none')).toEqual([])
    expect(await countsOf(`?lead=${agent.id}`)).toEqual(['1 draft', '1 in-review'])
    expect(await countsOf('?kind=contract')).toEqual([])
    expect(await countsOf(`?company=${company}`)).toEqual(['1 draft', '1 in-review'])
    expect(await countsOf('?search=tarn')).toEqual(['1 draft'])
    expect(await countsOf('', player)).toEqual([])
  })

  test('have every stage, without numbers for broad and fuzzy searches', async () => {
    const searchCounts = async (search: string, by = agent): Promise<(number | null)[]> => {
      const { stages } = (await by.ask('GET', at(`/counts?search=${search}`))).json()
      return stages.map(({ count }: { count: number | null }) => count)
    }
    const unknown = Array(9).fill(null)
    const deal = await addDeal()
    expect(await searchCounts('halden')).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(await searchCounts('haldne')).toEqual(unknown)
    // An athlete who does not see the deal learns nothing from its words.
    expect(await searchCounts('halden', player)).toEqual(unknown)
    expect(await searchCounts('nobody', player)).toEqual(unknown)
    await world.database.query(
      `insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, currency, athlete_name, company_name)
       select organization_id, gen_random_uuid(), athlete_id, company_id, kind, title, stage, currency, athlete_name, company_name
       from deals, generate_series(1, 900) where id = $1`,
      [deal.id],
    )
    expect(await searchCounts('halden')).toEqual(unknown)
    expect(await countsOf()).toEqual(['901 draft'])
  })
})

describe('visibility', () => {
  test('without money.view, no answer depends on amounts', async () => {
    const answersWith = async (amount: number) => {
      const deal = (await submit(await addDeal(agent, { payments: [payment(amount)] }))).json() as Deal
      const answers = await Promise.all(
        [at(), at('/counts'), at(`/${deal.id}`), at(`/${deal.id}/timeline`)].map((path) => support.ask('GET', path)),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
      const text = answers
        .map(({ body }) => body)
        .join('\n')
        .replaceAll(/[\da-f]{8}-[\da-f-]{27}|[\da-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
      await world.database.query('delete from deals where organization_id = $1', [organization])
      return text
    }
    const small = await answersWith(60_000)
    expect(small).not.toMatch(/60_?000/)
    expect(await answersWith(9_000_000)).toBe(small)
    const refused = await support.ask('GET', at('?sort=-amount'))
    expect(refused.statusCode).toBe(422)
  })

  test('a member limited to assigned athletes sees no other deals', async () => {
    const narrow = await world.people.registerMember(organization, 'Nora Narrow', 'coach')
    for (const [permission, allowed] of [
      ['deals.view', true],
      ['athletes.all', false],
    ] as const) {
      await owner.ask('PUT', `/api/organizations/${organization}/permissions`, { role: 'coach', permission, allowed })
    }
    const deal = await addDeal()
    expect((await narrow.ask('GET', at())).json()).toMatchObject({ rows: [], total: { count: 0 } })
    expect((await narrow.ask('GET', at(`/${deal.id}`))).statusCode).toBe(404)
    await world.database.query('insert into athlete_assignments values ($1, $2, $3)', [
      organization,
      athlete.id,
      narrow.id,
    ])
    expect((await narrow.ask('GET', at())).json().rows).toHaveLength(1)
  })

  test('athletes see only their own deals, with amounts', async () => {
    const own = await addApproved()
    await addDeal(agent, {}, await addAthlete({ givenName: 'Other' }))
    const { rows } = (await player.ask('GET', at())).json()
    expect(rows.map(({ id, amount }: Deal) => [id, amount?.minor])).toEqual([[own.id, 4_800_000]])
    expect((await player.ask('PATCH', at(`/${own.id}`), { version: 1, changes: {} })).statusCode).toBe(403)
  })

  test('rejects changes of amounts without money.edit', async () => {
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'support-staff',
      permission: 'deals.edit',
      allowed: true,
    })
    const deal = await load(await addDeal(), support)
    expect((await change(deal, { terms: { usageRights: 'Social, 6 months' } }, support)).statusCode).toBe(200)
    const refused = await change(await load(deal, support), { terms: { payments: [] } }, support)
    expect(refused.json().errors).toMatchObject([{ field: 'payments' }])
  })
})

test('the list is searched, filtered and sorted, and follows renamed companies', async () => {
  const first = await addDeal()
  const other = await addAthlete({ givenName: 'Kaia', familyName: 'Nakamura' })
  await addDeal(agent, { payments: [payment(900)] }, other, await addCompany('Tarn Running'))
  const titles = async (query: string) =>
    (await agent.ask('GET', at(query))).json().rows.map(({ title }: Deal) => title)
  expect(await titles('?search=okoye')).toEqual(['Jonah Okoye × Halden Sportswear'])
  expect(await titles('?search=tarn')).toEqual(['Kaia Nakamura × Tarn Running'])
  expect(await titles('?sort=amount')).toEqual(['Kaia Nakamura × Tarn Running', 'Jonah Okoye × Halden Sportswear'])
  expect(await titles(`?athlete=${athlete.id}`)).toHaveLength(1)
  expect(await titles('?stage=active')).toEqual([])
  expect(await titles('?sort=end')).toHaveLength(2)
  await world.database.query("update companies set name = 'Ridge Apparel' where id = $1", [company])
  expect((await agent.ask('GET', at('?search=ridge'))).json().rows.map(({ id }: Deal) => id)).toEqual([first.id])
})
