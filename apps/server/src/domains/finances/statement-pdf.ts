import { buffer } from 'node:stream/consumers'
import { formatMoney } from '@sherpa/contracts/currency'
import { shortDay, spokenDay } from '@sherpa/contracts/days'
import {
  invoiceInWords,
  notInvoicedInWords,
  type Statement,
  type StatementOfCurrency,
} from '@sherpa/contracts/statement'
import { letterhead, newPaper, row, rule, SLATE, write } from '../../pdf/pdf-paper.ts'

/** Draws a statement, as pages to print and keep: each currency apart, and what was not received yet at the end of each. */
export async function drawStatement(statement: Statement): Promise<Buffer> {
  const { organization, athlete, from, until, today, currencies } = statement
  const { document, width } = await newPaper({
    size: 'LETTER',
    title: `Statement of ${athlete.name}, ${from} to ${until}`,
    author: organization.name,
    createdAt: new Date(today),
  })
  const columns = [width - 180, 90, 90]
  const line = (cells: [string, string?, string?], weight: 400 | 700 = 400) =>
    row(document, [cells[0], cells[1] ?? '', cells[2] ?? ''], columns, { weight, numbers: true })
  const head = (text: string) => {
    document.y += 12
    write(document, text, { width, weight: 700, size: 12, gap: 4 })
    rule(document, width)
  }
  const note = (text: string) => write(document, text, { width, color: SLATE, gap: 4 })
  const first = `before ${shortDay(from)}`
  const last = `on ${shortDay(until)}`
  const by = `by ${shortDay(until)}`

  letterhead(document, organization.name, width)
  write(document, `Statement of ${athlete.name}`, { width, size: 16, weight: 700, gap: 4 })
  note(`${spokenDay(from)} to ${spokenDay(until)}`)
  if (currencies.length === 0) note('Nothing received, owed or paid yet.')
  for (const each of currencies) drawCurrency(each)
  document.end()
  return buffer(document)

  function drawCurrency({ currency, received, inKind, fees, pay, expected }: StatementOfCurrency) {
    const money = (minor: number) => formatMoney(minor, currency, 'en-US')
    document.y += 16
    write(document, currency, { width, size: 14, weight: 700 })

    head('Received from payers')
    line(['', 'Amount', 'Fee'], 700)
    line([`Received ${first}`, money(received.openingMinor)])
    for (const one of received.rows) line([receivedFor(one), money(one.amountMinor), money(one.feeMinor)])
    line(['Received in this period', money(received.totalMinor), money(fees.earnedMinor)], 700)
    line([`Total received ${by}`, money(received.closingMinor)], 700)

    if (inKind.openingMinor || inKind.rows.length > 0) {
      head('Received in kind')
      note('At its value. No fee applies.')
      line([`Received in kind ${first}`, money(inKind.openingMinor)])
      for (const one of inKind.rows) line([receivedFor(one), money(one.amountMinor)])
      line([`Total received in kind ${by}`, money(inKind.closingMinor)], 700)
    }

    head(`Fees and expenses ${athlete.name} owes ${organization.name}`)
    line([`Owed ${first}`, money(fees.openingMinor)])
    line(['Fees on money received in this period', money(fees.earnedMinor)])
    for (const one of fees.recouped) {
      const what = `Expense ${shortDay(one.spentOn)}, ${one.vendor}`
      line([`${dayOf(one)} ${what}${reversedOf(one)}`, money(one.amountMinor)])
    }
    for (const one of fees.payments) {
      line([`${dayOf(one)} Paid, invoice ${one.invoice}${reversedOf(one)}`, money(-one.amountMinor)])
    }
    line([`Owed ${last}`, money(fees.closingMinor)], 700)
    for (const invoice of fees.invoices) note(invoiceInWords(invoice, money))
    const notInvoiced = notInvoicedInWords(fees, money)
    if (notInvoiced) note(notInvoiced)

    if (pay.openingMinor || pay.closingMinor || pay.due.length > 0 || pay.paid.length > 0) {
      head(`What ${organization.name} owes ${athlete.name}`)
      line([`Owed ${first}`, money(pay.openingMinor)])
      const what = (one: (typeof pay.due)[number]) => [one.deal?.title, one.payment?.title].filter(Boolean).join(', ')
      for (const one of pay.due) line([`${dayOf(one)} Due, ${what(one)}${reversedOf(one)}`, money(one.amountMinor)])
      for (const one of pay.paid) line([`${dayOf(one)} Paid, ${what(one)}${reversedOf(one)}`, money(-one.amountMinor)])
      line([`Owed ${last}`, money(pay.closingMinor)], 700)
    }

    if (expected.count === 0) return
    head('Not received yet')
    note(
      `Due under signed deals, as of ${spokenDay(today)}. Not included in the totals above. Excludes in-kind and conditional payments.`,
    )
    for (const { dueOn, payer, deal, title, amountMinor, late } of expected.rows) {
      const when = dueOn ? `${late ? 'Overdue, due' : 'Due'} ${shortDay(dueOn)}` : 'No date yet'
      line([`${when} ${payer}, ${deal.title}, ${title}`, money(amountMinor)])
    }
    const more = expected.count - expected.rows.length
    if (more > 0) note(`And ${more} more with later dates.`)
    line(['Not received yet', money(expected.totalMinor)], 700)
  }
}

function receivedFor(one: StatementOfCurrency['received']['rows'][number]) {
  const what = [one.payer, one.deal?.title, one.payment?.title].filter(Boolean).join(', ')
  return `${dayOf(one)} ${what}${reversedOf(one)}`
}

type Movement = StatementOfCurrency['fees']['payments'][number]

const dayOf = ({ day, countsOn }: Pick<Movement, 'day' | 'countsOn'>) =>
  day === countsOn ? shortDay(day) : `${shortDay(day)} (posted ${shortDay(countsOn)})`
const reversedOf = ({ takenBack }: Pick<Movement, 'takenBack'>) => (takenBack ? ', reversed' : '')
