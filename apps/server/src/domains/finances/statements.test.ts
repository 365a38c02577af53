import { randomUUID } from 'node:crypto'
import type { Currency } from '@sherpa/contracts/currency'
import type { Statement, StatementOfCurrency } from '@sherpa/contracts/statement'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookedMoney } from '../../../test/booked-money.ts'
import { composerWith } from '../../../test/mail.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import type { Someone } from '../../../test/people.ts'
import { monthly } from '../../../test/signed-deal.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'
import { drawStatement } from './statement-pdf.ts'

const { world, place, at, addAthlete, accountOf, dealWith, book, reverse } = bookedMoney({ renderPdf: renderInWorker })
let athleteMember: Someone

const path = (from: string, until: string, athlete = place.athlete) =>
  at(`statements/${athlete}?from=${from}&until=${until}`)
async function loadStatement(from: string, until: string, athlete = place.athlete) {
  const answer = await place.owner.ask('GET', path(from, until, athlete))
  expect(answer.statusCode).toBe(200)
  return answer.json() as Statement
}
function pickCurrency(statement: Statement, currency: Currency): StatementOfCurrency {
  const found = statement.currencies.find((one) => one.currency === currency)
  if (!found) throw new Error(`Nothing in ${currency}`)
  return found
}

beforeAll(async () => {
  athleteMember = await accountOf(place.athlete, 'Jonah Okoye')
  const expense = randomUUID()
  await world.database.query(
    `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, paid_by, recoup_rate, state)
     values ($1, $2, '2026-08-20', 'travel', 'Cascade Air', 'USD', 30000, $3, 'organization', 100000, 'approved')`,
    [place.organization, expense, place.athlete],
  )
  const dollars = await dealWith({ payments: [monthly(100_000, { times: 12 })], fee: { rateMillionths: 150_000 } })
  const euros = await dealWith({ currency: 'EUR', payments: [monthly(7000)], fee: { rateMillionths: 33_333 } })
  await book(dollars.deal, 400_000, { receivedOn: '2026-08-25' })
  const paymentId = dollars.payments[0]
  await book(dollars.deal, 100_000, { receivedOn: '2026-09-10', allocations: [{ paymentId, amountMinor: 100_000 }] })
  const bounced = await book(dollars.deal, 33_333, { receivedOn: '2026-09-14' })
  await book(euros.deal, 1003, { receivedOn: '2026-09-20', currency: 'EUR' })
  await book(euros.deal, 5001, { receivedOn: '2026-10-02', currency: 'EUR' })
  await reverse(bounced)
  await world.database.query("insert into closed_periods (organization_id, through) values ($1, '2026-10-31')", [
    place.organization,
  ])
  // Received in October, which is closed by then.
  await book(dollars.deal, 20_000, { receivedOn: '2026-10-05' })
})

describe('a statement', () => {
  test('has opening balance, receipts with fees, and closing balance', async () => {
    const september = await loadStatement('2026-09-01', '2026-09-30')
    expect(september.currencies.map(({ currency }) => currency)).toEqual(['USD', 'EUR'])
    const { received, fees } = pickCurrency(september, 'USD')
    expect([received.openingMinor, received.totalMinor, received.closingMinor]).toEqual([400_000, 133_333, 533_333])
    expect(received.rows.map((row) => [row.day, row.amountMinor, row.feeMinor, row.payment?.title])).toEqual([
      ['2026-09-10', 100_000, 15_000, 'Retainer'],
      ['2026-09-14', 33_333, 5000, undefined],
    ])
    expect(received.rows[0]).toMatchObject({ payer: 'Halden Sportswear', deal: { title: 'Fall line' } })
    // Opening: 60,000 of fees and the full expense.
    expect(fees).toMatchObject({ openingMinor: 90_000, earnedMinor: 20_000, recoupedMinor: 0, closingMinor: 110_000 })
    expect(pickCurrency(september, 'EUR').received.rows.map((row) => [row.amountMinor, row.feeMinor])).toEqual([
      [1003, 33],
    ])
    const august = pickCurrency(await loadStatement('2026-08-01', '2026-08-31'), 'USD')
    expect(august.fees.recouped.map((row) => [row.vendor, row.spentOn, row.amountMinor])).toEqual([
      ['Cascade Air', '2026-08-20', 30_000],
    ])
  })

  test('shows reversals on their own day, and late entries of a closed month on the first open day', async () => {
    const { received, fees } = pickCurrency(await loadStatement('2026-11-01', '2026-11-30'), 'USD')
    expect(received.rows.map((row) => [row.day, row.countsOn, row.amountMinor, row.feeMinor, row.isReversal])).toEqual([
      ['2026-10-05', '2026-11-01', 20_000, 3000, false],
      ['2026-11-16', '2026-11-16', -33_333, -5000, true],
    ])
    expect([received.totalMinor, fees.earnedMinor, received.closingMinor]).toEqual([-13_333, -2000, 520_000])
    expect(pickCurrency(await loadStatement('2026-10-01', '2026-10-31'), 'USD').received.rows).toEqual([])
  })

  test.each([
    ['2026-09-01', '2026-09-30'],
    ['2026-09-11', '2026-11-16'],
    ['2026-01-01', '2026-12-31'],
    ['2026-11-02', '2026-11-02'],
  ])('from %s to %s agrees with the sums of the ledger', async (from, until) => {
    const statement = await loadStatement(from, until)
    const { rows } = await world.database.query(
      `select currency, account, coalesce(sum(amount_minor) filter (where posted_on < $3), 0)::integer as before,
         sum(amount_minor)::integer as after from entry_lines
       where organization_id = $1 and athlete_id = $2 and posted_on <= $4 group by 1, 2`,
      [place.organization, place.athlete, from, until],
    )
    const ledger = (currency: Currency, account: string) => {
      const found = rows.find((row) => row.currency === currency && row.account === account)
      return [found?.before ?? 0, found?.after ?? 0]
    }
    for (const currency of ['USD', 'EUR'] as const) {
      const { received, fees } = pickCurrency(statement, currency)
      expect([received.openingMinor, received.closingMinor]).toEqual(ledger(currency, 'athlete-earnings'))
      expect([fees.openingMinor, fees.closingMinor]).toEqual(ledger(currency, 'fees-receivable'))
      const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
      expect(sum(received.rows.map(({ feeMinor }) => feeMinor))).toBe(fees.earnedMinor)
      expect(sum(received.rows.map(({ amountMinor }) => amountMinor))).toBe(received.totalMinor)
    }
  })

  test('lists outstanding payments separately, without in-kind ones', async () => {
    const before = pickCurrency(await loadStatement('2026-09-01', '2026-09-30'), 'USD')
    const inKind = { ...monthly(9900, { times: 1 }), inKind: true }
    await dealWith({ payments: [inKind, monthly(5000, { from: '2027-01-15', times: 2 })] })
    const { expected, received } = pickCurrency(await loadStatement('2026-09-01', '2026-09-30'), 'USD')
    expect([expected.count, expected.totalMinor]).toEqual([
      before.expected.count + 2,
      before.expected.totalMinor + 10_000,
    ])
    expect(expected.rows[0]).toMatchObject({ dueOn: '2026-03-01', late: true, payer: 'Halden Sportswear' })
    expect(expected.rows.at(-1)).toMatchObject({ dueOn: '2027-02-15', late: false })
    expect(received).toEqual(before.received)
  })

  test('includes pay owed and paid by the organization', async () => {
    const athlete = await addAthlete('Mina', 'Vale')
    const { deal, payments } = await dealWith({ payments: [monthly(5000)] }, athlete)
    const payout = randomUUID()
    await world.database.query(
      `insert into payouts (organization_id, id, paid_on, payment_id, athlete_id, currency, amount_minor)
       values ($1, $2, '2026-11-06', $3, $4, 'USD', 3000)`,
      [place.organization, payout, payments[0], athlete],
    )
    for (const [cause, column, id, debit, credit, amount] of [
      ['pay', 'payment_id', payments[0], 'athlete-pay', 'owed-to-athletes', 5000],
      ['payout', 'payout_id', payout, 'owed-to-athletes', 'bank', 3000],
    ] as const) {
      const entry = randomUUID()
      await world.database.query(
        `with posted as (insert into entries (organization_id, id, cause, occurred_on, posted_on, ${column})
           values ($1, $2, '${cause}', '2026-11-05', '2026-11-05', $3) returning posted_on)
         insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income, posted_on)
         select $1, $2, position, account, 'USD', amount, $4, $5, 'nil', posted_on
         from posted, (values (0, '${debit}', ${amount}), (1, '${credit}', -${amount})) as l (position, account, amount)`,
        [place.organization, entry, id, athlete, deal],
      )
    }
    const { pay } = pickCurrency(await loadStatement('2026-11-01', '2026-11-30', athlete), 'USD')
    expect(pay).toMatchObject({ openingMinor: 0, dueMinor: 5000, paidMinor: 3000, closingMinor: 2000 })
    expect([pay.due[0]?.payment?.title, pay.paid[0]?.deal?.title]).toEqual(['Retainer', 'Fall line'])
    const december = pickCurrency(await loadStatement('2026-12-01', '2026-12-31', athlete), 'USD')
    expect([december.pay.openingMinor, december.pay.closingMinor]).toEqual([2000, 2000])
  })

  test('shows athletes only their own, and is hidden from coaches', async () => {
    const other = await addAthlete('Ana', 'Cruz')
    const own = await athleteMember.ask('GET', path('2026-09-01', '2026-09-30'))
    expect([own.statusCode, own.json().currencies.length]).toEqual([200, 2])
    expect((await athleteMember.ask('GET', path('2026-09-01', '2026-09-30', other))).json().code).toBe('not-found')
    const coach = await world.people.registerMember(place.organization, 'Cory Coach', 'coach')
    expect((await coach.ask('GET', path('2026-09-01', '2026-09-30'))).json().code).toBe('not-permitted')
    expect((await place.owner.ask('GET', path('2026-10-01', '2026-09-30'))).json().code).toBe('invalid-fields')
  })
})

describe('the PDF of a statement', () => {
  const amount = (text = '') => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)

  test('adds up line by line, and its download is audited', async () => {
    const answer = await athleteMember.ask('GET', path('2026-08-01', '2026-11-30').replace('?', '/pdf?'))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const { lines } = readPdf(answer.rawPayload)
    const dollars = lines.slice(lines.indexOf('USD'), lines.indexOf('EUR'))
    const opening = dollars.findIndex((line) => line.startsWith('Received before'))
    const total = dollars.findIndex((line) => line.startsWith('Received in this period'))
    const rows = dollars.slice(opening + 1, total).map((line) => line.split('\t'))
    expect(rows).toHaveLength(5)
    const sum = (column: number) => rows.reduce((all, cells) => all + amount(cells[column]), 0)
    const [, received, fee] = (dollars[total] ?? '').split('\t')
    expect([sum(1), sum(2)]).toEqual([amount(received), amount(fee)])
    expect(dollars).toContain('Total received by Nov 30, 2026\t$5,200.00')
    expect(dollars).toContain('Owed on Nov 30, 2026\t$1,080.00')
    expect(dollars.some((line) => line.startsWith('Oct 5, 2026 (posted Nov 1, 2026)'))).toBe(true)
    const { rows: events } = await world.database.query(
      "select actor_id, subject_id from audit_events where organization_id = $1 and event = 'statement-downloaded'",
      [place.organization],
    )
    expect(events).toEqual([{ actor_id: athleteMember.id, subject_id: place.athlete }])
  })

  test('has a message if it is empty', async () => {
    const statement = await loadStatement('2026-09-01', '2026-09-30', await addAthlete('Noa', 'Berg'))
    const { lines } = readPdf(await drawStatement(statement))
    expect(lines).toContain('Nothing received, owed or paid yet.')
  })
})

describe('a statement by mail', () => {
  const send = (email: string | null, who = place.owner, athlete = place.athlete) =>
    who.ask('POST', at(`statements/${athlete}/mail`), { from: '2026-08-01', until: '2026-11-30', email })

  test('goes to a chosen address, with amounts only in the PDF, and is audited', async () => {
    const answer = await send('office@athlete.example')
    expect([answer.statusCode, answer.json()]).toEqual([200, { sentTo: 'office@athlete.example' }])
    const { rows } = await world.database.query(
      "select id, kind, recipient, details, user_id, queued_at from outgoing_mail where kind = 'athlete-statement'",
    )
    expect(rows).toHaveLength(1)
    const mail = await composerWith({ statementFile: world.app.platform.statementFile }).compose(rows[0])
    expect(mail?.text).toContain('Jonah Okoye from Aug 1, 2026 to Nov 30, 2026')
    expect(mail?.text).not.toMatch(/[$€]\d/)
    expect(readPdf(mail?.attachment?.content as Buffer).lines).toContain('Owed on Nov 30, 2026\t$1,080.00')
    const { rows: events } = await world.database.query(
      "select subject_id from audit_events where organization_id = $1 and event = 'statement-sent'",
      [place.organization],
    )
    expect(events).toEqual([{ subject_id: place.athlete }])
  })

  test('of a minor goes to a guardian, whose address stays hidden; without one, an address is required', async () => {
    const minor = await addAthlete('Theo', 'Lind', { level: 'high-school', birthDate: '2011-05-01' })
    expect((await loadStatement('2026-08-01', '2026-11-30', minor)).recipient).toBeNull()
    expect((await send(null, place.owner, minor)).json().errors).toMatchObject([{ field: 'email' }])
    await world.database.query(
      `insert into athlete_contacts (organization_id, athlete_id, name, relation, reach, email)
       values ($1, $2, 'Mari Lind', 'parent', 'full', 'mari@family.example')`,
      [place.organization, minor],
    )
    const { recipient } = await loadStatement('2026-08-01', '2026-11-30', minor)
    expect(recipient).toEqual({ name: 'Mari Lind', isGuardian: true, email: null })
    expect((await send(null, place.owner, minor)).json()).toEqual({ sentTo: 'Mari Lind' })
  })

  test('is not sent by athletes', async () => {
    expect((await send(null, athleteMember)).statusCode).toBe(403)
  })
})
