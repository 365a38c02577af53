import { randomUUID } from 'node:crypto'
import type { FeeInvoice, FeeInvoiceRow, Fees, InvoiceOfReceipt } from '@sherpa/contracts/fee-invoice'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookedMoney } from '../../../test/booked-money.ts'
import { runJob } from '../../../test/jobs.ts'
import { composerWith } from '../../../test/mail.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { monthly } from '../../../test/signed-deal.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'

const { world, place, at, addAthlete, accountOf, dealWith, book, reverse } = bookedMoney({
  atOnce: 8,
  renderPdf: renderInWorker,
})
const fee = { rateMillionths: 150_000 }
let athlete: string
let deal: string

beforeEach(async () => {
  athlete = await addAthlete('Jonah', `Okoye ${randomUUID().slice(0, 4)}`, { email: 'jonah@athlete.example' })
  deal = (await dealWith({ payments: [monthly(100_000)], fee }, athlete)).deal
})

const key = () => ({ 'idempotency-key': randomUUID() })
const issue = (athleteId = athlete, currency = 'USD', headers = key()) =>
  place.owner.ask('POST', at('fee-invoices'), { athleteId, currency }, headers)
const pay = (invoice: string, amountMinor: number, more: object = {}) =>
  place.owner.ask(
    'POST',
    at(`fee-invoices/${invoice}/payments`),
    { paidOn: '2026-11-16', amountMinor, reference: null, bankLineId: null, ...more },
    key(),
  )
const fees = async () => (await place.owner.ask('GET', at('fees'))).json() as Fees
const loadUninvoiced = async (who = athlete) => (await fees()).open.filter((one) => one.athlete.id === who)
const listIds = async (query: string) =>
  ((await place.owner.ask('GET', at(`fee-invoices?${query}`))).json().rows as FeeInvoiceRow[]).map(({ id }) => id)
async function balanceOf(who: string) {
  const { rows } = await world.database.query(
    `select account, sum(amount_minor)::integer as minor from entry_lines where athlete_id = $1 group by 1`,
    [who],
  )
  const of = (account: string) => rows.find((row) => row.account === account)?.minor ?? 0
  return { receivable: of('fees-receivable'), bank: of('bank') }
}

describe('a fee invoice', () => {
  test('lists all uninvoiced fees and recoupments of an athlete in one currency', async () => {
    await book(deal, 400_000, { receivedOn: '2026-11-03' })
    await world.database.query(
      `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, paid_by, recoup_rate, state)
       values ($1, $2, '2026-10-01', 'travel', 'Cascade Air', 'USD', 3000, $3, 'organization', 500000, 'approved')`,
      [place.organization, randomUUID(), athlete],
    )
    await book(deal, 1000, { receivedOn: '2026-11-05' })
    expect(await loadUninvoiced()).toMatchObject([{ currency: 'USD', totalMinor: 60_650 }])
    const preview = (await place.owner.ask('GET', at(`fees/${athlete}?currency=USD`))).json()
    const answer = await issue()
    const invoice = answer.json() as FeeInvoice
    expect(answer.statusCode).toBe(201)
    expect(invoice).toMatchObject({ totalMinor: 60_650, state: 'open', issuedOn: '2026-11-16', dueOn: '2026-12-16' })
    expect(invoice.seller).toEqual({ name: 'Ridgeline', address: null, payment: null })
    expect(invoice.lines).toEqual([
      { title: 'Fee 15% on $4,000.00 received Nov 3, 2026, Halden Sportswear × Fall line', amountMinor: 60_000 },
      { title: 'Fee 15% on $10.00 received Nov 5, 2026, Halden Sportswear × Fall line', amountMinor: 150 },
      { title: 'Expense Oct 1, 2026, Cascade Air, recouped Nov 5, 2026', amountMinor: 500 },
    ])
    expect(preview).toMatchObject({ lines: invoice.lines, totalMinor: 60_650, dueOn: '2026-12-16' })
    const pdf = await place.owner.ask('GET', at(`fee-invoices/${invoice.id}/pdf`))
    const { lines } = readPdf(pdf.rawPayload)
    expect(lines.slice(lines.indexOf('Description\tAmount') + 1, -1).join('\n')).toContain(
      [
        'Halden Sportswear × Fall line\t$601.50',
        'Fee 15% on $4,000.00 received Nov 3, 2026\t$600.00',
        'Fee 15% on $10.00 received Nov 5, 2026\t$1.50',
        'Other\t$5.00',
        'Expense Oct 1, 2026, Cascade Air, recouped Nov 5, 2026\t$5.00',
        'Total\t$606.50',
      ].join('\n'),
    )
    expect(lines.at(-1)).toBe('Made with Sherpa')
    expect(await loadUninvoiced()).toEqual([])
    expect((await issue()).json().code).toBe('nothing-to-invoice')
    expect(await balanceOf(athlete)).toEqual({ receivable: 60_650, bank: 0 })
  })

  test('is issued once per idempotency key', async () => {
    await book(deal, 1000)
    const headers = key()
    const [first, second] = [await issue(athlete, 'USD', headers), await issue(athlete, 'USD', headers)]
    expect(second.json()).toEqual(first.json())
  })

  test('uses the accounting settings: prefix, next number, term, name, address and payment details', async () => {
    await book(deal, 1000)
    await world.database.query(
      `insert into accounting_settings (organization_id, invoice_prefix, next_invoice, invoice_days, invoice_name, invoice_address, invoice_payment)
       values ($1, 'RID-', 41, 10, 'Ridgeline LLC', E'1 Ridge Road\\nDenver, CO', 'Bank 123')
       on conflict (organization_id) do update set invoice_prefix = 'RID-', next_invoice = 41, invoice_days = 10,
         invoice_name = 'Ridgeline LLC', invoice_address = E'1 Ridge Road\\nDenver, CO', invoice_payment = 'Bank 123'`,
      [place.organization],
    )
    const first = (await issue()).json() as FeeInvoice
    expect([first.number, first.dueOn, first.seller.name]).toEqual(['RID-0041', '2026-11-26', 'Ridgeline LLC'])
    // Later settings do not change it, and used numbers are skipped.
    await world.database.query(
      `update accounting_settings set invoice_name = null, invoice_address = null, invoice_payment = null, invoice_days = 30, next_invoice = 41
       where organization_id = $1`,
      [place.organization],
    )
    await book(deal, 1000)
    expect((await issue()).json().number).toBe('RID-0042')
    const pdf = await place.owner.ask('GET', at(`fee-invoices/${first.id}/pdf`))
    const { lines } = readPdf(pdf.rawPayload)
    expect(lines).toEqual(
      expect.arrayContaining(['Ridgeline LLC', '1 Ridge Road', 'Denver, CO', 'Bank 123', 'Total\t$1.50']),
    )
  })

  test('has unique numbers without gaps under concurrency, and bills each fee once', async () => {
    const athletes = await Promise.all(Array.from({ length: 10 }, (_, index) => addAthlete('Many', `Number ${index}`)))
    for (const one of athletes) {
      const own = await dealWith({ payments: [monthly(100)], fee }, one)
      await book(own.deal, 1000)
    }
    const { rows } = await world.database.query(
      'select next_invoice from accounting_settings where organization_id = $1',
      [place.organization],
    )
    const next = rows[0]?.next_invoice ?? 1
    // Two concurrent requests per athlete: one of them finds nothing to invoice.
    const answers = await Promise.all([...athletes, ...athletes].map((one) => issue(one)))
    const issued = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json() as FeeInvoice)
    expect(
      answers.filter((answer) => answer.statusCode === 409).every((one) => one.json().code === 'nothing-to-invoice'),
    ).toBe(true)
    expect(issued.map((one) => Number(one.number.replace(/\D/g, ''))).sort((a, b) => a - b)).toEqual(
      athletes.map((_, index) => next + index),
    )
    expect(new Set(issued.map((one) => one.athlete.id)).size).toBe(10)
  })

  test('gets consecutive numbers for twenty concurrent athletes', async () => {
    const athletes = await Promise.all(Array.from({ length: 20 }, (_, index) => addAthlete('Row', `Number ${index}`)))
    for (const one of athletes) await book((await dealWith({ payments: [monthly(100)], fee }, one)).deal, 1000)
    const issued = (await Promise.all(athletes.map((one) => issue(one)))).map((one) => one.json() as FeeInvoice)
    const numbers = issued.map((one) => Number(one.number.replace(/\D/g, ''))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => (numbers[0] ?? 0) + index))
  })

  test('is not issued for zero or less; a reversal becomes a negative line of the next one', async () => {
    const receipt = await book(deal, 10_000, { receivedOn: '2026-11-03' })
    await issue()
    await reverse(receipt)
    expect(await loadUninvoiced()).toMatchObject([{ totalMinor: -1500 }])
    expect((await issue()).json().code).toBe('nothing-to-invoice')
    expect((await issue(athlete, 'EUR')).json().code).toBe('nothing-to-invoice')
    await book(deal, 30_000, { receivedOn: '2026-11-12' })
    const next = (await issue()).json() as FeeInvoice
    expect(next.totalMinor).toBe(3000)
    expect(next.lines).toEqual([
      {
        title: 'Fee 15% on $100.00 received Nov 3, 2026 and reversed, Halden Sportswear × Fall line',
        amountMinor: -1500,
      },
      { title: 'Fee 15% on $300.00 received Nov 12, 2026, Halden Sportswear × Fall line', amountMinor: 4500 },
    ])
  })

  test('can be voided while unpaid, and its lines are invoiced again', async () => {
    await book(deal, 10_000)
    const invoice = (await issue()).json() as FeeInvoice
    const paid = (await pay(invoice.id, 500)).json() as FeeInvoice
    const voidInvoice = () => place.owner.ask('POST', at(`fee-invoices/${invoice.id}/void`), { reason: 'Wrong fee' })
    expect((await voidInvoice()).json().code).toBe('invoice-has-payments')
    await place.owner.ask('POST', at(`fee-payments/${paid.payments[0]?.id}/reversal`), { reason: 'Bounced' })
    expect((await voidInvoice()).json()).toMatchObject({ state: 'void', voidReason: 'Wrong fee' })
    expect((await voidInvoice()).json().code).toBe('invoice-not-open')
    expect((await pay(invoice.id, 500)).json().code).toBe('invoice-not-open')
    expect((await place.owner.ask('POST', at(`fee-invoices/${invoice.id}/mail`), { email: null })).json().code).toBe(
      'invoice-not-open',
    )
    expect(await loadUninvoiced()).toMatchObject([{ totalMinor: 1500 }])
    const again = (await issue()).json() as FeeInvoice
    expect([again.totalMinor, again.number === invoice.number]).toEqual([1500, false])
    expect(await balanceOf(athlete)).toEqual({ receivable: 1500, bank: 0 })
  })

  test('is found by state, athlete, date and number', async () => {
    await book(deal, 10_000)
    const invoice = (await issue()).json() as FeeInvoice
    const find = (query: string) => listIds(`athlete=${athlete}&${query}`)
    expect(await find('state=open&from=2026-11-16&until=2026-11-16')).toEqual([invoice.id])
    expect(await find('state=late,paid,void')).toEqual([])
    expect(await find('until=2026-11-15')).toEqual([])
    expect(await listIds(`search=${invoice.number.toLowerCase()}`)).toContain(invoice.id)
    await world.database.query("update fee_invoices set due_on = '2026-11-15' where id = $1", [invoice.id])
    expect(await find('state=late')).toEqual([invoice.id])
    expect(await find('state=open')).toEqual([])
    await pay(invoice.id, 1500)
    expect(await find('state=paid')).toEqual([invoice.id])
  })
})

describe('an invoice payment', () => {
  test('may be partial but not exceed the open amount, and updates the ledger', async () => {
    await book(deal, 10_000)
    const { id } = (await issue()).json() as FeeInvoice
    expect((await pay(id, 1501)).json().code).toBe('more-than-owed')
    expect((await pay(id, 100, { paidOn: '2026-11-17' })).json().code).toBe('invalid-fields')
    expect((await pay(id, 100, { paidOn: '2026-11-15' })).json().errors).toEqual([
      { field: 'paidOn', message: 'Enter a date on or after the issue date, Nov 16, 2026' },
    ])
    expect((await pay(id, 1000)).json()).toMatchObject({ state: 'open', paidMinor: 1000 })
    expect(await balanceOf(athlete)).toEqual({ receivable: 500, bank: 1000 })
    expect((await pay(id, 501)).json().code).toBe('more-than-owed')
    const paid = (await pay(id, 500)).json() as FeeInvoice
    expect([paid.state, paid.paidMinor, paid.payments.length]).toEqual(['paid', 1500, 2])
    expect(await balanceOf(athlete)).toEqual({ receivable: 0, bank: 1500 })
    expect((await pay(id, 1)).json().code).toBe('invoice-not-open')
    expect(await loadUninvoiced()).toEqual([])
  })

  test('cannot exceed the open amount under concurrency', async () => {
    await book(deal, 10_000)
    const { id } = (await issue()).json() as FeeInvoice
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(id, 600)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
    expect(await balanceOf(athlete)).toEqual({ receivable: 300, bank: 1200 })
  })

  test('is reversed once, which reopens the invoice', async () => {
    await book(deal, 10_000)
    const { id } = (await issue()).json() as FeeInvoice
    const [payment] = ((await pay(id, 1500)).json() as FeeInvoice).payments
    const reversePayment = () =>
      place.owner.ask('POST', at(`fee-payments/${payment?.id}/reversal`), { reason: 'Bounced' })
    const answers = await Promise.all([reversePayment(), reversePayment()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const invoice = (await place.owner.ask('GET', at(`fee-invoices/${id}`))).json() as FeeInvoice
    expect([invoice.state, invoice.paidMinor, invoice.payments[0]?.reversed?.reason]).toEqual(['open', 0, 'Bounced'])
    expect(await balanceOf(athlete)).toEqual({ receivable: 1500, bank: 0 })
  })

  test('allocates its bank line, and releases it on reversal', async () => {
    const [file, line] = [randomUUID(), randomUUID()]
    await world.database.query(
      `with file as (insert into bank_imports (organization_id, id, name, currency, mapping, lines, added)
         values ($1, $2, 'bank.csv', 'USD', '{}', 1, 1))
       insert into bank_lines (organization_id, id, import_id, booked_on, currency, amount_minor, payer, reference, fingerprint, occurrence,
         state) values ($1, $3, $2, '2026-11-16', 'USD', 1500, 'J. Okoye', 'F', '\\x01', 1, 'open')`,
      [place.organization, file, line],
    )
    const fromLine = { bankLineId: line }
    const stateOfLine = async () =>
      (await world.database.query('select state from bank_lines where id = $1', [line])).rows[0].state
    await book(deal, 20_000)
    const { id } = (await issue()).json() as FeeInvoice
    const { payments } = (await pay(id, 1500, fromLine)).json() as FeeInvoice
    expect([await stateOfLine(), payments[0]?.fromBank]).toEqual(['booked', true])
    expect((await pay(id, 1500, fromLine)).json().code).toBe('bank-line-booked')
    await place.owner.ask('POST', at(`fee-payments/${payments[0]?.id}/reversal`), { reason: 'Not for this' })
    expect(await stateOfLine()).toBe('open')
  })
})

test('an athlete removed from the roster can still be invoiced', async () => {
  await book(deal, 10_000)
  await world.database.query('update athletes set removed_at = now() where id = $1', [athlete])
  expect((await issue()).json().totalMinor).toBe(1500)
})

test('figures add up: earned = invoiced + uninvoiced, invoiced = paid + open', async () => {
  await book(deal, 10_000)
  const { id } = (await issue()).json() as FeeInvoice
  await world.database.query("update fee_invoices set due_on = '2026-11-15' where id = $1", [id])
  await pay(id, 400)
  await book(deal, 2000)
  const { rows } = await world.database.query(
    `select -sum(amount_minor)::integer as earned from entry_lines
     where organization_id = $1 and account in ('fees', 'recoverable-expenses') and currency = 'USD'`,
    [place.organization],
  )
  const { figures } = await fees()
  const [dollars] = figures
  if (!dollars) throw new Error('There are no figures.')
  expect(figures).toHaveLength(1)
  expect(dollars.earnedMinor).toBe(rows[0].earned)
  expect(dollars.invoicedMinor + dollars.notInvoicedMinor).toBe(dollars.earnedMinor)
  expect(dollars.paidMinor + dollars.openMinor).toBe(dollars.invoicedMinor)
  expect(dollars.lateMinor).toBeGreaterThanOrEqual(1100)
})

describe('an invoice by mail', () => {
  const send = (id: string, email: string | null) => place.owner.ask('POST', at(`fee-invoices/${id}/mail`), { email })
  async function mailOf(id: string) {
    const { rows } = await world.database.query(
      `select id::text, kind, recipient, details, null as "demoRequest" from outgoing_mail
       where kind = 'fee-invoice' and details ->> 'invoice' = $1 order by id desc`,
      [id],
    )
    return rows
  }

  test('goes to the athlete or a chosen address, with the PDF', async () => {
    await book(deal, 10_000)
    const invoice = (await issue()).json() as FeeInvoice
    expect(invoice.recipient).toMatchObject({ isGuardian: false, email: 'jonah@athlete.example' })
    expect((await send(invoice.id, null)).json()).toMatchObject({ sentTo: 'jonah@athlete.example' })
    await send(invoice.id, 'office@athlete.example')
    const mails = await mailOf(invoice.id)
    expect(mails.map(({ recipient }) => recipient)).toEqual(['office@athlete.example', 'jonah@athlete.example'])
    const mail = await composerWith({ feeInvoiceFile: world.app.platform.feeInvoiceFile }).compose(mails[0])
    expect(mail?.subject).toBe(`Invoice ${invoice.number} from Ridgeline`)
    expect(readPdf(mail?.attachment?.content as Buffer).lines).toContain('Total\t$15.00')
  })

  test('of a minor goes to a guardian, whose address stays hidden; without one, an address is required', async () => {
    const minor = await addAthlete('Theo', 'Lind', {
      level: 'high-school',
      birthDate: '2011-05-01',
      email: 'theo@athlete.example',
    })
    await book((await dealWith({ payments: [monthly(100)], fee }, minor)).deal, 10_000)
    const invoice = (await issue(minor)).json() as FeeInvoice
    expect(invoice.recipient).toBeNull()
    expect((await send(invoice.id, null)).json().code).toBe('invalid-fields')
    await world.database.query(
      `insert into athlete_contacts (organization_id, athlete_id, name, relation, reach, email)
       values ($1, $2, 'Mari Lind', 'parent', 'full', 'mari@lind.example')`,
      [place.organization, minor],
    )
    const sent = (await send(invoice.id, null)).json() as FeeInvoice
    expect(sent.recipient).toEqual({ name: 'Mari Lind', isGuardian: true, email: null })
    expect(sent.sentTo).toBe('Mari Lind')
    expect((await mailOf(invoice.id))[0].recipient).toBe('mari@lind.example')
  })
})

test('invoices are hidden from athletes and coaches, and limited to assigned athletes', async () => {
  await book(deal, 10_000)
  const { id } = (await issue()).json() as FeeInvoice
  const member = await accountOf(athlete, 'Jonah Okoye')
  const coach = await world.people.registerMember(place.organization, 'Cory Coach', 'coach')
  for (const path of ['fees', 'fee-invoices', `fee-invoices/${id}`, `fees/${athlete}?currency=USD`]) {
    expect((await member.ask('GET', at(path))).json().code).toBe('not-permitted')
    expect((await coach.ask('GET', at(path))).json().code).toBe('not-permitted')
  }
  const narrow = await world.people.registerMember(place.organization, 'Nia Narrow', 'agent')
  await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
    place.organization,
  ])
  expect((await narrow.ask('GET', at('fees'))).json()).toEqual({ figures: [], open: [] })
  expect((await narrow.ask('GET', at('fee-invoices'))).json().rows).toEqual([])
  const requests = [
    narrow.ask('GET', at(`fee-invoices/${id}`)),
    narrow.ask('GET', at(`fee-invoices/${id}/pdf`)),
    narrow.ask('POST', at('fee-invoices'), { athleteId: athlete, currency: 'USD' }, key()),
    narrow.ask('POST', at(`fee-invoices/${id}/void`), { reason: 'No' }),
  ]
  for (const answer of await Promise.all(requests)) expect(answer.json().code).toBe('not-found')
})

test('the statement lists invoices and their payments', async () => {
  await book(deal, 10_000)
  const { id, number } = (await issue()).json() as FeeInvoice
  const { payments } = (await pay(id, 1000)).json() as FeeInvoice
  await pay(id, 200)
  await place.owner.ask('POST', at(`fee-payments/${payments[0]?.id}/reversal`), { reason: 'Bounced' })
  const answer = await place.owner.ask('GET', at(`statements/${athlete}?from=2026-11-01&until=2026-11-30`))
  const [{ fees: owed }] = answer.json().currencies
  expect(owed).toMatchObject({ openingMinor: 0, earnedMinor: 1500, paidMinor: 200, closingMinor: 1300 })
  expect(owed.payments.map((one: { amountMinor: number; invoice: string }) => [one.amountMinor, one.invoice])).toEqual([
    [1000, number],
    [200, number],
    [-1000, number],
  ])
  expect(owed.invoices).toMatchObject([{ number, totalMinor: 1500, openMinor: 1300, void: false }])
  expect(owed.invoicedMinor).toBe(owed.closingMinor)
  // Earlier periods do not include it; later ones carry the open amount.
  const other = async (from: string, until: string) =>
    (await place.owner.ask('GET', at(`statements/${athlete}?from=${from}&until=${until}`))).json().currencies[0].fees
  expect(await other('2026-10-01', '2026-10-31')).toMatchObject({ invoices: [], invoicedMinor: 0 })
  expect(await other('2026-12-01', '2026-12-31')).toMatchObject({
    invoices: [],
    invoicedMinor: 1300,
    closingMinor: 1300,
  })
  const pdf = await place.owner.ask('GET', at(`statements/${athlete}/pdf?from=2026-11-01&until=2026-11-30`))
  expect(readPdf(pdf.rawPayload).lines).toContain(
    `Invoice ${number}, Nov 16, 2026, $15.00: $13.00 open, due Dec 16, 2026.`,
  )
})

describe('a receipt with an invoiced fee', () => {
  const invoicesOf = async (receipt: string) =>
    (await place.owner.ask('GET', at(`receipts/${receipt}/fee-invoices`))).json().invoices as InvoiceOfReceipt[]
  const reverseReceipt = (receipt: string, more: object = {}) =>
    place.owner.ask('POST', at(`receipts/${receipt}/reversal`), { reason: 'Bounced', ...more })
  const loadFees = async () =>
    (await place.owner.ask('GET', at(`statements/${athlete}?from=2026-11-01&until=2026-11-30`))).json().currencies[0]
      .fees as { closingMinor: number; invoicedMinor: number }

  test('lists the invoice, and its reversal can void an unpaid one', async () => {
    const [first, second] = [await book(deal, 10_000), await book(deal, 20_000)]
    expect(await invoicesOf(first)).toEqual([])
    const { id, number } = (await issue()).json() as FeeInvoice
    expect(await invoicesOf(first)).toMatchObject([
      { id, number, amountMinor: 1500, totalMinor: 4500, paidMinor: 0, currency: 'USD' },
    ])
    expect((await reverseReceipt(first, { voidInvoices: [id] })).statusCode).toBe(200)
    expect(await invoicesOf(second)).toEqual([])
    // The rest is uninvoiced and equals the amount owed.
    expect(await loadUninvoiced()).toMatchObject([{ totalMinor: 3000 }])
    expect((await issue()).json()).toMatchObject({ totalMinor: 3000 })
    expect(await loadFees()).toMatchObject({ closingMinor: 3000, invoicedMinor: 3000 })
  })

  test('can only void its own invoices on reversal', async () => {
    const first = await book(deal, 10_000)
    const own = (await issue()).json() as FeeInvoice
    await book(deal, 20_000)
    const other = (await issue()).json() as FeeInvoice
    for (const voidInvoices of [[other.id], [own.id, other.id], [randomUUID()]]) {
      const refused = await reverseReceipt(first, { voidInvoices })
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        [{ field: 'voidInvoices', message: 'Choose only invoices that charge fees or expenses of this receipt' }],
      ])
    }
    expect(await listIds(`athlete=${athlete}&state=open`)).toEqual(expect.arrayContaining([own.id, other.id]))
    expect((await reverseReceipt(first, { voidInvoices: [own.id] })).statusCode).toBe(200)
    expect(await listIds(`athlete=${athlete}&state=void`)).toEqual([own.id])
  })

  test('is reversed atomically; a paid invoice stays and the next one credits the fee', async () => {
    const receipt = await book(deal, 10_000)
    const { id } = (await issue()).json() as FeeInvoice
    await pay(id, 500)
    expect((await reverseReceipt(receipt, { voidInvoices: [id] })).json().code).toBe('invoice-has-payments')
    expect(await balanceOf(athlete)).toEqual({ receivable: 1000, bank: 500 })
    expect((await reverseReceipt(receipt)).statusCode).toBe(200)
    expect(await loadFees()).toMatchObject({ closingMinor: -500, invoicedMinor: 1000 })
    expect(await loadUninvoiced()).toMatchObject([{ totalMinor: -1500 }])
  })
})

test('erasing an athlete removes invoice recipients at once and buyer names after five years', async () => {
  const person = await addAthlete('Zebulon', 'Quagmire', { email: 'zebulon@erased.example' })
  const own = await dealWith({ payments: [monthly(100)], fee }, person)
  const invoices: string[] = []
  for (const issuedOn of ['2021-11-16', '2021-11-17']) {
    await book(own.deal, 10_000)
    const { id } = (await issue(person)).json() as FeeInvoice
    await place.owner.ask('POST', at(`fee-invoices/${id}/mail`), { email: null })
    await world.database.query('update fee_invoices set issued_on = $2 where id = $1', [id, issuedOn])
    invoices.push(id)
  }
  const path = `/api/organizations/${place.organization}/athletes/${person}/erasure`
  await world.people.assumeSecondFactor(place.owner, false)
  expect((await place.owner.ask('POST', path, place.owner.proof())).statusCode).toBe(204)
  const loadBuyers = async () =>
    (
      await world.database.query(
        'select buyer, sent_to, total_minor::integer as minor from fee_invoices where id = any($1) order by issued_on',
        [invoices],
      )
    ).rows
  const erased = { buyer: { name: '', address: null }, sent_to: null, minor: 1500 }
  expect(await loadBuyers()).toEqual([
    erased,
    { buyer: { name: 'Zebulon Quagmire', address: null }, sent_to: null, minor: 1500 },
  ])
  // Stored responses of idempotency keys are deleted after a day.
  const { rows } = await world.database.query(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'idempotency_keys'",
  )
  for (const { relname } of rows) {
    const find = await world.database.query(`select from ${relname} t where t::text ~* 'zebulon@erased'`)
    expect([relname, find.rowCount]).toEqual([relname, 0])
  }
  await world.database.query("update fee_invoices set issued_on = '2021-11-15' where id = $1", [invoices[1]])
  await runJob(world.app, world.database, 'forget-buyers-on-old-invoices')
  expect(await loadBuyers()).toEqual([erased, erased])
})
