import { beforeEach, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'
import { monthly, signedDeal } from '../../test/signed-deal.ts'

const world = platformForTests()
let owner: Someone
let organization: string
let athlete: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const email = 'victim@elsewhere.example'
const mailed = async () =>
  (await world.database.query('select kind from outgoing_mail where recipient = $1 order by id', [email])).rows.map(
    ({ kind }) => kind,
  )

beforeEach(async () => {
  await world.database.query('delete from outgoing_mail')
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  const facts = {
    givenName: 'Kaia',
    familyName: 'Nakamura',
    birthDate: '2011-03-03',
    level: 'high-school',
    stage: 'signed',
  }
  athlete = (await owner.ask('POST', at('athletes'), facts)).json().id
})

const addContact = (name: string, address: string | null) =>
  owner.ask('POST', at(`athletes/${athlete}/contacts`), {
    name,
    relation: 'parent',
    title: null,
    reach: 'full',
    phone: null,
    email: address,
  })
const invite = (address = email) =>
  owner.ask('POST', at('invitations'), { email: address, role: 'coach', replace: true })

/** Prepares each kind of mail and returns a function that sends one. */
const kinds: Record<string, () => Promise<() => ReturnType<Someone['ask']>>> = {
  invitation: async () => invite,
  'guardian-invitation': async () => {
    const { id } = (await addContact('Mari', email)).json()
    return () => owner.ask('POST', at(`athletes/${athlete}/contacts/${id}/guardianship`), { replace: true })
  },
  'contact-added': async () => {
    await addContact('Mari', email)
    return () => addContact('Dayo', null)
  },
  'fee-invoice': async () => {
    await world.database.query("update athletes set birth_date = '2001-01-01' where id = $1", [athlete])
    const company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand' })).json().id
    const terms = { payments: [monthly(100_000)], fee: { rateMillionths: 100_000 } }
    const { payments } = await signedDeal(world.database, { organization, athlete, company, terms })
    const key = () => ({ 'idempotency-key': crypto.randomUUID() })
    const receipt = {
      receivedOn: '2026-01-05',
      payer: 'Halden',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor: 100_000,
      note: null,
      allocations: [{ paymentId: payments[0], amountMinor: 100_000 }],
      bankLineId: null,
    }
    expect((await owner.ask('POST', at('finances/receipts'), receipt, key())).statusCode).toBe(201)
    const issued = await owner.ask('POST', at('finances/fee-invoices'), { athleteId: athlete, currency: 'USD' }, key())
    expect(issued.statusCode).toBe(201)
    const { id } = issued.json()
    return () => owner.ask('POST', at(`finances/fee-invoices/${id}/mail`), { email })
  },
}

describe.each(Object.keys(kinds))('mail of the kind %s', (kind) => {
  test('is limited to ten a day per external address', async () => {
    const send = await kinds[kind]?.()
    await world.database.query('delete from rate_counts')
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await send?.())
    expect(answers.map((answer) => answer?.statusCode).slice(0, 10)).not.toContain(429)
    expect([answers[10]?.statusCode, answers[10]?.json().code]).toEqual([429, 'too-many-mails'])
    expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await mailed()).filter((one) => one === kind).length).toBeGreaterThanOrEqual(1)
  })
})

test('kinds of mail share one limit, and a refused one is rolled back', async () => {
  const [ask, invitePerson] = [await kinds['guardian-invitation']?.(), await kinds.invitation?.()]
  for (let n = 0; n < 10; n++) await invitePerson?.()
  expect((await ask?.())?.json().code).toBe('too-many-mails')
  const { guardians } = (await owner.ask('GET', at(`athletes/${athlete}`))).json()
  expect(guardians ?? []).toEqual([])
  // Other addresses and other organizations are not affected.
  expect((await invite('friend@elsewhere.example')).statusCode).toBeLessThan(300)
  const other = await world.people.register('Otto Other')
  organization = await world.people.createOrganization(other)
  owner = other
  expect((await invite()).statusCode).toBeLessThan(300)
})

test('limits external mail of an organization to a thousand a day, but not mail to members', async () => {
  await invite('first@elsewhere.example')
  await world.database.query("update rate_counts set count = 1000 where bucket = 'daily mail of ' || $1::text", [
    organization,
  ])
  expect((await invite('another@elsewhere.example')).json().code).toBe('too-many-mails')
  const agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  const company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand' })).json().id
  const terms = { startsOn: '2026-08-03', businessPurpose: 'Fall line', payments: [monthly(100)] }
  const deal = (
    await agent.ask('POST', at('deals'), { athleteId: athlete, companyId: company, kind: 'nil', terms })
  ).json()
  const submitted = await agent.ask('POST', at(`deals/${deal.id}/review`), { version: deal.version })
  expect(submitted.statusCode).toBe(200)
  expect(await world.people.mailTo(owner.email, 'approval-asked')).toBeDefined()
})
