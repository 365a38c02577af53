// slow: 65 ways to use and attack a company’s link; represented by e2e/company-link.test.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Company } from '@sherpa/contracts/company'
import type { Deal, DealTimelineEntry } from '@sherpa/contracts/deal'
import type { LinkedDeal } from '@sherpa/contracts/deal-link'
import type { Needs } from '@sherpa/contracts/home'
import { placeOf } from '@sherpa/contracts/place'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { sender } from '../../../test/mail.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf, pdfWithScript, png } from '../../../test/sample-files.ts'
import { diskFiles } from '../../files/file-store.ts'
import { createMailComposer } from '../../mail/compose-mail.ts'
import { PermanentMailFailure } from '../../mail/mailer.ts'
import { createOutbox } from '../../mail/outbox.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'
import { linkMailKinds } from './link-mail.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-links-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformForTests({
  atOnce: 20,
  renderPdf: renderInWorker,
  files: diskFiles(directory),
  clock: () => now,
})
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const DAY = 24 * 60

let cast: Awaited<ReturnType<typeof registerCast>>
let athlete: string
let company: string
const driver = dealDriver(() => cast)
const at = (path: string) => `/api/organizations/${cast.organization}/${path}`
const sofia = { name: 'Sofia Brandt', title: 'VP Marketing', email: 'sofia@halden.example' }
const outside = (path: string, body: object) =>
  world.app.inject({ method: 'POST', url: `/api/deal-links/${path}`, payload: body })

beforeAll(async () => {
  cast = await registerCast(world)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed', birthDate: '2004-03-03' }
  athlete = (await cast.owner.ask('POST', at('athletes'), { ...facts, email: 'jonah.okoye@mail.example' })).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [cast.player.id, athlete])
  company = (await cast.owner.ask('POST', at('companies'), { name: 'Halden Sportswear', kind: 'brand' })).json().id
})
/** By the clock of the database. */
let startedAt: Date
beforeEach(async () => {
  now = today
  startedAt = (await world.database.query('select now()')).rows[0].now
  await world.database.query('delete from outgoing_mail')
  await world.database.query('delete from notifications')
  await world.database.query('delete from rate_counts')
})

const terms = () => ({
  startsOn: '2026-08-03',
  endsOn: '2027-06-30',
  businessPurpose: 'SECRET PURPOSE',
  usageRights: 'Paid social, 6 months',
  payor: sofia,
  fee: { rateMillionths: 177_700 },
  payments: [
    {
      id: crypto.randomUUID(),
      kind: 'base' as const,
      title: 'Retainer',
      amountMinor: 4_800_000,
      inKind: false,
      schedule: { kind: 'day' as const, day: '2026-12-01' },
    },
  ],
  deliverables: [
    {
      id: crypto.randomUUID(),
      title: 'Story',
      platform: 'Instagram',
      count: 1,
      dueOn: '2026-12-01',
      disclosureTag: '#ad',
    },
  ],
  keyDates: [
    {
      id: crypto.randomUUID(),
      kind: 'option' as const,
      title: 'SECRET DATE',
      effect: '',
      anchor: { kind: 'termEnd' as const },
      offset: { amount: -90, unit: 'days' as const },
      zone: 'America/New_York',
      reminders: [14],
    },
  ],
})
const draft = (more: object = {}) =>
  driver.draft({
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    title: 'Fall line',
    terms: { ...terms(), ...more },
  })

async function approved(): Promise<Deal> {
  return driver.approve((await draft()).id)
}

function send({ id, newestVersion }: Deal, more: object = {}, by: Someone = cast.agent) {
  return by.ask('POST', at(`deals/${id}/links`), { purpose: 'signature', number: newestVersion, ...sofia, ...more })
}
async function tokenOf(kind = 'deal-signature-link', email = sofia.email): Promise<string> {
  return (await world.people.mailTo(email, kind)).token
}
async function sent(deal: Deal, more: { name?: string; email?: string } = {}): Promise<string> {
  const answer = await send(deal, more)
  expect([answer.statusCode, answer.statusCode < 400 ? '' : answer.body]).toEqual([200, ''])
  return tokenOf('deal-signature-link', more.email)
}
async function lookUp(token: string, device?: string): Promise<LinkedDeal> {
  const answer = await outside('lookup', { token, ...(device && { device }) })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
async function codeFor(token: string): Promise<string> {
  const answer = await outside('codes', { token })
  expect(answer.statusCode).toBe(200)
  return (await world.people.mailTo(sofia.email, 'deal-link-code')).code
}
async function signature(token: string, more: object = {}) {
  const { details } = await lookUp(token)
  const signed = { name: 'Sofia Brandt', title: 'VP Marketing', agrees: true, hash: details?.hash ?? '0'.repeat(64) }
  return { token, ...signed, ...more }
}
async function signs(token: string) {
  return outside('signatures', await signature(token, { code: await codeFor(token) }))
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
async function timeline({ id }: Deal): Promise<DealTimelineEntry[]> {
  return (await cast.agent.ask('GET', at(`deals/${id}/timeline`))).json().rows
}
/** Audit events about links, of this test. */
async function audited() {
  const { rows } = await world.database.query(
    "select event, actor_id as actor from audit_events where event like 'deal-link%' and at >= $1 order by at",
    [startedAt],
  )
  return rows
}
async function needsToSign(someone: Someone): Promise<string[]> {
  const { groups } = (await someone.ask('GET', at('needs'))).json()
  const rows = groups.flatMap(({ rows }: { rows: { kind: string; id: string }[] }) => rows)
  return rows.filter(({ kind }: { kind: string }) => kind === 'to-sign').map(({ id }: { id: string }) => id)
}
async function notified({ id }: Someone) {
  const { rows } = await world.database.query('select kind, details from notifications where user_id = $1', [id])
  return rows.map(({ kind, details: { deal: _, title: _title, ...details } }) => ({ kind, ...details }))
}

describe('a company signs by link', () => {
  test('reads the shared terms, signs with a code, and the last signature puts the deal in force', async () => {
    const deal = await approved()
    const token = await sent(deal)
    expect(Buffer.from(placeOf(token).id, 'base64url')).toHaveLength(32)
    const seen = await lookUp(token)
    expect(seen).toMatchObject({
      state: 'open',
      organization: 'Ridgeline',
      details: {
        recipient: { name: 'Sofia Brandt', maskedEmail: 's•••@halden.example' },
        lead: { name: 'Amara Cole' },
        shared: {
          title: 'Fall line',
          athlete: 'Jonah Okoye',
          usageRights: 'Paid social, 6 months',
          payments: [{ title: 'Retainer', amountMinor: 4_800_000 }],
          deliverables: [{ title: 'Story', dueOn: '2026-12-01' }],
        },
        missing: ['athlete', 'company'],
      },
    })
    const text = JSON.stringify(seen)
    for (const hidden of ['177700', 'SECRET', 'Lin Zhao', deal.versions[0]?.hash ?? '?', sofia.email]) {
      expect(text).not.toContain(hidden)
    }

    const answer = await signs(token)
    expect([answer.statusCode, answer.json()]).toEqual([200, { device: expect.any(String) }])
    expect(await driver.load(deal.id)).toMatchObject({
      stage: 'approved',
      signatures: [{ side: 'company', method: 'link', name: 'Sofia Brandt' }],
      links: [{ state: 'signed' }],
    })
    expect(await lookUp(token)).toMatchObject({ state: 'signed', details: { shared: null, hash: null } })
    expect(await lookUp(token, answer.json().device)).toMatchObject({ details: { shared: { title: 'Fall line' } } })
    expect((await driver.athleteSigns(deal.id)).statusCode).toBe(200)
    expect(await driver.load(deal.id)).toMatchObject({ stage: 'active' })
    const { rows } = await world.database.query(
      `select hash, signer_title, signer_email, link_id, address, device from deal_signatures
       where deal_id = $1 and side = $2`,
      [deal.id, 'company'],
    )
    expect(rows).toEqual([
      {
        hash: seen.details?.hash,
        signer_title: 'VP Marketing',
        signer_email: sofia.email,
        link_id: (await driver.load(deal.id)).links[0]?.id,
        address: '127.0.0.1',
        device: expect.any(String),
      },
    ])
  })

  test('gets its own copy, whose certificate names the shared terms but no approvals', async () => {
    const deal = await approved()
    const token = await sent(deal, { email: 'legal@halden.example' })
    const { details } = await lookUp(token)
    const code = await world.app
      .inject({ method: 'POST', url: '/api/deal-links/codes', payload: { token } })
      .then(() => world.people.mailTo('legal@halden.example', 'deal-link-code'))
    expect((await outside('signatures', await signature(token, { code: code.code }))).statusCode).toBe(200)
    await driver.athleteSigns(deal.id)
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    const { document } = await world.people.mailTo('legal@halden.example', 'deal-signed')
    const bytes = await world.app.platform.dealDocument(cast.organization, document)
    const text = readPdf(bytes).lines.join('\n')
    expect(text).toContain(details?.hash)
    expect(text).toContain(deal.versions[0]?.hash)
    expect(text).toContain('Sofia Brandt, VP Marketing')
    for (const hidden of ['SECRET', 'Lin Zhao', '17.77']) expect(text).not.toContain(hidden)
    const inside = await world.people.mailTo(cast.agent.email, 'deal-signed')
    const internal = await world.app.platform.dealDocument(cast.organization, inside.document)
    expect(readPdf(internal).lines.join('\n')).toContain('Lin Zhao')
  })

  test('whoever signs becomes a contact of the company, once, or completes one without an address', async () => {
    const { id: other } = (await cast.agent.ask('POST', at('companies'), { name: 'Nordmark', kind: 'brand' })).json()
    const contacts = async () => (await cast.agent.ask('GET', at(`companies/${other}`))).json().contacts
    const signed = async (email: string, name: string) => {
      const about = { athleteId: athlete, companyId: other, kind: 'nil' as const, terms: terms() }
      const deal = await driver.approve((await driver.draft(about)).id)
      const token = await sent(deal, { email })
      await outside('codes', { token })
      const { code } = await world.people.mailTo(email, 'deal-link-code')
      expect((await outside('signatures', await signature(token, { code, name }))).statusCode).toBe(200)
    }
    await cast.agent.ask('POST', at(`companies/${other}/contacts`), {
      name: 'Ida Berg',
      title: 'Counsel',
      email: null,
      phone: '+1 202 555 0143',
    })
    await signed('ida@nordmark.example', 'Ida berg')
    expect(await contacts()).toMatchObject([
      { name: 'Ida Berg', title: 'Counsel', email: 'ida@nordmark.example', phone: '+1 202 555 0143' },
    ])
    await signed('ida+deals@nordmark.example', 'Ida Berg')
    expect(await contacts()).toHaveLength(1)
    await signed('ole@nordmark.example', 'Ole Dahl')
    expect(await contacts()).toMatchObject([
      { name: 'Ida Berg' },
      { name: 'Ole Dahl', title: 'VP Marketing', email: 'ole@nordmark.example', phone: null },
    ])
  })

  test('the lead learns who signed and how, also if it is another person than the link was sent to', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const body = await signature(token, { name: 'Ben Ito', code: await codeFor(token) })
    expect((await outside('signatures', body)).statusCode).toBe(200)
    const signed = { by: 'Ben Ito', method: 'link', linkSentTo: 'Sofia Brandt' }
    expect(await notified(cast.agent)).toContainEqual({ kind: 'company-signed', ...signed })
    expect((await driver.load(deal.id)).signatures).toMatchObject([{ name: 'Ben Ito', linkSentTo: 'Sofia Brandt' }])
    expect((await cast.player.ask('GET', at(`deals/${deal.id}`))).json().signatures).toMatchObject([
      { linkSentTo: null },
    ])
    expect(await timeline(deal)).toContainEqual(
      expect.objectContaining({ kind: 'signed', about: 'Ben Ito (company, link sent to Sofia Brandt)' }),
    )
    const { rows } = await world.database.query(
      "select details from audit_events where event = 'deal-signed' and organization_id = $1 order by at desc, id desc limit 1",
      [cast.organization],
    )
    expect(rows).toEqual([{ details: 'company, by link' }])
    await driver.athleteSigns(deal.id)
    expect(await notified(cast.agent)).toContainEqual({ kind: 'deal-signed', by: 'Jonah Okoye', method: 'platform' })
  })

  test.each<[string, (token: string, link: string, deal: Deal) => Promise<unknown>]>([
    ['withdrawn', (_, link, deal) => cast.agent.ask('DELETE', at(`deals/${deal.id}/links/${link}`))],
    [
      'locked by wrong codes',
      async (token) => {
        for (let attempt = 0; attempt < 5; attempt++) await outside('devices', { token, code: '999999' })
      },
    ],
  ])('a link that is %s after it signed: its signer still gets the signed copy', async (_, close) => {
    const email = 'legal@halden.example'
    const deal = await approved()
    const token = await sent(deal, { email })
    await outside('codes', { token })
    const { code } = await world.people.mailTo(email, 'deal-link-code')
    expect((await outside('signatures', await signature(token, { code }))).statusCode).toBe(200)
    const [link] = (await driver.load(deal.id)).links
    await close(token, link?.id ?? '', deal)
    expect((await driver.load(deal.id)).links[0]?.state).not.toBe('signed')
    await driver.athleteSigns(deal.id)
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    expect((await world.people.mailTo(email, 'deal-signed')).deal).toBe(deal.id)
  })

  test.each([
    ['asks for changes', 'change-requests', 'changes', 'company-asked-changes'],
    ['declines', 'refusals', 'declined', 'company-declined'],
  ])('%s: the deal returns to draft with the words, and the lead is told', async (_, path, answer, kind) => {
    const deal = await approved()
    const token = await sent(deal)
    const code = await codeFor(token)
    expect((await outside(path, { token, code, text: 'Only training shoes.' })).statusCode).toBe(204)
    expect(await driver.load(deal.id)).toMatchObject({ stage: 'draft', newestVersion: 2, links: [] })
    expect(await timeline(deal)).toContainEqual(
      expect.objectContaining({ kind, about: 'Sofia Brandt', text: 'Only training shoes.', actor: null }),
    )
    expect(await notified(cast.agent)).toContainEqual(
      expect.objectContaining({ kind: 'approval-decided', decision: answer, by: 'Sofia Brandt' }),
    )
    // The athlete was asked to sign, and no longer sees the draft.
    const ended = (await notified(cast.player)).filter(({ kind }) => kind === 'deal-ended')
    expect(ended).toEqual(answer === 'declined' ? [{ kind: 'deal-ended', ending: 'declined', by: 'Sofia Brandt' }] : [])
    expect(await world.people.mailTo(cast.agent.email, 'approval-decided')).toMatchObject({
      comment: 'Only training shoes.',
    })
    expect(await lookUp(token)).toEqual({ state: answer, organization: 'Ridgeline', lockedUntil: null, details: null })
  })

  test('an amendment is signed by link, and a request for changes keeps the version in force', async () => {
    const deal = await driver.signed({ athleteId: athlete, companyId: company, kind: 'nil', terms: terms() })
    const amended = await driver.approve((await driver.amend(deal.id, { endsOn: '2027-12-31' })).id)
    const token = await sent(amended)
    await outside('change-requests', { token, code: await codeFor(token), text: 'No.' })
    expect(await driver.load(deal.id)).toMatchObject({ stage: 'active', versionInForce: 1, amendment: 'draft' })
    const second = await sent(await driver.approve(deal.id))
    expect((await signs(second)).statusCode).toBe(200)
    await driver.athleteSigns(deal.id)
    expect(await driver.load(deal.id)).toMatchObject({ versionInForce: 3 })
  })
})

describe('who gets a link', () => {
  test('only someone outside: no member, athlete or guardian', async () => {
    const deal = await approved()
    const guardian = await world.people.register('Mari Okoye')
    await world.database.query(
      `insert into guardianships (organization_id, athlete_id, reach, user_id, confirmed_at) values ($1, $2, 'full', $3, now())`,
      [cast.organization, athlete, guardian.id],
    )
    const otherOf = (email: string) => email.toUpperCase().replace('@', '+other@')
    const addresses = [cast.approver.email, 'jonah.okoye@mail.example', guardian.email]
    for (const email of [...addresses, ...addresses.map(otherOf)]) {
      expect((await send(deal, { email })).json().code).toBe('link-to-insider')
    }
    await world.database.query('delete from guardianships where user_id = $1', [guardian.id])
  })

  test('only of an approved version, and not if the organization is the company', async () => {
    const unapproved = await draft()
    expect((await send(unapproved)).json().code).toBe('deal-move-not-possible')
    expect((await send(unapproved, { purpose: 'page' })).json().code).toBe('deal-not-signed')
    // The first read creates it.
    await cast.owner.ask('GET', at('companies'))
    const { rows } = await world.database.query('select id from companies where organization_id = $1 and is_self', [
      cast.organization,
    ])
    const own = await driver.draft({ athleteId: athlete, companyId: rows[0].id, kind: 'nil', terms: terms() })
    const deal = await driver.approve(own.id)
    expect(deal.actions).not.toContain('send-link')
    expect((await send(deal)).json().code).toBe('signed-inside')
    expect(deal.actions).toContain('sign')
    // Approvers may sign, so they are asked. Agents may not.
    const asked = { kind: 'signature-asked', side: 'company' }
    expect(await notified(cast.owner)).toContainEqual(asked)
    expect((await world.people.mailTo(cast.owner.email, 'signature-asked')).deal).toBe(own.id)
    expect(await notified(cast.agent)).not.toContainEqual(asked)
    expect(await needsToSign(cast.owner)).toEqual([own.id])
    expect(await needsToSign(cast.approver)).toEqual([own.id])
    expect((await driver.remind(own.id)).json().reached).toContainEqual(
      expect.objectContaining({ name: cast.owner.name, as: 'signatory' }),
    )
    const [version] = deal.versions
    await world.people.assumeSecondFactor(cast.owner, false)
    const signed = await cast.owner.ask('POST', at(`deals/${own.id}/signatures`), {
      number: version?.number,
      hash: version?.hash,
      name: cast.owner.name,
      agrees: true,
      ...cast.owner.proof(),
    })
    expect(signed.json().signatures).toMatchObject([{ side: 'company', method: 'platform', name: cast.owner.name }])
    expect(signed.json().actions).not.toContain('sign')
    expect([await needsToSign(cast.owner), await needsToSign(cast.approver)]).toEqual([[], []])
    const unread = await world.database.query(
      "select distinct user_id from notifications where kind = 'signature-asked' and read_at is null",
    )
    expect(unread.rows).toEqual([{ user_id: cast.player.id }])
  })

  test('the signatory named in the terms of a deal with the organization is the only one asked', async () => {
    await cast.owner.ask('GET', at('companies'))
    const { rows } = await world.database.query('select id from companies where organization_id = $1 and is_self', [
      cast.organization,
    ])
    const payor = { name: cast.owner.name, title: 'CEO', email: cast.owner.email }
    const { id } = await driver.draft({
      athleteId: athlete,
      companyId: rows[0].id,
      kind: 'nil',
      terms: { ...terms(), payor },
    })
    await driver.approve(id)
    expect(await needsToSign(cast.owner)).toContain(id)
    expect(await needsToSign(cast.approver)).not.toContain(id)
    const { reached } = (await driver.remind(id)).json()
    expect(reached.map(({ name }: { name: string }) => name)).toEqual(['Jonah Okoye', cast.owner.name])
    await driver.athleteSigns(id)
    const own = await cast.owner.ask('POST', at(`deals/${id}/reminders`))
    expect([own.json().code, own.json().detail]).toEqual([
      'nobody-reachable',
      expect.stringContaining('your own signature'),
    ])
  })

  test('a colleague without money permission neither sends nor sees links', async () => {
    const deal = await approved()
    await sent(deal)
    const coach = await world.people.registerMember(cast.organization, 'Jo Park', 'coach')
    expect((await send(deal, {}, coach)).json().code).toBe('not-permitted')
    expect((await cast.player.ask('GET', at(`deals/${deal.id}`))).json().links).toEqual([])
  })

  test('the contacts of the company say who signs, while a link is open or signed', async () => {
    const { id: brand } = (await cast.owner.ask('POST', at('companies'), { name: 'Tarn', kind: 'brand' })).json()
    await cast.owner.ask('POST', at(`companies/${brand}/contacts`), {
      ...sofia,
      email: 'Sofia@Halden.example',
      phone: null,
    })
    const signing = async (who: Someone) => {
      const { contacts } = (await who.ask('GET', at(`companies/${brand}`))).json() as Company
      return contacts.map(({ signs }) => signs)
    }
    const { id } = await driver.draft({
      athleteId: athlete,
      companyId: brand,
      kind: 'nil',
      title: 'Trail',
      terms: terms(),
    })
    const deal = await driver.approve(id)
    expect(await signing(cast.owner)).toEqual([false])
    await sent(deal)
    expect(await signing(cast.owner)).toEqual([true])
    const clerk = await world.people.registerMember(cast.organization, 'Ada Clerk', 'support-staff')
    expect(await signing(clerk)).toEqual([false])
    const [link] = (await driver.load(deal.id)).links
    await cast.agent.ask('DELETE', at(`deals/${deal.id}/links/${link?.id}`))
    expect(await signing(cast.owner)).toEqual([false])
  })

  test('refused mail is shown, and the lead is told', async () => {
    const deal = await approved()
    await sent(deal)
    const composer = createMailComposer(linkMailKinds({ linkMailed: world.app.platform.linkMailed }), {
      ...sender,
      platformUrl: 'https://app.sherpa.example',
    })
    const mailed: string[] = []
    const refuse = {
      send: async ({ text }: { text: string }) => {
        mailed.push(text)
        throw new PermanentMailFailure('550 no such user')
      },
    }
    await world.database.query("delete from outgoing_mail where kind <> 'deal-signature-link'")
    const token = await tokenOf()
    await createOutbox(world.serving, refuse, composer, { warn: () => undefined }).processQueue()
    expect(mailed[0]).toContain(`https://app.sherpa.example/agreement#${token}`)
    expect((await driver.load(deal.id)).links).toMatchObject([{ mail: 'failed' }])
    expect(await notified(cast.agent)).toContainEqual(
      expect.objectContaining({ kind: 'deal-to-check', reason: 'mail-failed' }),
    )
  })
})

describe('someone else signs for the company', () => {
  const ben = { name: 'Ben Ito', title: 'General Counsel', email: 'ben@halden.example' }
  const lawyer = { name: 'Lee Roth', title: null, email: 'lee@roth-law.example' }
  const reassigns = async (token: string, to: object) =>
    outside('reassignments', { token, code: await codeFor(token), ...to })
  const linkOf = async ({ id }: Deal) => (await driver.load(id)).links[0]
  async function decides(deal: Deal, decision: 'confirmed' | 'refused', email = lawyer.email, by = cast.agent) {
    const link = await linkOf(deal)
    return by.ask('POST', at(`deals/${deal.id}/links/${link?.id}/reassignment`), { email, decision })
  }

  const needsOf = async (someone: Someone) => {
    const { groups } = (await someone.ask('GET', at('needs'))).json() as Needs
    return groups.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'signer-to-confirm')
  }

  test('a colleague at the same mail domain gets a link at once, and the old one is worthless', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const { expiresAt } = (await linkOf(deal)) ?? {}
    later(DAY)
    const code = await codeFor(token)
    const answer = await outside('reassignments', { token, code, ...ben })
    expect([answer.statusCode, answer.json()]).toEqual([200, { state: 'sent' }])
    expect(await lookUp(token)).toEqual({
      state: 'reassigned',
      organization: 'Ridgeline',
      lockedUntil: null,
      details: null,
    })
    for (const [path, more] of [
      ['reassignments', { code, ...ben, email: 'eve@halden.example' }],
      ['signatures', { code, name: 'Sofia Brandt', title: 'VP', agrees: true, hash: '0'.repeat(64) }],
      ['refusals', { code, text: null }],
      ['codes', {}],
    ] as const) {
      expect((await outside(path, { token, ...more })).json().code).toBe('link-expired')
    }

    const mail = await world.people.mailTo(ben.email, 'deal-signature-link')
    expect(mail).toMatchObject({ name: 'Ben Ito', sender: cast.agent.name, reassignedBy: 'Sofia Brandt' })
    expect(await lookUp(mail.token)).toMatchObject({ state: 'open', details: { recipient: { name: 'Ben Ito' } } })
    expect((await driver.load(deal.id)).links).toMatchObject([{ ...ben, state: 'open', reassignment: null, expiresAt }])
    expect(await notified(cast.agent)).toContainEqual(
      expect.objectContaining({ kind: 'deal-to-check', reason: 'reassigned' }),
    )
    expect(await timeline(deal)).toContainEqual(
      expect.objectContaining({ kind: 'link-reassigned', about: 'Sofia Brandt', text: 'Ben Ito, General Counsel' }),
    )
    expect(await audited()).toContainEqual({ event: 'deal-link-reassigned', actor: null })

    await outside('codes', { token: mail.token })
    const { code: codeOfBen } = await world.people.mailTo(ben.email, 'deal-link-code')
    const signed = await outside('signatures', await signature(mail.token, { code: codeOfBen, name: 'Ben Ito' }))
    expect(signed.statusCode).toBe(200)
  })

  test('another address waits until the lead confirms it', async () => {
    const deal = await approved()
    const token = await sent(deal)
    expect((await reassigns(token, lawyer)).json()).toEqual({ state: 'waiting' })
    expect(await lookUp(token)).toMatchObject({
      state: 'open',
      details: { reassignment: { name: 'Lee Roth', refused: false } },
    })
    const { rows } = await world.database.query('select from outgoing_mail where recipient = $1', [lawyer.email])
    expect(rows).toHaveLength(0)
    expect(await linkOf(deal)).toMatchObject({ name: 'Sofia Brandt', reassignment: lawyer })
    expect(await notified(cast.agent)).toContainEqual(
      expect.objectContaining({ kind: 'deal-to-check', reason: 'reassignment-asked' }),
    )

    later(5)
    const need = { kind: 'signer-to-confirm', id: deal.id, about: 'Lee Roth', since: today.toISOString() }
    expect(await needsOf(cast.agent)).toContainEqual(expect.objectContaining(need))
    expect(await needsOf(cast.clerk)).toEqual([])
    const answer = await decides(deal, 'confirmed')
    expect(await needsOf(cast.agent)).toEqual([])
    expect(answer.json().links).toMatchObject([{ ...lawyer, state: 'open', reassignment: null }])
    expect(await lookUp(token)).toMatchObject({ state: 'reassigned' })
    expect(await lookUp(await tokenOf('deal-signature-link', lawyer.email))).toMatchObject({ state: 'open' })
    expect(await audited()).toEqual([
      { event: 'deal-link-sent', actor: cast.agent.id },
      { event: 'deal-link-reassignment-asked', actor: null },
      { event: 'deal-link-reassignment-confirmed', actor: cast.agent.id },
    ])
    const unread = "select from notifications where user_id = $1 and kind = 'deal-to-check' and read_at is null"
    expect((await world.database.query(unread, [cast.agent.id])).rows).toHaveLength(0)
  })

  test('a refused person gets nothing, and the recipient still signs', async () => {
    const deal = await approved()
    const token = await sent(deal)
    await reassigns(token, lawyer)
    expect((await decides(deal, 'refused')).json().links).toMatchObject([{ state: 'open', reassignment: null }])
    expect((await decides(deal, 'confirmed')).json().code).toBe('changed-meanwhile')
    expect((await lookUp(token)).details?.reassignment).toEqual({ name: 'Lee Roth', refused: true })
    expect(await timeline(deal)).toContainEqual(
      expect.objectContaining({ kind: 'reassignment-refused', about: 'Lee Roth' }),
    )
    expect((await signs(token)).statusCode).toBe(200)
  })

  test('a public mail domain is nobody’s company', async () => {
    const deal = await approved()
    await send(deal, { email: 'sofia.brandt@gmail.com' })
    const token = await tokenOf('deal-signature-link', 'sofia.brandt@gmail.com')
    await outside('codes', { token })
    const { code } = await world.people.mailTo('sofia.brandt@gmail.com', 'deal-link-code')
    const answer = await outside('reassignments', { token, code, ...ben, email: 'ben.ito@gmail.com' })
    expect(answer.json()).toEqual({ state: 'waiting' })
  })

  test('20 times at once makes one new link', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const codes = [await codeFor(token), await codeFor(token)]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const email = `colleague-${index}@halden.example`
        return outside('reassignments', { token, code: codes[index % 2], ...ben, email })
      }),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const { rows } = await world.database.query('select from deal_links where deal_id = $1 and closed_at is null', [
      deal.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('nobody of the organization, and one code tests one address', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const code = await codeFor(token)
    const refused = await outside('reassignments', { token, code, ...ben, email: cast.player.email })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'address-not-accepted'])
    const again = await outside('reassignments', { token, code, ...ben, email: cast.approver.email })
    expect(again.json().code).toBe('wrong-code')
    for (const email of [cast.approver.email, 'jonah.okoye@mail.example']) {
      expect((await reassigns(token, { ...ben, email })).json().code).toBe('address-not-accepted')
    }
    later(61)
    expect((await reassigns(token, { ...ben, email: sofia.email })).json().errors).toMatchObject([{ field: 'email' }])
    expect(await linkOf(deal)).toMatchObject({ state: 'open', reassignment: null })
  })

  test('needs a code, and wrong ones count', async () => {
    const token = await sent(await approved())
    const code = await codeFor(token)
    expect((await outside('reassignments', { token, ...ben })).json().code).toBe('invalid-fields')
    for (let tries = 0; tries < 5; tries++) {
      const answer = await outside('reassignments', { token, code: wrong(code), ...ben })
      expect(answer.json().code).toBe('wrong-code')
    }
    expect(await lookUp(token)).toMatchObject({ state: 'codes' })
  })

  test('the lead confirms only the address that they saw, and only while the link is open', async () => {
    const deal = await approved()
    const token = await sent(deal)
    await reassigns(token, lawyer)
    await reassigns(token, { ...lawyer, email: 'eve@elsewhere.example' })
    expect((await decides(deal, 'confirmed')).json().code).toBe('changed-meanwhile')
    const coach = await world.people.registerMember(cast.organization, 'Kim Park', 'coach')
    expect((await decides(deal, 'confirmed', 'eve@elsewhere.example', coach)).json().code).toBe('not-permitted')
    later(14 * DAY)
    expect((await decides(deal, 'confirmed', 'eve@elsewhere.example')).json().code).toBe('changed-meanwhile')
  })

  test('a person who became a member meanwhile is not confirmed', async () => {
    const deal = await approved()
    await reassigns(await sent(deal), lawyer)
    const member = await world.people.registerMember(cast.organization, 'Lee Roth', 'coach')
    await world.database.query('update users set email = $2 where id = $1', [member.id, lawyer.email])
    expect((await decides(deal, 'confirmed')).json().code).toBe('link-to-insider')
    await world.database.query('update users set email = $2 where id = $1', [member.id, member.email])
  })
})

describe('an attacked link', () => {
  test('20 signatures at once: one counts', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const body = await signature(token, { code: await codeFor(token) })
    const answers = await Promise.all(Array.from({ length: 20 }, () => outside('signatures', body)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 410)).toHaveLength(19)
    expect((await driver.load(deal.id)).signatures).toHaveLength(1)
  })

  test('a guessed token finds nothing', async () => {
    for (const path of ['lookup', 'openings', 'codes']) {
      expect((await outside(path, { token: 'x'.repeat(43) })).json().code).toBe('link-expired')
    }
  })

  test('five wrong codes close the link and tell the lead, also over several requests and codes', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const code = await codeFor(token)
    const guess = async () => outside('signatures', await signature(token, { code: wrong(code) }))
    for (let tries = 0; tries < 4; tries++) expect((await guess()).json().code).toBe('wrong-code')
    // A new code gives no new tries.
    await codeFor(token)
    expect((await outside('refusals', { token, code: wrong(code), text: null })).json().code).toBe('wrong-code')
    expect((await outside('signatures', await signature(token, { code }))).json().code).toBe('link-expired')
    expect(await lookUp(token)).toEqual({
      state: 'codes',
      organization: 'Ridgeline',
      lockedUntil: new Date(now.getTime() + 60 * 60_000).toISOString(),
      details: null,
    })
    expect(await notified(cast.agent)).toContainEqual(
      expect.objectContaining({ kind: 'deal-to-check', reason: 'codes' }),
    )
    expect(await timeline(deal)).toContainEqual(expect.objectContaining({ kind: 'link-closed' }))
    expect(await audited()).toContainEqual({ event: 'deal-link-locked', actor: null })
  })

  test('it opens again after an hour; 20 wrong codes in a day close it until the lead reopens it', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const reopen = async () => {
      const { links } = await driver.load(deal.id)
      return cast.agent.ask('POST', at(`deals/${deal.id}/links/${links[0]?.id}/reopening`))
    }
    for (let hour = 0; hour < 4; hour++) {
      const code = await codeFor(token)
      for (let tries = 0; tries < 5; tries++)
        expect((await outside('refusals', { token, code: wrong(code), text: null })).json().code).toBe('wrong-code')
      expect(await lookUp(token)).toMatchObject({ state: 'codes' })
      expect((await outside('codes', { token })).json().code).toBe('link-expired')
      later(61)
      expect(await lookUp(token)).toMatchObject({ state: hour < 3 ? 'open' : 'codes' })
    }
    later(2 * DAY)
    expect(await lookUp(token)).toMatchObject({ state: 'codes', lockedUntil: null })
    expect((await driver.load(deal.id)).links).toMatchObject([{ state: 'codes', lockedUntil: null }])
    expect((await reopen()).statusCode).toBe(200)
    expect(await timeline(deal)).toContainEqual(expect.objectContaining({ kind: 'link-reopened' }))
    expect((await signs(token)).statusCode).toBe(200)
  })

  test('a link that an earlier release closed for good is reopened, unless another replaced it', async () => {
    const deal = await approved()
    const closedForGood = async () => {
      later(1)
      const token = await sent(deal)
      const { links } = await driver.load(deal.id)
      const link = links[0]?.id
      const close = "update deal_links set wrong_codes = 5, closed_at = now(), closed_as = 'codes' where id = $1"
      await world.database.query(close, [link])
      return { token, reopen: () => cast.agent.ask('POST', at(`deals/${deal.id}/links/${link}/reopening`)) }
    }
    const replaced = await closedForGood()
    const { token, reopen } = await closedForGood()
    expect((await replaced.reopen()).json().code).toBe('changed-meanwhile')
    expect((await reopen()).json().links).toMatchObject([{ state: 'open', lockedUntil: null }])
    expect((await signs(token)).statusCode).toBe(200)
    await driver.athleteSigns(deal.id)

    const close = "update deal_links set closed_as = 'codes' where deal_id = $1 and closed_as = 'signed'"
    await world.database.query(close, [deal.id])
    expect(await lookUp(token)).toMatchObject({ state: 'codes' })
    expect((await reopen()).statusCode).toBe(200)
    expect(await lookUp(token)).toMatchObject({ state: 'page' })
  })

  test('20 wrong codes at once are not more than five tries', async () => {
    const token = await sent(await approved())
    const code = await codeFor(token)
    const body = await signature(token, { code: wrong(code) })
    const answers = await Promise.all(Array.from({ length: 20 }, () => outside('signatures', body)))
    expect(answers.filter((answer) => answer.json().code === 'wrong-code')).toHaveLength(5)
    expect(await lookUp(token)).toMatchObject({ state: 'codes' })
  })

  test('a code works for one link, once, for ten minutes, and three are sent an hour', async () => {
    const [one, other] = [await sent(await approved()), await sent(await approved())]
    const code = await codeFor(one)
    const elsewhere = await outside('refusals', { token: other, code, text: null })
    // The codes of both links may be equal by chance only.
    expect(elsewhere.json().code).toBe('wrong-code')
    later(11)
    expect((await outside('refusals', { token: one, code, text: null })).json().code).toBe('wrong-code')
    await codeFor(one)
    await codeFor(one)
    const limited = await outside('codes', { token: one })
    expect([limited.json().code, Number(limited.headers['retry-after']) > 0]).toEqual(['code-limit', true])
    later(60)
    const fresh = await codeFor(one)
    expect((await outside('change-requests', { token: one, code: fresh, text: 'Shorter.' })).statusCode).toBe(204)
    expect((await outside('change-requests', { token: one, code: fresh, text: 'Again.' })).json().code).toBe(
      'link-expired',
    )
  })

  test('a forwarded link shows the terms, but the code goes to the first address only', async () => {
    const token = await sent(await approved())
    await outside('codes', { token })
    const { rows } = await world.database.query("select recipient from outgoing_mail where kind = 'deal-link-code'")
    expect(rows).toEqual([{ recipient: sofia.email }])
    const without = await signature(token)
    expect((await outside('signatures', without)).json().code).toBe('invalid-fields')
  })

  test('a signature of other terms than the shown ones is refused', async () => {
    const token = await sent(await approved())
    const body = await signature(token, { code: await codeFor(token), hash: 'f'.repeat(64) })
    expect((await outside('signatures', body)).json().code).toBe('version-replaced')
  })

  test.each<[string, (deal: Deal) => Promise<unknown>, LinkedDeal['state']]>([
    ['sent again', (deal) => send(deal), 'replaced'],
    ['sent to someone else', (deal) => send(deal, { name: 'Ben Ito', email: 'ben@halden.example' }), 'replaced'],
    [
      'withdrawn',
      async (deal) => {
        const [link] = (await driver.load(deal.id)).links
        return cast.agent.ask('DELETE', at(`deals/${deal.id}/links/${link?.id}`))
      },
      'withdrawn',
    ],
    ['the version is withdrawn', (deal) => driver.withdraw(deal.id), 'withdrawn'],
    ['the terms change', (deal) => driver.change(deal.id, { terms: { endsOn: '2027-01-31' } }), 'withdrawn'],
    ['the deal is declined', (deal) => driver.move(deal.id, 'decline'), 'withdrawn'],
    ['the company signs on paper', (deal) => driver.companySigns(deal.id), 'withdrawn'],
    ['14 days pass', async () => later(14 * DAY), 'expired'],
  ])('%s: the old link says so, shows no terms, and its code is worthless', async (_, cause, state) => {
    const deal = await approved()
    const token = await sent(deal)
    const code = await codeFor(token)
    const body = await signature(token, { code })
    await cause(deal)
    expect(await lookUp(token)).toEqual({ state, organization: 'Ridgeline', lockedUntil: null, details: null })
    for (const path of ['signatures', 'change-requests', 'refusals']) {
      const answer = await outside(path, path === 'signatures' ? body : { token, code, text: 'No.' })
      expect(answer.json().code).toBe('link-expired')
    }
    expect((await outside('codes', { token })).json().code).toBe('link-expired')
  })

  test('a replaced link leaves an audit event', async () => {
    const deal = await approved()
    await sent(deal)
    await sent(deal)
    expect(await audited()).toEqual([
      { event: 'deal-link-sent', actor: cast.agent.id },
      { event: 'deal-link-replaced', actor: cast.agent.id },
      { event: 'deal-link-sent', actor: cast.agent.id },
    ])
  })

  test('a termination closes the link to an open amendment', async () => {
    const deal = await driver.signed({ athleteId: athlete, companyId: company, kind: 'nil', terms: terms() })
    const token = await sent(await driver.approve((await driver.amend(deal.id, { endsOn: '2027-12-31' })).id))
    expect((await driver.move(deal.id, 'terminate')).statusCode).toBe(200)
    expect(await lookUp(token)).toMatchObject({ state: 'withdrawn', details: null })
  })

  test('a link that signed says so if its version is given up before it is in force', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const { device } = (await signs(token)).json()
    await driver.withdraw(deal.id)
    expect(await lookUp(token, device)).toEqual({
      state: 'version-withdrawn',
      organization: 'Ridgeline',
      lockedUntil: null,
      details: null,
    })
  })

  test('a mail scanner that fetches every link changes nothing; the page records the opening', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const before = await world.database.query('select * from deal_links where deal_id = $1', [deal.id])
    for (const url of [`/agreement#${token}`, '/agreement', `/api/deal-links/lookup?token=${token}`]) {
      await world.app.inject({ url })
    }
    await lookUp(token)
    const after = await world.database.query('select * from deal_links where deal_id = $1', [deal.id])
    expect(after.rows).toEqual(before.rows)
    expect((await driver.load(deal.id)).links).toMatchObject([{ openedAt: null }])
    expect((await outside('openings', { token })).statusCode).toBe(204)
    expect((await driver.load(deal.id)).links).toMatchObject([{ openedAt: now.toISOString() }])
  })

  test.each<[string, (deal: Deal) => Promise<unknown>]>([
    ['a removed deal', (deal) => driver.remove(deal.id)],
    ['a closed organization', () => world.database.query('update organizations set closed_at = now()')],
  ])('%s has no link, and an issued address of its contract opens nothing', async (_, close) => {
    const { id } = await draft()
    const content = { 'content-type': 'application/octet-stream' }
    const contract = (await cast.agent.ask('PUT', at(`deals/${id}/contract`), pdf, content)).json()
    const { version } = await driver.load(id)
    await cast.agent.ask('POST', at(`deals/${id}/review`), { version, contractMatches: true })
    await driver.decide(id, 'approved')
    const deal = await driver.load(id)
    const token = await sent(deal)
    const { address } = (await outside(`documents/${contract.id}/address`, { token })).json()
    expect((await world.app.inject({ url: address })).statusCode).toBe(200)
    await close(deal)
    expect((await world.app.inject({ url: address })).statusCode).toBe(404)
    expect((await outside('lookup', { token })).json().code).toBe('link-expired')
    await world.database.query('update organizations set closed_at = null')
  })
})

describe('paused signing', () => {
  const paused = async (token: string) => (await lookUp(token)).details?.paused

  test('says so without the reason, refuses the signature, and tells the lead the reason once', async () => {
    const deal = await approved()
    const token = await sent(deal)
    expect(await paused(token)).toBe(false)
    const body = await signature(token, { code: await codeFor(token) })
    const corrected = await cast.owner.ask('GET', at(`athletes/${athlete}`))
    const change = (birthDate: string, version: number) =>
      cast.owner.ask('PATCH', at(`athletes/${athlete}`), { version, changes: { birthDate }, reason: 'Typing error' })
    const minor = await change('2010-03-03', corrected.json().version)
    expect(minor.statusCode).toBe(200)
    await world.database.query('delete from notifications')

    expect(await paused(token)).toBe(true)
    expect((await outside('signatures', body)).json().code).toBe('signing-paused')
    await outside('openings', { token })
    await outside('openings', { token })
    expect(await notified(cast.agent)).toEqual([{ kind: 'deal-to-check', reason: 'age-corrected' }])
    await change('2004-03-03', minor.json().version)
    expect(await paused(token)).toBe(false)
    expect((await outside('signatures', body)).statusCode).toBe(200)
  })

  test('a conflict with another deal pauses the last signature', async () => {
    const crypto = {
      category: 'crypto' as const,
      exclusivity: { kind: 'category' as const, categories: ['crypto' as const] },
    }
    const kids = { name: 'Halden Kids', kind: 'brand', parentId: company }
    const subsidiary = (await cast.owner.ask('POST', at('companies'), kids)).json()
    const allowed = { athleteId: athlete, companyId: subsidiary.id, kind: 'nil' as const }
    await driver.approve((await driver.draft({ ...allowed, terms: { ...terms(), ...crypto } })).id)
    const deal = await driver.approve((await draft(crypto)).id)
    const token = await sent(deal)
    const separate = { version: subsidiary.version, changes: { parentId: null } }
    expect((await cast.owner.ask('PATCH', at(`companies/${subsidiary.id}`), separate)).statusCode).toBe(200)
    expect(await paused(token)).toBe(false)
    await driver.athleteSigns(deal.id)
    expect(await paused(token)).toBe(true)
    await outside('openings', { token })
    expect(await notified(cast.agent)).toContainEqual({ kind: 'deal-to-check', reason: 'conflict' })
  })
})

describe('sent at once after the approval', () => {
  const turn = (on: boolean, by: Someone = cast.owner) => by.ask('PUT', at('send-after-approval'), { on })
  afterEach(() => turn(false))

  test('to the contact in the terms, in the name of the lead', async () => {
    expect((await cast.owner.ask('GET', at('approval-chains'))).json().sendAfterApproval).toBe(false)
    expect((await approved()).links).toEqual([])
    expect((await turn(true)).statusCode).toBe(204)
    expect((await cast.owner.ask('GET', at('approval-chains'))).json().sendAfterApproval).toBe(true)
    const deal = await approved()
    expect((await driver.load(deal.id)).links).toMatchObject([{ name: 'Sofia Brandt', state: 'open' }])
    expect((await world.people.mailTo(sofia.email, 'deal-signature-link')).sender).toBe('Amara Cole')
    expect(await notified(cast.agent)).not.toContainEqual(expect.objectContaining({ reason: 'link-not-sent' }))
    expect((await signs(await tokenOf())).statusCode).toBe(200)
  })

  test.each<[string, number, boolean]>([
    ['no contact', 0, false],
    ['two contacts', 2, false],
    ['a contact who is a member', 0, true],
  ])('%s: the lead is told instead', async (_, contacts, isMember) => {
    await turn(true)
    const { id } = (await cast.owner.ask('POST', at('companies'), { name: `Tarn ${_}`, kind: 'brand' })).json()
    for (let nth = 0; nth < contacts; nth++) {
      const contact = { name: `Contact ${nth}`, title: null, email: `${nth}@tarn.example`, phone: null }
      await cast.owner.ask('POST', at(`companies/${id}/contacts`), contact)
    }
    const payor = isMember ? { name: 'Lin Zhao', title: null, email: cast.approver.email } : null
    const deal = await driver.draft({
      athleteId: athlete,
      companyId: id,
      kind: 'nil',
      terms: { ...terms(), payor },
    })
    await driver.approve(deal.id)
    expect((await driver.load(deal.id)).links).toEqual([])
    expect(await notified(cast.agent)).toContainEqual({ kind: 'deal-to-check', reason: 'link-not-sent' })
  })

  test('to the only contact of the company, and never above the limit of mail', async () => {
    await turn(true)
    const { id } = (await cast.owner.ask('POST', at('companies'), { name: 'Solo', kind: 'brand' })).json()
    const contact = { name: 'Ana Ruiz', title: 'Legal', email: 'ana@solo.example', phone: null }
    await cast.owner.ask('POST', at(`companies/${id}/contacts`), contact)
    const approve = async () =>
      driver.approve(
        (await driver.draft({ athleteId: athlete, companyId: id, kind: 'nil', terms: { ...terms(), payor: null } })).id,
      )
    const deal = await approve()
    expect((await driver.load(deal.id)).links).toMatchObject([{ name: 'Ana Ruiz', title: 'Legal' }])
    await world.database.query('update rate_counts set count = 1000')
    expect(await approve()).toMatchObject({ stage: 'approved', links: [] })
    expect(await notified(cast.agent)).toContainEqual({ kind: 'deal-to-check', reason: 'link-not-sent' })
  })
})

describe('the page of a signed deal', () => {
  test('shows copies, due days and accepted proof behind a code, until 90 days after the end', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const { device } = (await signs(token)).json()
    await driver.athleteSigns(deal.id)
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    expect(await lookUp(token)).toMatchObject({ state: 'page', details: { shared: null, page: null } })
    const page = (await lookUp(token, device)).details?.page
    expect(page).toMatchObject({
      copies: [{ name: 'Version 1, signed, company’s copy.pdf' }],
      payments: [{ title: 'Retainer', dueOn: '2026-12-01', amountMinor: 4_800_000 }],
      deliverables: [{ title: 'Story', dueOn: '2026-12-01', acceptedAt: null, proofs: [] }],
      until: '2027-09-28',
    })

    const [deliverable] = (await cast.agent.ask('GET', at(`deliverables?deal=${deal.id}`))).json().rows
    const proof = { link: 'https://social.example/p/1', note: 'INTERNAL NOTE' }
    await cast.player.ask('POST', at(`deliverables/${deliverable.id}/proofs`), proof)
    expect(JSON.stringify(await lookUp(token, device))).not.toContain('social.example')
    const uploaded = await cast.player.ask('POST', at(`deliverables/${deliverable.id}/proof-files?name=a.png`), png, {
      'content-type': 'application/octet-stream',
    })
    const decision = { version: uploaded.json().version, decision: 'accepted', comment: null }
    expect((await cast.agent.ask('POST', at(`deliverables/${deliverable.id}/decision`), decision)).statusCode).toBe(200)
    const proven = await lookUp(token, device)
    expect(JSON.stringify(proven)).not.toContain('INTERNAL NOTE')
    const [story] = proven.details?.page?.deliverables ?? []
    expect(story).toMatchObject({
      acceptedAt: now.toISOString(),
      proofs: [{ link: proof.link }, { file: { name: 'a.png' } }],
    })

    const file = story?.proofs[1]?.file?.id
    expect((await outside(`documents/${file}/address`, { token })).json().code).toBe('not-found')
    const { address } = (await outside(`documents/${file}/address`, { token, device })).json()
    expect((await world.app.inject({ url: address })).statusCode).toBe(200)
    const copy = page?.copies[0]?.id
    const { address: ofCopy } = (await outside(`documents/${copy}/address`, { token, device })).json()
    const [internal] = (await cast.agent.ask('GET', at(`deals/${deal.id}/documents`)))
      .json()
      .documents.filter(({ kind }: { kind: string }) => kind === 'signed')
    expect((await outside(`documents/${internal.id}/address`, { token, device })).json().code).toBe('not-found')

    later(31 * DAY)
    expect((await lookUp(token, device)).details?.page).toBeNull()
    expect((await world.app.inject({ url: ofCopy })).statusCode).toBe(410)
    const renewed = await outside('devices', { token, code: await codeFor(token) })
    expect((await lookUp(token, renewed.json().device)).details?.page).not.toBeNull()
    now = new Date('2027-09-29T15:00:00Z')
    expect(await lookUp(token, renewed.json().device)).toMatchObject({ state: 'page-expired', details: null })
  })

  test('shows accepted proof only: none that was returned before', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const { device } = (await signs(token)).json()
    await driver.athleteSigns(deal.id)
    const [{ id }] = (await cast.agent.ask('GET', at(`deliverables?deal=${deal.id}`))).json().rows
    const upload = (bytes: Buffer, name: string) =>
      cast.player.ask('POST', at(`deliverables/${id}/proof-files?name=${name}`), bytes, {
        'content-type': 'application/octet-stream',
      })
    const decide = (version: number, decision: 'accepted' | 'returned') =>
      cast.agent.ask('POST', at(`deliverables/${id}/decision`), { version, decision, comment: 'Tag it' })
    await cast.player.ask('POST', at(`deliverables/${id}/proofs`), {
      link: 'https://social.example/no-tag',
      note: null,
    })
    const returned = (await upload(png, 'no-tag.png')).json()
    expect((await decide(returned.version, 'returned')).statusCode).toBe(200)
    const rejected = returned.proofs[1].document.id

    await upload(pdf, 'tagged.pdf')
    const { version } = (
      await cast.player.ask('POST', at(`deliverables/${id}/proofs`), { link: 'https://social.example/tag', note: null })
    ).json()
    await decide(version, 'accepted')
    const [story] = (await lookUp(token, device)).details?.page?.deliverables ?? []
    expect(story?.proofs).toEqual([
      { link: null, file: { id: expect.any(String), name: 'tagged.pdf' } },
      { link: 'https://social.example/tag', file: null },
    ])
    expect((await outside(`documents/${rejected}/address`, { token, device })).json().code).toBe('not-found')
  })

  test('a returned file may be sent again, beside another one', async () => {
    const deal = await driver.signed({ athleteId: athlete, companyId: company, kind: 'nil', terms: terms() })
    const [{ id }] = (await cast.agent.ask('GET', at(`deliverables?deal=${deal.id}`))).json().rows
    const upload = async (bytes: Buffer, name: string) => {
      const headers = { 'content-type': 'application/octet-stream' }
      return (await cast.player.ask('POST', at(`deliverables/${id}/proof-files?name=${name}`), bytes, headers)).json()
    }
    const { version } = await upload(png, 'a.png')
    await cast.agent.ask('POST', at(`deliverables/${id}/decision`), {
      version,
      decision: 'returned',
      comment: 'Tag it',
    })
    await upload(pdf, 'b.pdf')
    expect((await upload(png, 'a.png')).proofs).toHaveLength(3)
    expect((await upload(png, 'a.png')).proofs).toHaveLength(3)
  })

  test('shows conditional and in-kind payments as such, and what is still due', async () => {
    const base = { kind: 'base' as const, inKind: false, schedule: { kind: 'day' as const, day: '2026-12-01' } }
    const later = { kind: 'day' as const, day: '2026-12-02' }
    const payments = [
      { ...base, id: crypto.randomUUID(), title: 'Retainer', amountMinor: 4_800_000 },
      {
        ...base,
        id: crypto.randomUUID(),
        title: 'Six pairs of shoes',
        amountMinor: 90_000,
        inKind: true,
        schedule: later,
      },
      {
        ...base,
        id: crypto.randomUUID(),
        title: 'Bonus',
        amountMinor: 600_000,
        schedule: {
          kind: 'condition' as const,
          metric: 'Conference final',
          threshold: null,
          estimatedDay: '2027-03-01',
        },
      },
    ]
    const deal = await driver.signed({
      athleteId: athlete,
      companyId: company,
      kind: 'nil',
      terms: { ...terms(), payments },
    })
    await send(deal, { purpose: 'page' })
    const token = await tokenOf('deal-page-link')
    const { device } = (await outside('devices', { token, code: await codeFor(token) })).json()
    await world.people.assumeSecondFactor(cast.owner, true)
    const [retainer] = (await cast.owner.ask('GET', at(`payments?deal=${deal.id}`))).json().rows
    const receipt = {
      ...{ receivedOn: '2026-11-16', payer: 'Halden Sportswear', companyId: company, reference: null, note: null },
      ...{ currency: 'USD', amountMinor: 1_000_000, bankLineId: null },
      allocations: [{ paymentId: retainer.id, amountMinor: 1_000_000 }],
    }
    const booked = await cast.owner.ask('POST', at('finances/receipts'), receipt, {
      'idempotency-key': crypto.randomUUID(),
    })
    expect([booked.statusCode, booked.statusCode < 300 ? '' : booked.body]).toEqual([201, ''])
    expect((await lookUp(token, device)).details?.page?.payments).toEqual([
      expect.objectContaining({ title: 'Retainer', openMinor: 3_800_000, condition: null, inKind: false }),
      expect.objectContaining({ title: 'Six pairs of shoes', openMinor: 0, condition: null, inKind: true }),
      expect.objectContaining({ title: 'Bonus', openMinor: 0, condition: 'Conference final', inKind: false }),
    ])
  })

  test('says that the deal was terminated and what is still due, until 90 days later', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const { device } = (await signs(token)).json()
    await driver.athleteSigns(deal.id)
    expect((await lookUp(token, device)).details?.page?.ended).toBeNull()
    expect((await driver.move(deal.id, 'terminate')).statusCode).toBe(200)
    expect((await lookUp(token, device)).details?.page).toMatchObject({
      ended: { on: '2026-11-16', terminated: true },
      payments: [],
      deliverables: [],
      until: '2027-02-14',
    })

    now = new Date('2027-02-14T15:00:00Z')
    expect((await send(deal, { purpose: 'page' })).statusCode).toBe(200)
    later(DAY)
    expect((await send(deal, { purpose: 'page' })).json().code).toBe('page-expired')
    expect(await lookUp(token, device)).toEqual({
      state: 'page-expired',
      organization: 'Ridgeline',
      lockedUntil: null,
      details: null,
    })
  })

  test('says that the deal ended with its term, completed or not', async () => {
    const deal = await driver.signed({ athleteId: athlete, companyId: company, kind: 'nil', terms: terms() })
    await send(deal, { purpose: 'page' })
    const token = await tokenOf('deal-page-link')
    now = new Date('2027-07-01T15:00:00Z')
    const { device } = (await outside('devices', { token, code: await codeFor(token) })).json()
    const ended = { ended: { on: '2027-06-30', terminated: false }, payments: [{ title: 'Retainer' }] }
    expect((await lookUp(token, device)).details?.page).toMatchObject(ended)
    expect((await driver.move(deal.id, 'complete')).statusCode).toBe(200)
    expect((await lookUp(token, device)).details?.page).toMatchObject(ended)
  })

  test('is sent for a deal that was signed on paper, and withdrawn', async () => {
    const deal = await driver.signed({ athleteId: athlete, companyId: company, kind: 'nil', terms: terms() })
    const answer = await send(deal, { purpose: 'page' })
    expect(answer.json().links).toMatchObject([{ purpose: 'page', state: 'open' }])
    const token = await tokenOf('deal-page-link')
    expect(await lookUp(token)).toMatchObject({ state: 'page', details: { shared: null } })
    expect((await outside('signatures', await signature(token, { code: '123456' }))).json().code).toBe('link-expired')
    const { device } = (await outside('devices', { token, code: await codeFor(token) })).json()
    expect((await lookUp(token, device)).details?.page).not.toBeNull()
    expect(await audited()).toEqual([
      { event: 'deal-link-sent', actor: cast.agent.id },
      { event: 'deal-link-device-confirmed', actor: null },
    ])
    const link = answer.json().links[0].id
    expect((await cast.agent.ask('DELETE', at(`deals/${deal.id}/links/${link}`))).statusCode).toBe(200)
    expect(await lookUp(token, device)).toMatchObject({ state: 'withdrawn', details: null })
  })

  test('is withdrawn from the person who signed', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const { device } = (await signs(token)).json()
    await driver.athleteSigns(deal.id)
    expect(await lookUp(token, device)).toMatchObject({ state: 'page' })
    const [link] = (await driver.load(deal.id)).links
    const withdrawn = await cast.agent.ask('DELETE', at(`deals/${deal.id}/links/${link?.id}`))
    expect(withdrawn.json()).toMatchObject({ stage: 'active', links: [{ state: 'withdrawn' }] })
    expect(await lookUp(token, device)).toMatchObject({ state: 'withdrawn', details: null })
  })

  test('after an amendment the earlier signer is listed and can be withdrawn', async () => {
    const deal = await approved()
    const token = await sent(deal)
    const { device } = (await signs(token)).json()
    await driver.athleteSigns(deal.id)
    const amended = await driver.approve((await driver.amend(deal.id, { endsOn: '2027-12-31' })).id)
    const second = await sent(amended, { name: 'Ben Ito' })
    expect((await driver.load(deal.id)).links).toMatchObject([
      { name: 'Sofia Brandt', number: 1, state: 'signed' },
      { name: 'Ben Ito', number: 2, state: 'open' },
    ])
    await signs(second)
    await driver.athleteSigns(deal.id)
    const signed = await driver.load(deal.id)
    expect(signed.links).toMatchObject([
      { number: 1, state: 'signed' },
      { number: 2, state: 'signed' },
    ])
    expect(await lookUp(token, device)).toMatchObject({ state: 'page' })
    await cast.agent.ask('DELETE', at(`deals/${deal.id}/links/${signed.links[0]?.id}`))
    expect(await lookUp(token, device)).toMatchObject({ state: 'withdrawn', details: null })
    expect((await driver.load(deal.id)).links).toMatchObject([{ number: 2, state: 'signed' }])
  })

  test('a device of one link does not open another', async () => {
    const [one, other] = [await approved(), await approved()]
    const { device } = (await signs(await sent(one))).json()
    const token = await sent(other)
    await signs(token)
    expect((await lookUp(token, device)).details?.shared).toBeNull()
  })
})

test('another company by amendment: the page of the former one closes, and shows the new one nothing of it', async () => {
  const first = await approved()
  const token = await sent(first)
  const { device } = (await signs(token)).json()
  await driver.athleteSigns(first.id)
  expect((await lookUp(token, device)).state).toBe('page')
  const { id: other } = (await cast.owner.ask('POST', at('companies'), { name: 'Tarn Running', kind: 'brand' })).json()
  const { version } = await driver.load(first.id)
  await cast.agent.ask('PATCH', at(`deals/${first.id}`), { version, changes: { companyId: other } })
  const second = await sent(await driver.approve(first.id))
  const confirmed = (await signs(second)).json().device
  await driver.athleteSigns(first.id)
  expect(await lookUp(token, device)).toEqual({
    state: 'withdrawn',
    organization: 'Ridgeline',
    lockedUntil: null,
    details: null,
  })
  const { state, details } = await lookUp(second, confirmed)
  expect(state).toBe('page')
  expect(details?.page?.copies.every(({ name }) => !name.includes('Halden'))).toBe(true)
})

describe('the contract PDF', () => {
  const upload = (deal: Deal, bytes: Buffer = pdf) =>
    cast.agent.ask('PUT', at(`deals/${deal.id}/contract?name=NIL agreement.pdf`), bytes, {
      'content-type': 'application/octet-stream',
    })
  const submit = async (id: string, more: object = {}) =>
    cast.agent.ask('POST', at(`deals/${id}/review`), { version: (await driver.load(id)).version, ...more })

  test('is frozen with its hash once the submitter confirmed that the terms match', async () => {
    const deal = await draft()
    expect((await upload(deal, png)).json().code).toBe('contract-not-pdf')
    expect((await upload(deal)).statusCode).toBe(200)
    const replaced = (await upload(deal, await pdfWithScript())).json()
    expect((await driver.load(deal.id)).versions[0]?.contract).toMatchObject({
      id: replaced.id,
      name: 'NIL agreement.pdf',
    })
    expect((await submit(deal.id)).json().errors).toMatchObject([{ field: 'contractMatches' }])
    expect((await submit(deal.id, { contractMatches: true })).statusCode).toBe(200)
    const { rows } = await world.database.query(
      "select frozen->'contract' as contract from deal_versions where deal_id = $1 and number = 1",
      [deal.id],
    )
    const [version] = (await driver.load(deal.id)).versions
    expect(rows).toEqual([
      { contract: { name: 'NIL agreement.pdf', sha256: version?.contract?.sha256, termsMatch: true } },
    ])
    expect((await upload(deal)).json().code).toBe('deal-move-not-possible')
    const removal = cast.agent.ask('DELETE', at(`deals/${deal.id}/documents/${replaced.id}`))
    expect((await removal).json().code).toBe('deal-move-not-possible')

    await driver.decide(deal.id, 'approved')
    const token = await sent(await driver.load(deal.id))
    const { details } = await lookUp(token)
    expect(details).toMatchObject({ contract: { id: replaced.id }, shared: { contract: version?.contract?.sha256 } })
    const { address } = (await outside(`documents/${replaced.id}/address`, { token })).json()
    expect((await world.app.inject({ url: address })).headers['content-type']).toBe('application/pdf')
    const forAthlete = await cast.player.ask('POST', at(`deals/${deal.id}/documents/${replaced.id}/address`))
    expect(forAthlete.statusCode).toBe(200)
    await driver.withdraw(deal.id)
    expect((await world.app.inject({ url: address })).statusCode).toBe(404)
  })

  test('a new draft keeps it and asks the tick anew; removing it is an edit and leaves earlier versions theirs', async () => {
    const { id } = await draft()
    const first = (await upload(await driver.load(id))).json()
    await submit(id, { contractMatches: true })
    await driver.decide(id, 'changes')
    const second = await driver.load(id)
    const [carried, frozen] = second.versions.map(({ contract }) => contract)
    expect([second.newestVersion, frozen?.id, carried?.sha256]).toEqual([2, first.id, frozen?.sha256])
    expect((await submit(id)).json().errors).toMatchObject([{ field: 'contractMatches' }])

    await cast.clerk.ask('DELETE', at(`deals/${id}/documents/${carried?.id}`))
    const removed = await driver.load(id)
    expect([removed.version > second.version, removed.versions[0]?.contract]).toEqual([true, null])
    const editors = await world.database.query(
      'select from deal_version_editors where deal_id = $1 and number = 2 and user_id = $2',
      [id, cast.clerk.id],
    )
    expect(editors.rowCount).toBe(1)
    await runJob(world.app, world.database, 'remove-leftover-files')
    const { address } = (await cast.agent.ask('POST', at(`deals/${id}/documents/${first.id}/address`))).json()
    expect((await world.app.inject({ url: address })).rawPayload).toEqual(pdf)

    await driver.signAll(id)
    const amended = await driver.amend(id, { endsOn: '2027-12-31' })
    expect(amended.versions[0]?.contract).toBeNull()
  })

  test('an amendment starts with the contract of the version in force', async () => {
    const { id } = await draft()
    await upload(await driver.load(id))
    await submit(id, { contractMatches: true })
    await driver.decide(id, 'approved')
    await driver.athleteSigns(id)
    await driver.companySigns(id)
    const amended = await driver.amend(id, { endsOn: '2027-12-31' })
    const [newest, inForce] = amended.versions.map(({ contract }) => contract)
    expect([amended.versionInForce, newest?.sha256]).toEqual([1, inForce?.sha256])
    expect((await upload(amended, await pdfWithScript())).statusCode).toBe(200)
    await driver.withdraw(id)
    const again = await driver.amend(id, { endsOn: '2028-12-31' })
    expect(again.versions[0]?.contract?.sha256).toBe(inForce?.sha256)
  })
})
