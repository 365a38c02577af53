import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Approval, Deal, DealTerms, NewDeal } from '@sherpa/contracts/deal'
import type { DeliverableRow, KeyDateRow, PaymentRow, Termination } from '@sherpa/contracts/deal-work'
import type { KeyDateRule } from '@sherpa/contracts/key-date'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import type { Someone } from '../../../test/people.ts'
import { pdf } from '../../../test/sample-files.ts'
import { platformWithSavepoints } from '../../../test/savepoints.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-life-cycle-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformWithSavepoints({ files: diskFiles(directory), clock: () => now })
const CALENDAR = 'remind-of-deal-dates'

let owner: Someone
let agent: Someone
let other: Someone
let compliance: Someone
let clerk: Someone
let player: Someone
let organization: string
let athlete: string
let company: string
/** Signed with the terms of `nil()`. */
let simple: Deal
const at = (path: string) => `/api/organizations/${organization}/${path}`
const drive = dealDriver(() => ({ organization, agent, approver: compliance, player, clerk }))

const id = () => crypto.randomUUID()
const onDay = (day: string, amountMinor: number, title = `Due ${day}`) =>
  ({ id: id(), kind: 'base', title, amountMinor, inKind: false, schedule: { kind: 'day', day } }) as const
const afterSigning = (days: number, amountMinor = 50_000) =>
  ({
    id: id(),
    kind: 'base',
    title: `${days} days after signing`,
    amountMinor,
    inKind: false,
    schedule: { kind: 'signing', offset: { amount: days, unit: 'days' } },
  }) as const
const bonusIf = (metric: string, amountMinor: number) =>
  ({
    id: id(),
    kind: 'incentive',
    title: metric,
    amountMinor,
    inKind: false,
    schedule: { kind: 'condition', metric, threshold: null, estimatedDay: null },
  }) as const
const keyDate = (more: Partial<KeyDateRule>): KeyDateRule => ({
  id: id(),
  kind: 'notice',
  title: 'Notice',
  effect: '',
  anchor: { kind: 'signing' },
  offset: { amount: 0, unit: 'days' },
  zone: 'America/New_York',
  reminders: [3],
  ...more,
})
const post = (dueOn: string | null, title = `Post ${dueOn}`) => ({
  id: id(),
  title,
  platform: null,
  count: 1,
  dueOn,
  disclosureTag: null,
})
const nil = (terms: Partial<DealTerms> = {}, more: Partial<NewDeal> = {}): NewDeal => ({
  athleteId: athlete,
  companyId: company,
  kind: 'nil',
  terms: {
    startsOn: '2026-08-03',
    endsOn: '2027-06-30',
    businessPurpose: 'Fall line',
    payments: [onDay('2026-12-01', 1_000_000)],
    ...terms,
  },
  ...more,
})
type Option = NonNullable<DealTerms['years']>['years'][number]['option']
const season = (year: number, baseMinor: number, guaranteedMinor: number, option: Option = null) => ({
  season: year,
  baseMinor,
  rosterBonusMinor: 0,
  otherBonusMinor: 0,
  guaranteedMinor,
  option,
})

const rowsAt = async <Row>(path: string): Promise<Row[]> => (await owner.ask('GET', at(path))).json().rows
const allStates = 'state=expected,late,received,overpaid,conditional,canceled'
const paymentsOf = async ({ id }: Deal) =>
  Object.fromEntries(
    (await rowsAt<PaymentRow>(`payments?deal=${id}&${allStates}&limit=100`)).map((row) => [row.title, row]),
  )
const keyDatesOf = ({ id }: Deal) => rowsAt<KeyDateRow>(`key-dates?deal=${id}`)
const deliverablesOf = ({ id }: Deal) => rowsAt<DeliverableRow>(`deliverables?deal=${id}`)
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
const addCompany = async (name: string): Promise<string> =>
  (await owner.ask('POST', at('companies'), { name, kind: 'brand', category: 'apparel' })).json().id
const receive = (deal: Deal, paymentId: string, amountMinor: number, receivedOn = '2026-11-16') =>
  owner.ask(
    'POST',
    at('finances/receipts'),
    {
      receivedOn,
      companyId: null,
      payer: deal.company.name,
      reference: null,
      currency: 'USD',
      amountMinor,
      note: null,
      bankLineId: null,
      allocations: [{ paymentId, amountMinor }],
    },
    { 'idempotency-key': id() },
  )
const runCalendar = () => runJob(world.app, world.serving, CALENDAR)
async function mailTo(kind: string) {
  const { rows } = await world.database.query('select recipient from outgoing_mail where kind = $1 order by 1', [kind])
  return rows.map(({ recipient }) => recipient)
}

beforeAll(async () => {
  const cast = await registerCast(world)
  ;({ organization, owner, agent, player, clerk } = cast)
  compliance = cast.approver
  other = await world.people.registerMember(organization, 'Nils Berg', 'agent')
  const answer = await owner.ask('POST', at('athletes'), {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '2004-03-03',
    level: 'college',
    stage: 'signed',
  })
  athlete = answer.json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  company = await addCompany('Halden')
  simple = await drive.signed(nil())
  await world.database.query('delete from outgoing_mail')
})

beforeEach(() => {
  now = today
})

describe('ending a deal', () => {
  test('withdraws an approved amendment, which can no longer be signed', async () => {
    const deal = simple
    await drive.amend(deal.id, { payments: [onDay('2027-01-01', 100_000_000, 'Revived')] })
    await drive.approve(deal.id)
    expect((await drive.athleteSigns(deal.id)).statusCode).toBe(200)
    const ended = (await drive.move(deal.id, 'terminate')).json() as Deal
    expect(ended).toMatchObject({ stage: 'terminated', versions: [{ stage: 'withdrawn' }, { stage: 'signed' }] })
    expect(codeOf(await drive.companySigns(deal.id))).toBe('deal-move-not-possible')
    expect(codeOf(await drive.remind(deal.id))).toBe('deal-move-not-possible')
    expect(Object.keys(await paymentsOf(deal))).toEqual(['Due 2026-12-01'])
  })

  test.each(['terminate', 'complete'] as const)(
    'by %s withdraws a draft amendment, which can no longer be submitted',
    async (move) => {
      const deal = simple
      await drive.amend(deal.id, { endsOn: '2028-06-30' })
      const ended = (await drive.move(deal.id, move)).json() as Deal
      expect(ended.versions[0]).toMatchObject({ number: 2, stage: 'withdrawn', hash: null })
      expect(ended.actions).toEqual(['send-page'])
      expect(codeOf(await drive.submit(deal.id))).toBe('deal-move-not-possible')
      expect(codeOf(await drive.change(deal.id, { title: 'Once more' }))).toBe('deal-move-not-possible')
    },
  )

  test('closes the requests of an amendment in review', async () => {
    const deal = simple
    await drive.amend(deal.id, { endsOn: '2028-06-30' })
    await drive.submit(deal.id)
    await drive.move(deal.id, 'terminate')
    expect(codeOf(await drive.decide(deal.id, 'approved'))).toBe('version-replaced')
    const { rows } = await world.database.query(
      `select (select count(*) from deal_approvals where deal_id = $1 and number = 2 and asked_at is not null)::int as asked,
         (select count(*) from notifications where kind = 'approval-asked' and details ->> 'deal' = $1::text and read_at is null)::int as unread`,
      [deal.id],
    )
    expect(rows[0]).toEqual({ asked: 0, unread: 0 })
    expect((await compliance.ask('GET', at('needs'))).body).not.toContain(deal.id)
  })

  test('an expired offer cannot be signed, but reopened as a draft with the same terms', async () => {
    const deal = await drive.draft(nil())
    await drive.approve(deal.id)
    const expired = (await drive.move(deal.id, 'expire')).json() as Deal
    expect(expired).toMatchObject({ stage: 'expired', actions: ['reopen', 'remove'] })
    expect(codeOf(await drive.athleteSigns(deal.id))).toBe('deal-move-not-possible')
    const reopened = (await drive.move(deal.id, 'reopen')).json() as Deal
    expect(reopened).toMatchObject({ stage: 'draft', newestVersion: 2 })
    expect(reopened.versions[0]?.terms).toEqual(reopened.versions[1]?.terms)
    expect((await drive.signAll(deal.id)).stage).toBe('active')
  })

  test('a declined draft can only be reopened or removed', async () => {
    const deal = await drive.draft(nil())
    const declined = (await drive.move(deal.id, 'decline')).json() as Deal
    expect(declined).toMatchObject({ stage: 'declined', actions: ['reopen', 'remove'] })
    expect(codeOf(await drive.submit(deal.id))).toBe('deal-move-not-possible')
    expect((await drive.move(deal.id, 'reopen')).json()).toMatchObject({ stage: 'draft', newestVersion: 2 })
  })

  test('a deal in force cannot expire', async () => {
    const deal = simple
    expect(deal.actions).not.toContain('expire')
    expect(codeOf(await drive.move(deal.id, 'expire'))).toBe('deal-move-not-possible')
  })
})

describe('termination', () => {
  const contract = () =>
    nil(
      {
        startsOn: '2026-03-01',
        endsOn: '2029-02-28',
        payments: [onDay('2026-10-01', 300_000), onDay('2027-10-01', 400_000), bonusIf('All-Star', 700_000)],
        years: {
          signingBonusMinor: 0,
          years: [season(2026, 1_000_000, 600_000), season(2027, 2_000_000, 0)],
        },
        deliverables: [post('2026-11-10'), post('2026-12-10'), post(null)],
        keyDates: [
          keyDate({ title: 'Notice', anchor: { kind: 'day', day: '2027-01-15' } }),
          keyDate({ title: 'Report', kind: 'disclosure', anchor: { kind: 'day', day: '2027-01-15' } }),
          keyDate({ title: 'Past', anchor: { kind: 'day', day: '2026-11-01' } }),
        ],
      },
      { kind: 'contract' },
    )

  test('keeps due and guaranteed amounts owed and cancels the rest, including undated and conditional payments', async () => {
    const deal = await drive.signed(contract())
    const preview = (await drive.preview(deal.id)).json() as Termination
    expect(preview.day).toBe('2026-11-16')
    const owed = preview.payments?.map(({ title, reason, owedMinor }) => [title, [reason, owedMinor]]) ?? []
    expect(Object.fromEntries(owed)).toEqual({
      'Due 2026-10-01': ['due', 300_000],
      'Due 2027-10-01': ['later', 0],
      '2026 base': ['guaranteed', 600_000],
      '2027 base': ['later', 0],
      'All-Star': ['condition', 0],
    })
    // The end of the deal is a key date, too.
    expect([preview.deliverables, preview.keyDates]).toEqual([2, 2])
    expect((await drive.move(deal.id, 'terminate')).statusCode).toBe(200)
    const payments = await paymentsOf(deal)
    const standing = Object.values(payments).map(({ title, state, openMinor }) => [title, state, openMinor])
    expect(Object.fromEntries(standing.map(([title, ...rest]) => [title, rest]))).toEqual({
      'Due 2026-10-01': ['late', 300_000],
      'Due 2027-10-01': ['canceled', 0],
      '2026 base': ['expected', 600_000],
      '2027 base': ['canceled', 0],
      'All-Star': ['canceled', 0],
    })
    expect((await deliverablesOf(deal)).map(({ title }) => title)).toEqual(['Post 2026-11-10'])
    expect((await keyDatesOf(deal)).map(({ title }) => title)).toEqual(['Past', 'Report'])
    expect((await drive.load(deal.id)).nextDueOn).toBe('2026-11-01')
  })

  test('accepts chosen amounts up to the agreed ones and records them on the timeline', async () => {
    const deal = await drive.signed(contract())
    const { 'Due 2027-10-01': later, 'Due 2026-10-01': due, 'All-Star': bonus } = await paymentsOf(deal)
    await receive(deal, due?.id ?? '', 100_000)
    const owed = (amounts: [string | undefined, number][]) =>
      drive.move(deal.id, 'terminate', {
        owed: amounts.map(([paymentId = '', amountMinor]) => ({ paymentId, amountMinor })),
      })
    expect((await owed([[later?.id, 400_001]])).json().errors[0].message).toContain('Enter at most')
    expect((await owed([[bonus?.id, 1]])).json().errors[0].message).toContain('condition')
    expect(
      (
        await owed([
          [later?.id, 250_000],
          [due?.id, 99_999],
        ])
      ).statusCode,
    ).toBe(200)
    const payments = await paymentsOf(deal)
    expect(payments['Due 2027-10-01']).toMatchObject({ state: 'expected', amountMinor: 250_000 })
    expect(payments['Due 2026-10-01']).toMatchObject({ state: 'received', amountMinor: 100_000 })
    const entries = await rowsAt<{ kind: string; text: string }>(`deals/${deal.id}/timeline`)
    const settled = entries.find(({ kind }) => kind === 'payments-settled')?.text
    expect(settled).toContain('Due 2027-10-01: $2,500.00 owed (changed manually)')
    expect(settled).toContain('2027 base: canceled')
  })

  test('hides amounts without money.view and rejects chosen amounts without money.edit', async () => {
    const deal = await drive.signed(contract())
    const allow = (permission: string, allowed: boolean) =>
      owner.ask('PUT', at('permissions'), { role: 'agent', permission, allowed })
    await allow('money.edit', false)
    const { id: paymentId = '' } = (await paymentsOf(deal))['Due 2027-10-01'] ?? {}
    const refused = await drive.move(deal.id, 'terminate', { owed: [{ paymentId, amountMinor: 1 }] })
    expect(codeOf(refused)).toBe('not-permitted')
    await allow('money.view', false)
    expect((await drive.preview(deal.id)).json()).toMatchObject({ payments: null, deliverables: 2 })
    expect((await drive.move(deal.id, 'terminate')).json().stage).toBe('terminated')
    const kinds = (await agent.ask('GET', at(`deals/${deal.id}/timeline`)))
      .json()
      .rows.map((row: { kind: string }) => row.kind)
    expect(kinds).not.toContain('payments-settled')
    await allow('money.view', true)
    await allow('money.edit', true)
  })
})

describe('payments after a termination', () => {
  test('are canceled when their receipts are reversed', async () => {
    const early = onDay('2027-10-01', 400_000, 'Paid early')
    const deal = await drive.signed(nil({ payments: [early, onDay('2027-11-01', 300_000, 'Paid in part')] }))
    const { 'Paid early': whole, 'Paid in part': part } = await paymentsOf(deal)
    const receipts = [
      (await receive(deal, whole?.id ?? '', 400_000)).json().id,
      (await receive(deal, part?.id ?? '', 100_000)).json().id,
    ]
    await drive.move(deal.id, 'terminate')
    const states = async () =>
      Object.values(await paymentsOf(deal)).map(({ title, state, openMinor }) => [title, state, openMinor])
    expect((await states()).sort()).toEqual([
      ['Paid early', 'received', 0],
      ['Paid in part', 'received', 0],
    ])
    for (const receipt of receipts) {
      await owner.ask('POST', at(`finances/receipts/${receipt}/reversal`), { reason: 'Bounced' })
    }
    expect((await states()).sort()).toEqual([
      ['Paid early', 'canceled', 0],
      ['Paid in part', 'canceled', 0],
    ])
  })

  test('stay owed if a bonus was earned before, even if payable later', async () => {
    const deal = await drive.signed(nil({ payments: [bonusIf('Pro Bowl', 700_000)] }))
    const { 'Pro Bowl': bonus } = await paymentsOf(deal)
    await owner.ask('POST', at(`finances/payments/${bonus?.id}/condition`), {
      metOn: '2026-11-10',
      dueOn: '2026-12-01',
    })
    await drive.move(deal.id, 'terminate')
    expect((await paymentsOf(deal))['Pro Bowl']).toMatchObject({ state: 'expected', openMinor: 700_000 })
  })
})

describe('an amended clause', () => {
  test('reopens a completed key date if its day moves', async () => {
    const notice = keyDate({ title: 'Renewal', anchor: { kind: 'day', day: '2026-11-20' } })
    const deal = await drive.signed(nil({ keyDates: [notice] }))
    const [date] = await keyDatesOf(deal)
    await owner.ask('POST', at(`key-dates/${date?.id}/done`), { version: date?.version, proof: 'Sent' })
    expect((await keyDatesOf(deal))[0]?.state).toBe('done')
    await drive.amend(deal.id, { keyDates: [{ ...notice, anchor: { kind: 'day', day: '2027-05-20' } }] })
    await drive.signAll(deal.id)
    expect((await keyDatesOf(deal))[0]).toMatchObject({ state: 'open', day: '2027-05-20', done: null })
    expect((await drive.load(deal.id)).nextDueOn).toBe('2027-05-20')
  })

  test('with a new condition is not met; without a condition it is due on its day', async () => {
    const [first, second] = [bonusIf('Pro Bowl', 700_000), bonusIf('All-Star', 800_000)]
    const deal = await drive.signed(nil({ payments: [first, second] }))
    for (const { id } of Object.values(await paymentsOf(deal))) {
      await owner.ask('POST', at(`finances/payments/${id}/condition`), { metOn: '2026-11-10', dueOn: '2026-12-01' })
    }
    const mvp = { ...first, title: 'MVP', schedule: { ...first.schedule, metric: 'MVP' } }
    const dated = { ...second, schedule: { kind: 'day', day: '2027-03-01' } } as const
    await drive.amend(deal.id, { payments: [mvp, dated] })
    await drive.signAll(deal.id)
    expect(await paymentsOf(deal)).toMatchObject({
      MVP: { state: 'conditional', metOn: null },
      'All-Star': { state: 'expected', dueOn: '2027-03-01', metOn: null },
    })
  })

  test('cannot switch a booked payment to in kind', async () => {
    const cash = onDay('2026-12-01', 400_000, 'Cash')
    const deal = await drive.signed(nil({ payments: [cash] }))
    await receive(deal, (await paymentsOf(deal)).Cash?.id ?? '', 100_000)
    const refused = await drive.change(deal.id, { terms: { payments: [{ ...cash, inKind: true }] } })
    expect(codeOf(refused)).toBe('deal-has-bookings')
  })
})

test('rejects a guardian’s signature for an adult', async () => {
  const { id } = await drive.draft(nil())
  await drive.approve(id)
  const copy = { side: 'guardian', signer: 'Mari Okoye', number: 1, ...clerk.proof() }
  const token = (await clerk.ask('POST', at(`deals/${id}/signed-papers/confirmation`), copy)).json().token
  const answer = await clerk.ask('POST', at(`deals/${id}/signed-papers?token=${token}`), pdf, {
    'content-type': 'application/octet-stream',
  })
  expect(codeOf(answer)).toBe('not-a-minor')
})

describe('undoing a merge', () => {
  test('leaves versions frozen since then with the company they name', async () => {
    const other = await addCompany('Halden Group')
    const [signed, draft] = [await drive.draft(nil()), await drive.draft(nil())]
    const merged = await owner.ask('POST', at(`companies/${other}/merges`), { other: company })
    await drive.signAll(signed.id)
    const [merge] = merged.json().merged
    expect((await owner.ask('DELETE', at(`companies/${other}/merges/${merge.id}`))).statusCode).toBe(200)
    expect((await drive.load(signed.id)).company.name).toBe('Halden Group')
    expect((await drive.load(draft.id)).company.id).toBe(company)
  })

  test('is rejected once a merged deal was signed', async () => {
    const twin = await owner.ask('POST', at('athletes'), {
      givenName: 'Jonah',
      familyName: 'Okoye',
      birthDate: '2004-03-03',
      level: 'college',
      stage: 'signed',
    })
    const { id } = await drive.draft(nil({}, { athleteId: twin.json().id }))
    const merged = await owner.ask('POST', at(`athletes/${athlete}/merges`), { other: twin.json().id })
    expect(merged.statusCode).toBe(200)
    await drive.signAll(id)
    const { rows } = await world.database.query('select id from athlete_merges where athlete_id = $1', [athlete])
    const undone = await owner.ask('DELETE', at(`athletes/${athlete}/merges/${rows[0].id}`))
    expect(codeOf(undone)).toBe('merged-deals-signed')
    expect((await drive.load(id)).athlete.id).toBe(athlete)
  })
})

describe('an amendment', () => {
  const loadSummary = async ({ id }: Deal) => {
    const { title, company, startsOn, endsOn, amount } = await drive.load(id)
    return { title, company: company.name, startsOn, endsOn, minor: amount?.minor }
  }

  test('does not change the deal until it is signed', async () => {
    const deal = simple
    const before = await loadSummary(deal)
    const second = await addCompany('Tarn Running')
    const changes = { endsOn: '2028-06-30', payments: [onDay('2027-01-01', 9_000_000)] }
    const amended = await drive.amend(deal.id, changes, { title: 'Tarn deal', companyId: second })
    expect(amended.versions[0]).toMatchObject({ title: 'Tarn deal', company: { name: 'Tarn Running' } })
    expect(await loadSummary(deal)).toEqual(before)
    await drive.approve(deal.id)
    expect(await loadSummary(deal)).toEqual(before)
    expect(Object.keys(await paymentsOf(deal))).toEqual(['Due 2026-12-01'])
    await drive.athleteSigns(deal.id)
    await drive.companySigns(deal.id)
    expect(await loadSummary(deal)).toEqual({
      title: 'Tarn deal',
      company: 'Tarn Running',
      startsOn: '2026-08-03',
      endsOn: '2028-06-30',
      minor: 9_000_000,
    })
  })

  test('starts from the version in force after another one was declined', async () => {
    const deal = simple
    const before = await loadSummary(deal)
    await drive.amend(deal.id, { endsOn: '2030-01-01' }, { title: 'Declined title' })
    await drive.submit(deal.id)
    expect((await drive.decide(deal.id, 'declined')).json()).toMatchObject({ stage: 'active', amendment: 'declined' })
    expect(await loadSummary(deal)).toEqual(before)
    const next = await drive.amend(deal.id, { usageRights: 'Name and likeness' })
    expect(next.versions[0]).toMatchObject({
      number: 3,
      title: before.title,
      terms: { endsOn: before.endsOn, usageRights: 'Name and likeness' },
    })
  })

  test('can be discarded as a draft', async () => {
    const deal = simple
    const amended = await drive.amend(deal.id, { endsOn: '2030-01-01' })
    expect(amended.actions).toContain('discard')
    expect((await drive.withdraw(deal.id)).json()).toMatchObject({
      stage: 'active',
      amendment: 'withdrawn',
      endsOn: '2027-06-30',
      versions: [{ stage: 'withdrawn' }, { stage: 'signed' }],
    })
  })

  test('cannot change currency or payer once money was booked', async () => {
    const deal = simple
    const self = (await rowsAt<{ id: string; self: boolean }>('companies?limit=100')).find((one) => one.self)?.id ?? ''
    const { 'Due 2026-12-01': payment } = await paymentsOf(deal)
    const receipt = (await receive(deal, payment?.id ?? '', 1000)).json()
    expect(codeOf(await drive.change(deal.id, { terms: { currency: 'EUR' } }))).toBe('deal-has-bookings')
    if (self) expect(codeOf(await drive.change(deal.id, { companyId: self }))).toBe('deal-has-bookings')
    await owner.ask('POST', at(`finances/receipts/${receipt.id}/reversal`), { reason: 'Wrong deal' })
    expect((await drive.change(deal.id, { terms: { currency: 'EUR' } })).statusCode).toBe(200)
    await drive.approve(deal.id)
    await drive.athleteSigns(deal.id)
    await receive(deal, payment?.id ?? '', 1000)
    expect(codeOf(await drive.companySigns(deal.id))).toBe('deal-has-bookings')
  })

  test('keeps days that count from the signing, unless it changes the clause', async () => {
    const [kept, moved] = [afterSigning(30), afterSigning(60)]
    const notice = keyDate({ title: 'Kept', offset: { amount: 10, unit: 'days' } })
    const deal = await drive.signed(nil({ payments: [kept, moved], keyDates: [notice] }))
    now = new Date('2026-11-26T15:00:00Z')
    const longer = { ...moved, schedule: { kind: 'signing', offset: { amount: 61, unit: 'days' } } } as const
    const renamed = { ...notice, title: 'Renamed', reminders: [5] }
    await drive.amend(deal.id, { payments: [{ ...kept, amountMinor: 1 }, longer], keyDates: [renamed] })
    await drive.signAll(deal.id)
    const payments = await paymentsOf(deal)
    expect(payments[kept.title]).toMatchObject({ dueOn: '2026-12-16', amountMinor: 1 })
    expect(payments[moved.title]?.dueOn).toBe('2027-01-26')
    expect((await keyDatesOf(deal)).map(({ title, day, moved }) => [title, day, moved])).toEqual([
      ['Renamed', '2026-11-26', null],
      ['End of the deal', '2027-06-30', null],
    ])
  })
})

test('an approver who requested changes may approve the next draft', async () => {
  const { id } = await drive.draft(nil())
  await drive.submit(id)
  await drive.decide(id, 'changes')
  await drive.change(id, { title: 'As asked for' })
  expect((await drive.submit(id)).json().approvals.map(({ person }: Approval) => person?.name)).toContain('Lin Zhao')
  expect((await drive.decide(id, 'approved')).json().stage).toBe('approved')
})

describe('the daily job', () => {
  test('completes a deal the day after its end; open obligations stay owed', async () => {
    const notice = keyDate({ anchor: { kind: 'day', day: '2026-12-31' }, reminders: [5] })
    const terms = { endsOn: '2026-11-20', deliverables: [post('2026-11-18')], keyDates: [notice] }
    const deal = await drive.signed(nil(terms))
    await drive.amend(deal.id, { usageRights: 'Too late' })
    // Still November 20 in New York.
    now = new Date('2026-11-21T04:30:00Z')
    await runCalendar()
    expect((await drive.load(deal.id)).stage).toBe('active')
    now = new Date('2026-11-21T05:30:00Z')
    await runCalendar()
    expect(await drive.load(deal.id)).toMatchObject({ stage: 'completed', versions: [{ stage: 'withdrawn' }, {}] })
    expect((await deliverablesOf(deal)).map(({ state, late }) => [state, late])).toEqual([['planned', true]])
    expect((await paymentsOf(deal))['Due 2026-12-01']?.state).toBe('expected')
    await world.database.query('delete from outgoing_mail')
    now = new Date('2026-12-27T15:00:00Z')
    await runCalendar()
    expect(await mailTo('key-date-near')).toEqual([agent.email])
  })

  test('starts a signed deal on the first day of its term', async () => {
    const deal = await drive.signed(nil({ startsOn: '2026-11-18' }))
    expect(deal.stage).toBe('signed')
    now = new Date('2026-11-18T05:30:00Z')
    await runCalendar()
    expect((await drive.load(deal.id)).stage).toBe('active')
  })

  test('reminds the athlete’s managers, else the owners, if a deal has no lead', async () => {
    const notice = keyDate({ anchor: { kind: 'day', day: '2026-11-18' }, offset: { amount: 0, unit: 'days' } })
    const assign = (change: object) =>
      owner.ask('POST', at('athletes/changes'), { selection: { ids: [athlete] }, change })
    // The creator of an athlete is assigned by default.
    await assign({ unassign: owner.id })
    const alone = await drive.signed(nil({ keyDates: [notice] }, { leadId: null }))
    await runCalendar()
    expect(await mailTo('key-date-near')).toEqual([owner.email])
    await world.database.query('delete from outgoing_mail')
    await assign({ assign: other.id })
    await drive.move(alone.id, 'terminate')
    await drive.signed(nil({ keyDates: [{ ...notice, id: id() }] }, { leadId: null }))
    await runCalendar()
    expect(await mailTo('key-date-near')).toEqual([other.email])
  })

  test('computes the day of a deadline in hours in the time zone of its clause', async () => {
    now = new Date('2026-11-17T03:00:00Z')
    const hours = (amount: number, zone: string) =>
      keyDate({ title: zone, offset: { amount, unit: 'hours' }, zone, kind: 'disclosure' })
    const zones = ['Pacific/Honolulu', 'America/New_York', 'UTC', 'Asia/Tokyo', 'Pacific/Auckland']
    const deal = await drive.signed(nil({ keyDates: zones.map((zone) => hours(72, zone)) }))
    const days = Object.fromEntries((await keyDatesOf(deal)).map(({ title, day }) => [title, day]))
    expect(days).toEqual({
      'Pacific/Honolulu': '2026-11-19',
      'America/New_York': '2026-11-19',
      UTC: '2026-11-20',
      'Asia/Tokyo': '2026-11-20',
      'Pacific/Auckland': '2026-11-20',
      'End of the deal': '2027-06-30',
    })
  })
})

describe('payments of a playing contract', () => {
  test('an option year and its buyout are both conditional and not part of the amount', async () => {
    const years: DealTerms['years'] = {
      signingBonusMinor: 500_000,
      years: [season(2026, 1_000_000, 0), season(2027, 2_000_000, 0, { holder: 'club', buyoutMinor: 250_000 })],
    }
    const deal = await drive.signed(nil({ payments: [], years }, { kind: 'contract' }))
    expect(deal.amount?.minor).toBe(1_500_000)
    const payments = await paymentsOf(deal)
    expect(payments['2027 option buyout']).toMatchObject({
      state: 'conditional',
      condition: 'Club option declined',
      amountMinor: 250_000,
      ruleId: 'buyout-2027',
    })
    expect(payments['2027 base']).toMatchObject({ state: 'conditional', condition: 'Club option' })
  })

  test('a declined option is bought out, and an amendment does not reopen it', async () => {
    const years: DealTerms['years'] = {
      signingBonusMinor: 0,
      years: [season(2026, 1_000_000, 0), season(2027, 2_000_000, 0, { holder: 'club', buyoutMinor: 250_000 })],
    }
    const deal = await drive.signed(nil({ payments: [], years }, { kind: 'contract' }))
    const states = async () =>
      Object.fromEntries(Object.values(await paymentsOf(deal)).map(({ title, state }) => [title, state]))
    const { '2027 option buyout': buyout } = await paymentsOf(deal)
    const condition = at(`finances/payments/${buyout?.id}/condition`)
    expect((await owner.ask('POST', condition, { metOn: '2026-11-15', dueOn: '2026-12-01' })).statusCode).toBe(204)
    const declined = { '2026 base': 'expected', '2027 base': 'canceled', '2027 option buyout': 'expected' }
    expect(await states()).toEqual(declined)
    await drive.amend(deal.id, { usageRights: 'None' })
    await drive.signAll(deal.id)
    expect(await states()).toEqual(declined)
    expect((await owner.ask('DELETE', condition)).statusCode).toBe(204)
    expect(await states()).toEqual({
      '2026 base': 'expected',
      '2027 base': 'conditional',
      '2027 option buyout': 'conditional',
    })
    await drive.move(deal.id, 'terminate')
    const refused = await owner.ask('POST', condition, { metOn: '2026-11-15', dueOn: '2026-12-01' })
    expect(codeOf(refused)).toBe('deal-not-in-force')
  })

  test('approval thresholds use the maximum payout', async () => {
    const chains = [
      { kind: null, fromMinor: 0, steps: [{ name: 'Small', people: [], roles: ['compliance'], needs: 'any' }] },
      { kind: null, fromMinor: 2_000_000, steps: [{ name: 'Large', people: [], roles: ['owner'], needs: 'any' }] },
    ]
    await owner.ask('PUT', at('approval-chains'), { chains })
    const stepsOf = async (terms: Partial<DealTerms>, kind: NewDeal['kind'] = 'nil') => {
      const { id } = await drive.draft(nil(terms, { kind }))
      return [...new Set(((await drive.submit(id)).json() as Deal).approvals.map(({ stepName }) => stepName))]
    }
    expect(await stepsOf({ payments: [onDay('2026-12-01', 1_999_999)] })).toEqual(['Small'])
    const incentive = [onDay('2026-12-01', 100_000), bonusIf('Pro Bowl', 1_900_000)]
    expect(await stepsOf({ payments: incentive })).toEqual(['Large'])
    const withOption = (buyoutMinor: number) => ({
      payments: [],
      years: {
        signingBonusMinor: 0,
        years: [season(2026, 500_000, 0), season(2027, 1_400_000, 0, { holder: 'club', buyoutMinor })],
      },
    })
    // Only one outcome of an option is paid.
    expect(await stepsOf(withOption(200_000), 'contract')).toEqual(['Small'])
    expect(await stepsOf(withOption(1_600_000), 'contract')).toEqual(['Large'])
    await owner.ask('PUT', at('approval-chains'), { chains: [] })
  })
})

test('an exclusive deal conflicts with an approved amendment before it is signed', async () => {
  const exclusive: Partial<DealTerms> = {
    category: 'apparel',
    exclusivity: { kind: 'category', categories: ['apparel'] },
  }

  const deal = simple
  await drive.amend(deal.id, exclusive)
  await drive.approve(deal.id)
  const rival = await drive.draft(nil(exclusive, { companyId: await addCompany('Rival') }))
  await drive.submit(rival.id)
  expect(codeOf(await drive.decide(rival.id, 'approved'))).toBe('deals-conflict')
})
