import { randomUUID } from 'node:crypto'
import type { BankLineRow, BankPreview } from '@sherpa/contracts/bank-import'
import type { Company } from '@sherpa/contracts/company'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import type { FeeInvoice } from '@sherpa/contracts/fee-invoice'
import { problemCodes } from '@sherpa/contracts/problem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'
import { markRefused } from '../../mail/refused-addresses.ts'
import { inTransaction } from '../../persistence/database.ts'
import { materializeObligations } from '../deals/obligations.ts'
import { emptyTerms } from '../deals/terms.ts'

let now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ atOnce: 4, clock: () => now })
let owner: Someone
let colleague: Someone
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/finances/${path}`

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
})
beforeEach(async () => {
  now = new Date('2026-11-16T15:00:00Z')
  organization = await world.people.createOrganization(owner)
  colleague = await world.people.registerMember(organization, 'Ada Owner', 'owner')
  athlete = (
    await owner.ask('POST', `/api/organizations/${organization}/athletes`, {
      givenName: 'Jonah',
      familyName: 'Okoye',
      level: 'pro',
      stage: 'signed',
    })
  ).json().id
  company = randomUUID()
  await world.database.query(
    "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden Sportswear', 'brand')",
    [organization, company],
  )
})

const dealWith = (terms: Parameters<typeof signedDeal>[1]['terms'], more: object = {}) =>
  signedDeal(world.database, { organization, athlete, company, terms: terms ?? {}, ...more })
const receipt = (allocations: { paymentId?: string | undefined; dealId?: string; amountMinor: number }[]) => ({
  receivedOn: '2026-11-02',
  payer: 'Halden Sportswear',
  companyId: null,
  reference: null,
  currency: 'USD',
  amountMinor: allocations.reduce((sum, one) => sum + one.amountMinor, 0),
  note: null,
  allocations,
  bankLineId: null,
})
const book = (...allocations: Parameters<typeof receipt>[0]) =>
  owner.ask('POST', at('receipts'), receipt(allocations), { 'idempotency-key': randomUUID() })
async function payments(query = '', who = owner): Promise<PaymentRow[]> {
  return (await who.ask('GET', `/api/organizations/${organization}/payments${query}`)).json().rows
}

describe('payments', () => {
  test('are late, expected, received or overpaid, and can be filtered and sorted', async () => {
    const { deal, payments: ids } = await dealWith({
      payments: [monthly(1000, { from: '2026-08-01', times: 5, title: 'Retainer' })],
    })
    await book({ paymentId: ids[0], amountMinor: 1000 }, { paymentId: ids[1], amountMinor: 1500 })
    await book({ paymentId: ids[2], amountMinor: 400 })
    const rows = await payments()
    expect(
      rows.map(({ dueOn, state, receivedMinor, openMinor, late }) => [dueOn, state, receivedMinor, openMinor, late]),
    ).toEqual([
      ['2026-08-01', 'received', 1000, 0, null],
      ['2026-09-01', 'overpaid', 1500, 0, null],
      ['2026-10-01', 'late', 400, 600, { days: 46, band: '31-60' }],
      ['2026-11-01', 'late', 0, 1000, { days: 15, band: '1-30' }],
      ['2026-12-01', 'expected', 0, 1000, null],
    ])
    const daysOf = async (query: string) => (await payments(query)).map(({ dueOn }) => dueOn?.slice(5))
    expect(await daysOf('?state=late')).toEqual(['10-01', '11-01'])
    expect(await daysOf('?state=late,expected&direction=incoming&sort=-due')).toEqual(['12-01', '11-01', '10-01'])
    expect(await daysOf('?direction=outgoing')).toEqual([])
    expect(await daysOf('?age=31-60')).toEqual(['10-01'])
    expect(await daysOf('?age=61-90,91-')).toEqual([])
    expect(await daysOf('?from=2026-09-01&until=2026-10-31')).toEqual(['09-01', '10-01'])
    expect(await daysOf(`?company=${company}&state=overpaid`)).toEqual(['09-01'])
    expect(await daysOf(`?company=${randomUUID()}`)).toEqual([])
    expect(await daysOf(`?athlete=${athlete}&deal=${deal}&currency=USD&search=halden&state=received`)).toEqual([
      '08-01',
    ])
    expect(await daysOf('?currency=EUR')).toEqual([])
    expect(await daysOf('?search=nobody')).toEqual([])
    expect((await payments('?sort=-amount')).length).toBe(5)
  })

  test('are late by the time zone of the organization', async () => {
    await dealWith({ payments: [monthly(1000, { from: '2026-11-16', times: 1 })] })
    now = new Date('2026-11-17T03:00:00Z')
    expect((await payments()).map(({ state }) => state)).toEqual(['expected'])
    now = new Date('2026-11-17T06:00:00Z')
    expect((await payments()).map(({ state }) => state)).toEqual(['late'])
  })

  test('are visible to their athlete, but read-only', async () => {
    const player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
    await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, player.id])
    const { payments: ids } = await dealWith({ payments: [monthly(1000, { times: 1 })] })
    const other = await owner.ask('POST', `/api/organizations/${organization}/athletes`, {
      givenName: 'Mina',
      familyName: 'Vale',
      level: 'pro',
      stage: 'signed',
    })
    await dealWith({ payments: [monthly(700)] }, { athlete: other.json().id })
    expect((await payments('', player)).map(({ id }) => id)).toEqual(ids)
    const refused = await Promise.all([
      player.ask('GET', at(`payments/${ids[0]}/reminder`)),
      player.ask('POST', at(`payments/${ids[0]}/condition`), { metOn: '2026-11-01', dueOn: '2026-12-01' }),
      player.ask('GET', at('bank-lines')),
    ])
    expect(refused.map((answer) => answer.json().code)).toEqual(['not-permitted', 'not-permitted', 'not-permitted'])
  })

  test('preview the fee of a receipt', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(1000)], fee: { rateMillionths: 150_000 } })
    const planned = [
      { paymentId: ids[0], amountMinor: 1000 },
      { paymentId: ids[1], amountMinor: 500 },
    ]
    const fees = await owner.ask('POST', at('receipts/fees'), { currency: 'USD', allocations: planned })
    expect(fees.json()).toEqual({ fees: [150, 75], feeMinor: 225, dealsWithoutFee: [] })
    expect((await book(...planned)).json().feeMinor).toBe(225)
    const without = await dealWith({ payments: [monthly(1000)], fee: null })
    const allocations = [planned[0], { paymentId: without.payments[0], amountMinor: 1000 }]
    const mixed = await owner.ask('POST', at('receipts/fees'), { currency: 'USD', allocations })
    expect(mixed.json()).toMatchObject({ feeMinor: 150, dealsWithoutFee: [without.deal] })
  })
})

describe('a condition', () => {
  const bonus = {
    id: randomUUID(),
    kind: 'incentive',
    title: 'All-star bonus',
    amountMinor: 5000,
    inKind: false,
    schedule: {
      kind: 'condition',
      metric: 'Chosen for the all-star game',
      threshold: null,
      estimatedDay: '2027-02-10',
    },
  } as const

  test('makes the payment owed once it is met, and can be reopened until money is received', async () => {
    const { payments: ids } = await dealWith({ payments: [bonus] })
    const path = at(`payments/${ids[0]}/condition`)
    const meet = (metOn: string) => owner.ask('POST', path, { metOn, dueOn: '2026-12-15' })
    expect((await payments())[0]).toMatchObject({ state: 'conditional', dueOn: '2027-02-10', openMinor: 0 })
    expect((await meet('2026-11-17')).json().code).toBe('invalid-fields')
    expect((await meet('2026-11-10')).statusCode).toBe(204)
    expect((await payments())[0]).toMatchObject({
      state: 'expected',
      dueOn: '2026-12-15',
      metOn: '2026-11-10',
      openMinor: 5000,
    })
    expect((await meet('2026-11-10')).json().code).toBe('condition-decided')
    expect((await owner.ask('DELETE', path)).statusCode).toBe(204)
    expect((await payments())[0]).toMatchObject({ state: 'conditional', dueOn: '2027-02-10', metOn: null })
    await meet('2026-11-10')
    await book({ paymentId: ids[0], amountMinor: 100 })
    expect((await owner.ask('DELETE', path)).json().code).toBe('payment-has-receipts')
  })

  test('can be confirmed for a completed deal, but not for a terminated one', async () => {
    const { deal, payments: ids } = await dealWith({ payments: [bonus, { ...bonus, id: randomUUID() }] })
    const meet = (id: string | undefined) =>
      owner.ask('POST', at(`payments/${id}/condition`), { metOn: '2026-11-10', dueOn: '2026-12-15' })
    const path = `/api/organizations/${organization}/deals/${deal}`
    const move = async (name: string) => {
      const { version } = (await owner.ask('GET', path)).json()
      return owner.ask('POST', `${path}/moves`, { version, move: name, comment: 'Season is over' })
    }
    expect((await move('complete')).statusCode).toBe(200)
    expect((await meet(ids[0])).statusCode).toBe(204)

    const other = await dealWith({ payments: [{ ...bonus, id: randomUUID() }] })
    const ended = `/api/organizations/${organization}/deals/${other.deal}`
    const { version } = (await owner.ask('GET', ended)).json()
    const terminated = await owner.ask('POST', `${ended}/moves`, { version, move: 'terminate', comment: 'Breach' })
    expect(terminated.statusCode).toBe(200)
    expect((await meet(other.payments[0])).json().code).toBe('deal-not-in-force')
    expect((await owner.ask('DELETE', at(`payments/${other.payments[0]}/condition`))).json().code).toBe(
      'deal-not-in-force',
    )
  })

  test('keeps its due date after an amendment, and gets the amended one when reopened', async () => {
    const { deal, payments: ids } = await dealWith({ payments: [bonus] })
    const path = at(`payments/${ids[0]}/condition`)
    await owner.ask('POST', path, { metOn: '2026-11-10', dueOn: '2026-12-15' })
    const amended = { ...bonus, schedule: { ...bonus.schedule, estimatedDay: '2027-03-01' } }
    const signed = { organization_id: organization, id: deal, athlete_id: athlete }
    const [before, terms] = [
      { ...emptyTerms('USD'), payments: [bonus] },
      { ...emptyTerms('USD'), payments: [amended] },
    ]
    await materializeObligations(world.database, signed, { terms, before, signedAt: now })
    expect((await payments())[0]).toMatchObject({ state: 'expected', dueOn: '2026-12-15' })
    await owner.ask('DELETE', path)
    expect((await payments())[0]).toMatchObject({ state: 'conditional', dueOn: '2027-03-01' })
  })
})

const fileOf = (lines: string[]) => `Date,Payer,Reference,Amount\n${lines.join('\n')}\n`
const upload = (who: Someone, path: string, file: string) =>
  who.ask('POST', at(path), Buffer.from(file), { 'content-type': 'application/octet-stream' })
const importFile = (file: string) =>
  upload(owner, 'bank-imports?name=November.csv&roles=date,payer,reference,amount&dayFirst=no&currency=USD', file)
async function bankLines(query = ''): Promise<BankLineRow[]> {
  return (await owner.ask('GET', at(`bank-lines${query}`))).json().rows
}
const confirm = (who: Someone, ...lines: (BankLineRow | undefined)[]) =>
  who.ask('POST', at('bank-lines/confirmations'), {
    lines: lines.map((line) =>
      line?.match?.invoice
        ? { bankLineId: line.id, invoiceId: line.match.invoice.id }
        : {
            bankLineId: line?.id,
            parts: line?.match?.parts.map(({ payment, amountMinor }) => ({ paymentId: payment.id, amountMinor })),
          },
    ),
  })

describe('a bank file', () => {
  const lines = [
    '11/02/2026,Halden Sportswear,Wire 1,1000.00',
    '11/02/2026,Halden Sportswear,Wire 1,1000.00',
    '11/03/2026,Landlord,Rent,-900.00',
    '11/04/2026,Somebody,Gift,12.00',
    'Total,,,1.00',
  ]

  test('is previewed before import, and its mapping is remembered', async () => {
    const preview = (await upload(owner, 'bank-imports/preview', fileOf(lines))).json() as BankPreview
    expect(preview).toMatchObject({
      lines: 5,
      added: 4,
      known: 0,
      outgoing: 1,
      unread: 1,
      missing: null,
      remembered: false,
    })
    expect(preview.columns.map(({ role }) => role)).toEqual(['date', 'payer', 'reference', 'amount'])
    const other = await upload(owner, 'bank-imports/preview?roles=date,none,payer,none', fileOf(lines))
    expect(other.json().missing).toBe('Choose the amount column')
    await upload(owner, 'bank-imports?roles=date,reference,payer,amount&dayFirst=no&currency=USD', fileOf(lines))
    const again = (await upload(owner, 'bank-imports/preview', fileOf(lines))).json() as BankPreview
    expect([again.remembered, again.columns[1]?.role]).toEqual([true, 'reference'])
  })

  test('resolves two-digit years in the time zone of the organization', async () => {
    const settings = { name: 'Ridgeline', kind: 'agency', timeZone: 'Pacific/Auckland' }
    expect((await owner.ask('PATCH', `/api/organizations/${organization}`, settings)).statusCode).toBe(200)
    now = new Date('2026-12-31T11:30:00Z')
    const file = fileOf(['01/01/27,Halden Sportswear,Wire 1,1000.00', '12/31/26,Halden Sportswear,Wire 2,1000.00'])
    const preview = (await upload(owner, 'bank-imports/preview', file)).json() as BankPreview
    expect(preview.examples.map(({ bookedOn }) => bookedOn)).toEqual(['2027-01-01', '2026-12-31'])
    await importFile(file)
    expect((await bankLines('?sort=day')).map(({ bookedOn }) => bookedOn)).toEqual(['2026-12-31', '2027-01-01'])
  })

  test('adds each line once, on repeated and overlapping imports', async () => {
    expect((await importFile(fileOf(lines))).json()).toMatchObject({ added: 4, known: 0, outgoing: 1, unread: 1 })
    expect((await importFile(fileOf(lines))).json()).toMatchObject({ added: 0, known: 4 })
    const overlapping = [...lines.slice(1), '11/05/2026,Halden Sportswear,Wire 2,1000.00']
    expect((await importFile(fileOf(overlapping))).json()).toMatchObject({ added: 1, known: 3 })
    expect((await bankLines()).length).toBe(4)
    expect((await importFile(fileOf(['nothing']))).statusCode).toBe(201)
  })

  test('is matched with open payments, and concurrent confirmations book a line once', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(100_000, { from: '2026-10-01' })] })
    await importFile(fileOf(lines))
    const sure = (await owner.ask('GET', at('bank-matches'))).json()
    // A duplicate line may be the same money, so a person must decide.
    expect([sure.lines.length, sure.totals]).toEqual([1, [{ currency: 'USD', lines: 1, amountMinor: 100_000 }]])
    const [[first], [second]] = [await bankLines('?sureness=sure'), await bankLines('?sureness=likely')]
    expect([first?.match?.parts[0]?.payment.id, second?.match?.parts[0]?.payment.id].toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    )
    expect((await bankLines('?sureness=none')).map(({ payer }) => payer)).toEqual(['Somebody'])
    const answers = await Promise.all([confirm(owner, first), confirm(colleague, first)])
    const results = answers.map((answer) => answer.json())
    expect(results.map(({ booked }) => booked.length).toSorted()).toEqual([0, 1])
    expect(results.flatMap(({ refused }) => refused)).toHaveLength(1)
    const { rows } = await world.database.query('select payer, company_id from receipts where organization_id = $1', [
      organization,
    ])
    expect(rows).toEqual([{ payer: 'Halden Sportswear', company_id: company }])
    const [booked] = await bankLines('?state=booked')
    const [receiptId] = booked?.bookings.map((one) => one.receiptId) ?? []
    expect(receiptId).toBe(results.flatMap((one) => one.booked)[0].receiptId)
    await owner.ask('POST', at(`receipts/${receiptId}/reversal`), { reason: 'Wrong athlete' })
    expect((await bankLines()).length).toBe(3)
  })

  test('books no line without its event in the activity', async () => {
    const paid = await dealWith({ payments: [monthly(41_000, { times: 1 })] })
    expect(paid.payments).toHaveLength(1)
    await importFile(fileOf(['2026-11-10,Halden Sportswear GmbH,Event 1,410.00']))
    const line = (await bankLines()).find(({ reference }) => reference === 'Event 1')
    const lines = [{ bankLineId: line?.id, parts: [{ paymentId: paid.payments[0], amountMinor: 41_000 }] }]
    const tryToConfirm = () => owner.ask('POST', at('bank-lines/confirmations'), { lines })
    await world.database.query(`create function refuse_event() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse_event before insert on audit_events for each row execute function refuse_event()`)
    expect((await tryToConfirm()).statusCode).toBe(500)
    await world.database.query('drop function refuse_event cascade')
    const events = async () =>
      (
        await world.database.query("select from audit_events where organization_id = $1 and event = 'receipt-booked'", [
          organization,
        ])
      ).rowCount ?? 0
    const before = await events()
    expect((await tryToConfirm()).json().booked).toHaveLength(1)
    expect(await events()).toBe(before + 1)
  })

  test('is matched up to the latest 500 transactions, and says if there are more', async () => {
    const sureMatches = async () => (await owner.ask('GET', at('bank-matches'))).json()
    await dealWith({ payments: [monthly(77_700, { from: '2026-01-01', times: 1 })] })
    const old = '01/05/2026,Halden Sportswear GmbH,Oldest,777.00'
    const recent = (count: number) =>
      Array.from({ length: count }, (_, n) => `11/02/2026,Somebody ${n},Wire ${n},${n + 1}.37`)
    await importFile(fileOf([old, ...recent(499)]))
    const { lines, isPartial } = await sureMatches()
    expect([lines.length, isPartial]).toEqual([1, false])
    await importFile(fileOf(recent(500)))
    expect(await sureMatches()).toMatchObject({ lines: [], isPartial: true })
    // A page is matched wherever it is.
    expect((await bankLines('?search=oldest'))[0]?.match).toMatchObject({ sureness: 'sure' })
  })

  test('does not pay a payment that was booked since the match', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(100_000, { from: '2026-10-01', times: 1 })] })
    await importFile(fileOf(lines))
    const [matched] = await bankLines('?sureness=sure')
    await book({ paymentId: ids[0], amountMinor: 100_000 })
    const { booked, refused } = (await confirm(owner, matched)).json()
    expect([booked, refused.map((one: { reason: string }) => one.reason)]).toEqual([
      [],
      ['This is more than the amount owed'],
    ])
    expect((await bankLines('?state=booked')).length).toBe(0)
  })

  test('has lines that can be ignored and reopened', async () => {
    await importFile(fileOf(lines))
    const [line] = await bankLines('?search=gift')
    const ignore = (id: string | undefined) =>
      owner.ask('PUT', at(`bank-lines/${id}/ignored`), { reason: 'A gift to the office' })
    expect((await ignore(line?.id)).statusCode).toBe(204)
    expect((await bankLines('?state=ignored')).map(({ id, reason }) => [id, reason])).toEqual([
      [line?.id, 'A gift to the office'],
    ])
    expect((await owner.ask('DELETE', at(`bank-lines/${line?.id}/ignored`))).statusCode).toBe(204)
    expect((await bankLines('?state=ignored')).length).toBe(0)
    expect((await bankLines('?search=gift')).map(({ reason }) => reason)).toEqual([null])
    expect((await ignore(randomUUID())).json().code).toBe('not-found')
  })

  test('rejects a line dated in the future with a reason, and books the others', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(100_000, { from: '2026-10-01', times: 2 })] })
    await importFile(
      fileOf(['11/02/2026,Halden Sportswear,Wire 1,1000.00', '11/17/2026,Halden Sportswear,W 2,1000.00']),
    )
    const listed = await bankLines('?sort=day')
    expect(listed.map(({ bookedOn, match }) => [bookedOn, match?.sureness])).toEqual([
      ['2026-11-02', 'sure'],
      ['2026-11-17', undefined],
    ])
    const lines = listed.map(({ id }, at) => ({
      bankLineId: id,
      parts: [{ paymentId: ids[at], amountMinor: 100_000 }],
    }))
    const { booked, refused } = (await owner.ask('POST', at('bank-lines/confirmations'), { lines })).json()
    expect([booked.length, refused.map(({ name, reason }: Refused) => [name, reason])]).toEqual([
      1,
      [['Halden Sportswear', 'The transaction date, Nov 17, 2026, is in the future']],
    ])
  })

  test('allows partial bookings of a line, within its amount, currency and date', async () => {
    const { deal, payments: ids } = await dealWith({
      payments: [monthly(40_000, { from: '2026-10-01', times: 2 })],
      fee: { rateMillionths: 100_000 },
    })
    await importFile(fileOf(['11/02/2026,Halden Sportswear,Wire 1,1000.00']))
    const [line] = await bankLines()
    const bookPart = (amountMinor: number, more: object = {}) =>
      owner.ask(
        'POST',
        at('receipts'),
        { ...receipt([{ paymentId: ids[0], amountMinor }]), bankLineId: line?.id, ...more },
        { 'idempotency-key': randomUUID() },
      )
    const wrong = await Promise.all([
      bookPart(100_001),
      bookPart(40_000, { receivedOn: '2026-11-03' }),
      bookPart(40_000, { bankLineId: randomUUID() }),
    ])
    expect(wrong.map((answer) => answer.json().errors?.[0] ?? answer.json().code)).toEqual([
      { field: 'amountMinor', message: 'Only $1,000.00 of this bank transaction is unallocated' },
      { field: 'receivedOn', message: 'Enter the bank’s date, Nov 2, 2026' },
      'not-found',
    ])
    const euros = await dealWith({ currency: 'EUR', payments: [monthly(40_000, { times: 1 })] })
    const other = await bookPart(40_000, {
      currency: 'EUR',
      allocations: [{ paymentId: euros.payments[0], amountMinor: 40_000 }],
    })
    expect(other.json().code).toBe('other-currency')

    const first = await bookPart(40_000)
    expect(first.statusCode).toBe(201)
    const [partly] = await bankLines()
    expect([partly?.state, partly?.leftMinor, partly?.bookings.map((one) => one.amountMinor)]).toEqual([
      'open',
      60_000,
      [40_000],
    ])
    // The rest is matched like a line of that amount.
    expect(partly?.match?.parts.map((part) => part.amountMinor)).toEqual([60_000])
    const confirmParts = (...amounts: number[]) => {
      const lines = amounts.map((amountMinor) => ({
        bankLineId: line?.id,
        parts: [{ paymentId: ids[1], amountMinor }],
      }))
      return owner.ask('POST', at('bank-lines/confirmations'), { lines })
    }
    expect((await confirmParts(40_000, 20_000)).json().errors).toMatchObject([{ field: 'lines.1' }])
    expect((await confirmParts(40_000)).json().booked).toHaveLength(1)
    const { booked: none, refused } = (await confirmParts(20_001)).json()
    expect([none.length, refused.map(({ reason }: Refused) => reason)]).toEqual([
      0,
      ['Only $200.00 of this bank transaction is unallocated'],
    ])

    await book({ dealId: deal, amountMinor: 120_000 })
    const key = { 'idempotency-key': randomUUID() }
    const invoice = await owner.ask('POST', at('fee-invoices'), { athleteId: athlete, currency: 'USD' }, key)
    now = new Date('2026-11-20T15:00:00Z')
    const { id } = invoice.json()
    const payInvoice = (bankLineId: string | undefined, amountMinor: number, paidOn: string) =>
      owner.ask(
        'POST',
        at(`fee-invoices/${id}/payments`),
        { paidOn, amountMinor, reference: null, bankLineId },
        { 'idempotency-key': randomUUID() },
      )
    expect((await payInvoice(line?.id, 20_000, '2026-11-16')).json().errors[0].field).toBe('paidOn')
    await importFile(fileOf(['11/18/2026,Jonah Okoye,Fee,250.00']))
    const [fee] = await bankLines('?search=fee')
    expect((await payInvoice(fee?.id, 20_000, '2026-11-18')).statusCode).toBe(201)
    expect((await bankLines('?search=fee')).map((one) => [one.state, one.leftMinor])).toEqual([['open', 5000]])

    const reversed = await owner.ask('POST', at(`receipts/${first.json().id}/reversal`), { reason: 'Wrong athlete' })
    expect(reversed.statusCode).toBe(200)
    expect((await bankLines('?search=wire')).map((one) => [one.state, one.leftMinor])).toEqual([['open', 60_000]])
    const last = { bankLineId: line?.id, parts: [{ paymentId: ids[0], amountMinor: 60_000 }] }
    await owner.ask('POST', at('bank-lines/confirmations'), { lines: [last] })
    expect((await bankLines('?state=booked')).map((one) => [one.leftMinor, one.bookings.length])).toEqual([[0, 2]])
    expect((await bookPart(1)).json().code).toBe('bank-line-booked')
  })

  test('never overallocates a line under concurrent partial bookings', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(100_000, { from: '2026-02-01', times: 9 })] })
    await importFile(fileOf(['11/02/2026,Halden Sportswear,Wire 1,1000.00']))
    const [line] = await bankLines()
    const answers = await Promise.all(
      ids.map((paymentId, index) =>
        (index % 2 ? owner : colleague).ask(
          'POST',
          at('receipts'),
          { ...receipt([{ paymentId, amountMinor: 30_000 }]), bankLineId: line?.id },
          { 'idempotency-key': randomUUID() },
        ),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    expect((await bankLines()).map(({ leftMinor, bookings }) => [leftMinor, bookings.length])).toEqual([[10_000, 3]])
  })

  test('does not suggest a refunded part of a line again', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(40_000, { from: '2026-10-01', times: 2 })] })
    await importFile(
      fileOf(['11/02/2026,Halden Sportswear,Wire 1,800.00', '11/05/2026,Halden Sportswear,Refund,-400.00']),
    )
    const [line] = await bankLines()
    const bookPart = async (paymentId: string) => {
      const lines = [{ bankLineId: line?.id, parts: [{ paymentId, amountMinor: 40_000 }] }]
      return (await owner.ask('POST', at('bank-lines/confirmations'), { lines })).json().booked
    }
    const booked = await bookPart(ids[0] ?? '')
    await bookPart(ids[1] ?? '')
    const [out] = await bankLines('?direction=out')
    const reversal = { reason: 'Paid back', refundedBy: out?.id }
    expect((await owner.ask('POST', at(`receipts/${booked[0].receiptId}/reversal`), reversal)).statusCode).toBe(200)
    expect(await bankLines()).toEqual([])
    expect((await bankLines('?state=booked')).map(({ leftMinor, bookings }) => [leftMinor, bookings.length])).toEqual([
      [0, 1],
    ])
  })

  test('is hidden from members limited to assigned athletes', async () => {
    const narrow = await world.people.registerMember(organization, 'Nia Narrow', 'agent')
    await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
      organization,
    ])
    expect((await narrow.ask('GET', at('bank-lines'))).json().code).toBe('not-permitted')
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [organization, athlete, narrow.id],
    )
    const { payments: ids } = await dealWith({ payments: [monthly(100_000, { times: 1 })] })
    await importFile(fileOf(lines))
    const [line] = await bankLines()
    const ownReceipt = receipt([{ paymentId: ids[0], amountMinor: 1200 }])
    const key = () => ({ 'idempotency-key': randomUUID() })
    const fromLine = { ...ownReceipt, receivedOn: line?.bookedOn, bankLineId: line?.id }
    expect((await narrow.ask('POST', at('receipts'), fromLine, key())).json().code).toBe('not-found')
    expect((await narrow.ask('POST', at('receipts'), ownReceipt, key())).statusCode).toBe(201)
  })
})

type Refused = { name: string; reason: string }

describe('a bank line that pays an invoice', () => {
  async function issueInvoice(amountMinor = 100_000) {
    const { payments: ids } = await dealWith({
      payments: [monthly(100_000, { from: '2026-10-01' })],
      fee: { rateMillionths: 150_000 },
    })
    await book({ paymentId: ids[0], amountMinor })
    const key = { 'idempotency-key': randomUUID() }
    const issued = await owner.ask('POST', at('fee-invoices'), { athleteId: athlete, currency: 'USD' }, key)
    return issued.json() as FeeInvoice
  }
  const loadInvoice = async (id: string) => (await owner.ask('GET', at(`fee-invoices/${id}`))).json() as FeeInvoice

  test('is matched by number and payer, confirmed in bulk, booked once, and can be reversed', async () => {
    const { id, number } = await issueInvoice()
    await importFile(
      fileOf([
        `11/16/2026,M. Okoye,Fee ${number},150.00`,
        '11/16/2026,Jonah Okoye,,150.00',
        '11/16/2026,Halden Sportswear,Wire,1000.00',
      ]),
    )
    const sure = await bankLines('?sureness=sure')
    expect(sure.map(({ payer, match }) => [payer, match?.invoice?.number ?? null]).toSorted()).toEqual([
      ['Halden Sportswear', null],
      ['M. Okoye', number],
    ])
    expect((await owner.ask('GET', at('bank-matches'))).json().lines).toContainEqual({
      bankLineId: sure.find(({ match }) => match?.invoice)?.id,
      invoiceId: id,
    })
    const both = await Promise.all([confirm(owner, ...sure), confirm(colleague, ...sure)])
    expect(both.flatMap((answer) => answer.json().booked)).toHaveLength(2)
    const paid = await loadInvoice(id)
    expect([paid.state, paid.payments.length, paid.payments[0]?.fromBank]).toEqual(['paid', 1, true])
    const booked = await bankLines('?state=booked')
    expect(
      new Map(booked.map(({ payer, bookings: [one] }) => [payer, [one?.invoice?.number, one?.receiptId !== null]])),
    ).toEqual(
      new Map([
        ['M. Okoye', [number, false]],
        ['Halden Sportswear', [undefined, true]],
      ]),
    )
    // The invoice is paid, so the other line cannot be booked on it.
    const [other] = await bankLines('?search=jonah')
    expect(other?.match).toBeNull()
    const confirmManually = (lines: object[]) => owner.ask('POST', at('bank-lines/confirmations'), { lines })
    const again = (await confirmManually([{ bankLineId: other?.id, invoiceId: id }])).json()
    expect(again.refused.map(({ reason }: Refused) => reason)).toEqual(['This invoice is already paid or void'])

    await owner.ask('POST', at(`fee-payments/${paid.payments[0]?.id}/reversal`), { reason: 'Paid by another' })
    expect((await confirmManually([{ bankLineId: other?.id, invoiceId: id }])).json().booked).toHaveLength(1)
    const [line] = await bankLines('?search=fee')
    expect([line?.state, line?.match, (await loadInvoice(id)).state]).toEqual(['open', null, 'paid'])
  })

  test('is rejected with a reason if it exceeds the open amount, is too early or in another currency', async () => {
    const { id, number } = await issueInvoice()
    await importFile(fileOf([`11/16/2026,A,${number},151.00`, `11/15/2026,B,${number},150.00`]))
    await upload(
      owner,
      'bank-imports?roles=date,payer,reference,amount&dayFirst=no&currency=EUR',
      fileOf([`11/16/2026,C,${number},150.00`]),
    )
    const lines = await bankLines()
    expect(lines.map(({ match }) => match)).toEqual([null, null, null])
    const body = { lines: lines.map((line) => ({ bankLineId: line.id, invoiceId: id })) }
    const { booked, refused } = (await owner.ask('POST', at('bank-lines/confirmations'), body)).json()
    expect(booked).toEqual([])
    expect(refused.map(({ name, reason }: Refused) => [name, reason]).toSorted()).toEqual([
      ['A', 'This is more than the amount owed'],
      ['B', 'Enter a date on or after the issue date, Nov 16, 2026'],
      ['C', problemCodes['other-currency'].title],
    ])
    expect((await bankLines()).length).toBe(3)
  })
})

describe('an outgoing bank line', () => {
  test('is listed separately and refunds a receipt; neither line is suggested again', async () => {
    await dealWith({ payments: [monthly(100_000, { from: '2026-10-01', times: 1 })] })
    await importFile(
      fileOf([
        '11/02/2026,Halden Sportswear,Wire 1,1000.00',
        '11/03/2026,Landlord,Rent,-1000.00',
        '11/05/2026,HALDEN SPORTSWEAR,Refund,-1000.00',
        '11/01/2026,Halden Sportswear,Before it came,-1000.00',
      ]),
    )
    expect((await owner.ask('GET', at('bank-matches'))).json().outgoing).toBe(3)
    expect((await bankLines()).map(({ amountMinor }) => amountMinor)).toEqual([100_000])
    await confirm(owner, (await bankLines())[0])
    const receiptId = (await bankLines('?state=booked'))[0]?.bookings[0]?.receiptId
    const out = await bankLines('?direction=out')
    expect(out.map(({ payer, amountMinor, paysBack }) => [payer, amountMinor, paysBack?.receiptId ?? null])).toEqual([
      ['HALDEN SPORTSWEAR', -100_000, receiptId],
      ['Landlord', -100_000, null],
      ['Halden Sportswear', -100_000, null],
    ])
    const refund = (line: string | undefined) =>
      owner.ask('POST', at(`receipts/${receiptId}/reversal`), { reason: 'Paid back', refundedBy: line })
    expect((await refund(randomUUID())).json().code).toBe('bank-line-booked')
    expect((await refund(out[0]?.id)).statusCode).toBe(200)
    expect((await refund(out[0]?.id)).json().code).toBe('already-reversed')
    const [done] = await bankLines('?direction=out&state=booked')
    expect([done?.id, done?.leftMinor, done?.bookings[0]?.receiptId]).toEqual([out[0]?.id, 0, receiptId])
    expect((await bankLines('?state=ignored')).map(({ reason }) => reason)).toEqual(['Refunded on Nov 5, 2026'])
    expect(await bankLines()).toEqual([])
    expect((await payments())[0]).toMatchObject({ receivedMinor: 0, openMinor: 100_000 })
  })

  test('cannot be booked as a receipt, and only refunds a receipt of its amount', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(100_000, { from: '2026-10-01', times: 1 })] })
    await importFile(fileOf(['11/05/2026,Halden Sportswear,Refund,-900.00']))
    const [line] = await bankLines('?direction=out')
    const body = { ...receipt([{ paymentId: ids[0], amountMinor: 90_000 }]), bankLineId: line?.id }
    const key = { 'idempotency-key': randomUUID() }
    expect((await owner.ask('POST', at('receipts'), body, key)).json().code).toBe('bank-line-booked')
    const { id } = (await book({ paymentId: ids[0], amountMinor: 100_000 })).json()
    const reversal = await owner.ask('POST', at(`receipts/${id}/reversal`), { reason: 'Part', refundedBy: line?.id })
    expect(reversal.json().code).toBe('bank-line-booked')
    expect((await bankLines('?direction=out')).length).toBe(1)
  })
})

describe('a payer', () => {
  test('of a late payment is reminded by mail, once per address and day', async () => {
    const { payments: ids } = await dealWith({
      payments: [monthly(120_000, { from: '2026-11-01', times: 2 })],
      payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
    })
    const path = at(`payments/${ids[0]}/reminder`)
    const draft = (await owner.ask('GET', path)).json()
    expect(draft).toMatchObject({ to: 'sofia@halden.example', reminders: [], refused: [] })
    expect(draft.text).toContain('$1,200.00')
    const send = () => owner.ask('POST', path, { to: 'sofia@halden.example', text: draft.text })
    const sent = await send()
    expect(sent.statusCode).toBe(200)
    expect(sent.json()).toEqual({ reached: [{ name: 'sofia@halden.example', as: 'payor', how: 'mail' }] })
    const second = await send()
    expect([second.statusCode, second.json().code]).toEqual([409, 'reminded-recently'])
    expect(second.json().detail).toMatch(/^A reminder was already sent today at \d+:\d\d [AP]M by Olive Owner\./)
    const { rows } = await world.database.query("select recipient from outgoing_mail where kind = 'payment-reminder'")
    expect(rows).toEqual([{ recipient: 'sofia@halden.example' }])
    expect((await payments())[0]?.reminded?.by?.name).toBe('Olive Owner')
    now = new Date('2026-11-18T15:00:00Z')
    expect((await send()).statusCode).toBe(200)
  })

  test('without an address is refused with the company to complete; nothing is recorded', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(120_000, { from: '2026-11-01', times: 2 })] })
    const path = at(`payments/${ids[0]}/reminder`)
    const draft = (await owner.ask('GET', path)).json()
    expect(draft).toMatchObject({ to: null, addresses: [] })
    const answer = await owner.ask('POST', path, { to: 'someone@halden.example', text: 'Pay' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'nobody-reachable'])
    expect(answer.json().present).toEqual({ company: draft.company.id })
    expect((await owner.ask('GET', path)).json().reminders).toEqual([])
  })

  test('at an address that the mail server refused is not mailed again', async () => {
    const { payments: ids } = await dealWith({
      payments: [monthly(120_000, { from: '2026-11-01', times: 2 })],
      payor: { name: 'Sofia Brandt', title: 'VP', email: 'gone@halden.example' },
    })
    await inTransaction(world.database, (client) => markRefused(client, 'Gone@halden.example'))
    const path = at(`payments/${ids[0]}/reminder`)
    expect((await owner.ask('GET', path)).json()).toMatchObject({ to: null, refused: ['gone@halden.example'] })
    const answer = await owner.ask('POST', path, { to: 'gone@halden.example', text: 'Pay' })
    expect(answer.json()).toMatchObject({
      code: 'nobody-reachable',
      detail: 'Email to gone@halden.example is refused by the mail server. No reminder was sent.',
    })
  })

  test('is known by the contacts of the company: who gets reminders, and whose email bounced', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(120_000, { from: '2026-11-01', times: 2 })] })
    const companyAt = `/api/organizations/${organization}/companies/${company}`
    for (const name of ['dunya', 'terrence']) {
      const contact = { name, title: null, email: `${name}@halden.example`, phone: null }
      await owner.ask('POST', `${companyAt}/contacts`, contact)
    }
    const contacts = async () => {
      const { contacts } = (await owner.ask('GET', companyAt)).json() as Company
      return contacts.map(({ name, getsReminders, refusedAt }) => [name, getsReminders, refusedAt !== null])
    }
    expect(await contacts()).toEqual([
      ['dunya', false, false],
      ['terrence', false, false],
    ])
    await owner.ask('POST', at(`payments/${ids[0]}/reminder`), { to: 'dunya@halden.example', text: 'Pay' })
    await inTransaction(world.database, (client) => markRefused(client, 'Terrence@halden.example'))
    expect(await contacts()).toEqual([
      ['dunya', true, false],
      ['terrence', false, true],
    ])
  })

  test('pays so many days after due on average, without reversed receipts', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(1000, { from: '2026-09-01', times: 3 })] })
    const delay = async () => (await owner.ask('GET', at(`companies/${company}`))).json().paysAfterDays
    expect(await delay()).toBe(null)
    // Received on November 2.
    await book({ paymentId: ids[1], amountMinor: 1000 })
    await book({ paymentId: ids[2], amountMinor: 1000 })
    expect(await delay()).toBe(17)
    const { id } = (await book({ paymentId: ids[0], amountMinor: 1000 })).json()
    expect(await delay()).toBe(32)
    await owner.ask('POST', at(`receipts/${id}/reversal`), { reason: 'Mistake' })
    expect(await delay()).toBe(17)
  })

  test('is reminded only at a known address, with a fixed subject and a rate limit', async () => {
    const { payments: ids } = await dealWith({
      payments: [monthly(120_000, { from: '2025-11-01', times: 12, title: 'Win at evil.example' })],
      payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
    })
    const send = (to: string, more: object = {}, id = ids[0]) =>
      owner.ask('POST', at(`payments/${id}/reminder`), { to, text: 'Pay', ...more })
    expect((await send('victim@example.com')).json().errors).toMatchObject([{ field: 'to' }])
    expect((await send('sofia@halden.example', { subject: 'You won' })).statusCode).toBe(422)
    const sent = await Promise.all(ids.map((id) => send('sofia@halden.example', {}, id)))
    expect(sent.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(sent.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
    const { subject } = await world.people.mailTo('sofia@halden.example', 'payment-reminder')
    expect(subject).toMatch(/^Payment reminder: a payment, due/)
  })

  test('is not reminded of paid payments or payments that are not late', async () => {
    const { payments: ids } = await dealWith({ payments: [monthly(1000, { from: '2026-11-01', times: 2 })] })
    await book({ paymentId: ids[0], amountMinor: 1000 })
    const answers = await Promise.all(ids.map((id) => owner.ask('GET', at(`payments/${id}/reminder`))))
    expect(answers.map((answer) => answer.json().code)).toEqual(['payment-not-late', 'payment-not-late'])
  })
})
