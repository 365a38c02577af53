import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import type { KeyDateRule } from '@sherpa/contracts/key-date'
import type { Permission, Role } from '@sherpa/contracts/organization'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { composerWith } from '../../../test/mail.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { diskFiles } from '../../files/file-store.ts'
import { createOutbox } from '../../mail/outbox.ts'
import type { OutgoingMail } from '../../mail/outgoing-mail.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-deal-visibility-test-'))
afterAll(() => rm(directory, { recursive: true }))
const world = platformForTests({ files: diskFiles(directory), clock: () => new Date('2026-11-16T15:00:00Z') })

let owner: Someone
let agent: Someone
let clerk: Someone
let support: Someone
let player: Someone
let organization: string
let athlete: string
let company: string
const at = (path = '') => `/api/organizations/${organization}${path}`
const drive = dealDriver(() => ({ organization, agent, approver: owner, player, clerk }))

const option: KeyDateRule = {
  id: crypto.randomUUID(),
  kind: 'option',
  title: 'Option to extend',
  effect: 'One more year at $54,000',
  anchor: { kind: 'termEnd' },
  offset: { amount: -90, unit: 'days' },
  zone: 'America/New_York',
  reminders: [3],
}
const payor = { name: 'Sofia Brandt', title: null, email: 'sofia@halden.example' }
const terms: Partial<DealTerms> = {
  startsOn: '2026-08-03',
  endsOn: '2027-06-30',
  businessPurpose: 'Fall line',
  payor,
  keyDates: [option],
  payments: [
    {
      id: crypto.randomUUID(),
      kind: 'base',
      title: 'Retainer',
      amountMinor: 54_000_00,
      inKind: false,
      schedule: { kind: 'day', day: '2026-12-01' },
    },
  ],
}
const nil = () => ({ athleteId: athlete, companyId: company, kind: 'nil', terms }) as const
const allow = (role: Role, permission: Permission, allowed: boolean) =>
  owner.ask('PUT', at('/permissions'), { role, permission, allowed })
const loadAs = async (someone: Someone, deal: Deal): Promise<Deal> =>
  (await someone.ask('GET', at(`/deals/${deal.id}`))).json()
const changeAs = async (someone: Someone, deal: Deal, changes: object) =>
  someone.ask('PATCH', at(`/deals/${deal.id}`), { version: (await loadAs(someone, deal)).version, changes })

/** Sends all queued mail and returns messages with a matching subject. */
async function sendMail(subject: RegExp): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail) }
  const queue = createOutbox(world.database, mailer, composerWith(world.app.platform), { warn: () => undefined })
  while ((await queue.processQueue()) > 0);
  return sent.filter((mail) => subject.test(mail.subject))
}

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  clerk = await world.people.registerMember(organization, 'Carl Clerk', 'agent')
  await world.people.assumeSecondFactor(clerk, false)
  support = await world.people.registerMember(organization, 'Sam Okafor', 'support-staff')
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
})

beforeEach(async () => {
  for (const table of ['disclosures', 'deals', 'athletes', 'companies', 'permission_settings']) {
    await world.database.query(`delete from ${table} where organization_id = $1`, [organization])
  }
  await world.database.query('delete from outgoing_mail')
  const added = await owner.ask('POST', at('/athletes'), {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '2004-03-03',
    level: 'college',
    stage: 'signed',
  })
  athlete = added.json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  company = (await owner.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand', category: 'apparel' })).json()
    .id
})

describe('the signed document', () => {
  const addSigned = async (lead: Someone) => {
    const deal = await drive.draft({ ...nil(), leadId: lead.id })
    await drive.signAll(deal.id)
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    return deal
  }

  test('is not mailed to members without money.view', async () => {
    await addSigned(support)
    const sent = await sendMail(/^Signed by all parties/)
    expect(sent.map(({ to }) => to).sort()).toEqual([player.email, payor.email].sort())
    expect(sent[0]?.attachment?.contentType).toBe('application/pdf')
  })

  test('is not mailed to members who lost money.view since it was queued', async () => {
    await addSigned(agent)
    await allow('agent', 'money.view', false)
    const sent = await sendMail(/^Signed by all parties/)
    expect(sent.map(({ to }) => to).sort()).toEqual([player.email, payor.email].sort())
  })
})

describe('a lead', () => {
  test('must have deals.view', async () => {
    const coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
    const refused = await drive.add({ ...nil(), leadId: coach.id })
    expect(refused.json().errors).toMatchObject([{ field: 'leadId' }])
    const deal = await drive.draft(nil())
    expect((await drive.change(deal.id, { leadId: coach.id })).statusCode).toBe(422)
    await allow('coach', 'deals.view', true)
    expect((await drive.change(deal.id, { leadId: coach.id })).statusCode).toBe(200)
  })

  test('is not mailed after losing deals.view', async () => {
    const deal = await drive.draft({ ...nil(), leadId: support.id })
    await drive.submit(deal.id)
    await drive.decide(deal.id, 'approved')
    await allow('support-staff', 'deals.view', false)
    expect((await sendMail(/^Approved/)).map(({ to }) => to)).toEqual([])
  })
})

describe('without money.view', () => {
  beforeEach(() => allow('support-staff', 'deals.edit', true))

  test('currency and address of the payor are hidden', async () => {
    const deal = await drive.draft(nil())
    const [version] = (await loadAs(support, deal)).versions
    expect(version?.terms).toMatchObject({ currency: null, payor: { name: 'Sofia Brandt', email: null } })
  })

  test('hidden fields cannot be written', async () => {
    const deal = await drive.draft(nil())
    for (const [field, value] of [
      ['currency', 'EUR'],
      ['payor', { ...payor, email: 'elsewhere@example.com' }],
      ['keyDates', [{ ...option, effect: 'Nothing' }]],
    ] as const) {
      const refused = await changeAs(support, deal, { terms: { [field]: value } })
      expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ field }]])
    }
    const refused = await support.ask('POST', at('/deals'), { ...nil(), terms: { payor } })
    expect(refused.json().errors).toMatchObject([{ field: 'payor' }])
  })

  test('changes keep hidden fields', async () => {
    const deal = await drive.draft(nil())
    const changes = {
      payor: { name: 'Sofia Brandt-Meyer', title: null, email: null },
      keyDates: [{ ...option, effect: '', title: 'Option' }],
    }
    expect((await changeAs(support, deal, { terms: changes })).statusCode).toBe(200)
    expect((await drive.load(deal.id)).versions[0]?.terms).toMatchObject({
      payor: { name: 'Sofia Brandt-Meyer', email: payor.email },
      keyDates: [{ title: 'Option', effect: option.effect }],
    })
  })
})
