import { formatMoney } from '@sherpa/contracts/currency'
import { shortDay, spokenDay } from '@sherpa/contracts/days'
import {
  invoiceInWords,
  notInvoicedInWords,
  type StatementOfCurrency,
  type StatementPaper,
} from '@sherpa/contracts/statement'
import { finish, letterhead, newPaper, row, rule, SLATE, write } from '../../pdf/pdf-paper.ts'

/** Renders a statement as a PDF: one part per currency, each with outstanding payments at the end. */
export async function drawStatement(statement: StatementPaper): Promise<Buffer> {
  const { organization, athlete, from, until, today, currencies } = statement
  const { document, width } = await newPaper({
    size: 'LETTER',
    title: `Statement of ${athlete.name}, ${from} to ${until}`,
    author: organization.name,
    createdAt: new Date(today),
  })
  const columns = [width - 180, 90, 90]
  const writeLine = (cells: [string, string?, string?], weight: 400 | 700 = 400) =>
    row(document, [cells[0], cells[1] ?? '', cells[2] ?? ''], columns, { weight, numbers: true })
  const writeHeading = (text: string) => {
    document.y += 12
    write(document, text, { width, weight: 700, size: 12, gap: 4 })
    rule(document, width)
  }
  const writeNote = (text: string) => write(document, text, { width, color: SLATE, gap: 4 })
  const first = `before ${shortDay(from)}`
  const last = `on ${shortDay(until)}`
  const by = `by ${shortDay(until)}`

  letterhead(document, organization.name, width)
  write(document, `Statement of ${athlete.name}`, { width, size: 16, weight: 700, gap: 4 })
  writeNote(`${spokenDay(from)} to ${spokenDay(until)}`)
  if (currencies.length === 0) writeNote('Nothing received, owed or paid yet.')
  for (const each of currencies) drawCurrency(each)
  return finish(document, width)

  function drawCurrency({ currency, received, inKind, fees, pay, expected }: StatementOfCurrency) {
    const money = (minor: number) => formatMoney(minor, currency, 'en-US')
    document.y += 16
    write(document, currency, { width, size: 14, weight: 700 })

    writeHeading('Received from payers')
    writeLine(['', 'Amount', 'Fee'], 700)
    writeLine([`Received ${first}`, money(received.openingMinor)])
    for (const one of received.rows) writeLine([describeReceipt(one), money(one.amountMinor), money(one.feeMinor)])
    for (const one of fees.corrections) {
      const description = ['Correction of the fee', one.deal?.title].filter(Boolean).join(', ')
      writeLine([`${describeDay(one)} ${description}${reversedSuffix(one)}`, '', money(one.amountMinor)])
    }
    writeLine(['Received in this period', money(received.totalMinor), money(fees.earnedMinor)], 700)
    writeLine([`Total received ${by}`, money(received.closingMinor)], 700)

    if (inKind.openingMinor || inKind.rows.length > 0) {
      writeHeading('Received in kind')
      writeNote('At its value. No fee applies.')
      writeLine([`Received in kind ${first}`, money(inKind.openingMinor)])
      for (const one of inKind.rows) writeLine([describeReceipt(one), money(one.amountMinor)])
      writeLine([`Total received in kind ${by}`, money(inKind.closingMinor)], 700)
    }

    writeHeading(`Fees and expenses ${athlete.name} owes ${organization.name}`)
    writeLine([`Owed ${first}`, money(fees.openingMinor)])
    writeLine(['Fees on money received in this period', money(fees.earnedMinor)])
    for (const one of fees.recouped) {
      const description = `Expense ${shortDay(one.spentOn)}, ${one.vendor}`
      writeLine([`${describeDay(one)} ${description}${reversedSuffix(one)}`, money(one.amountMinor)])
    }
    for (const one of fees.payments) {
      writeLine([`${describeDay(one)} Paid, invoice ${one.invoice}${reversedSuffix(one)}`, money(-one.amountMinor)])
    }
    writeLine([`Owed ${last}`, money(fees.closingMinor)], 700)
    for (const invoice of fees.invoices) writeNote(invoiceInWords(invoice, money))
    const notInvoiced = notInvoicedInWords(fees, money)
    if (notInvoiced) writeNote(notInvoiced)

    if (pay.openingMinor || pay.closingMinor || pay.due.length > 0 || pay.paid.length > 0) {
      writeHeading(`What ${organization.name} owes ${athlete.name}`)
      writeLine([`Owed ${first}`, money(pay.openingMinor)])
      const description = (one: (typeof pay.due)[number]) =>
        [one.deal?.title, one.payment?.title].filter(Boolean).join(', ')
      for (const one of pay.due)
        writeLine([`${describeDay(one)} Due, ${description(one)}${reversedSuffix(one)}`, money(one.amountMinor)])
      for (const one of pay.paid)
        writeLine([`${describeDay(one)} Paid, ${description(one)}${reversedSuffix(one)}`, money(-one.amountMinor)])
      writeLine([`Owed ${last}`, money(pay.closingMinor)], 700)
    }

    if (expected.count === 0) return
    writeHeading('Not received yet')
    writeNote(
      `Due under signed deals, as of ${spokenDay(today)}. Not included in the totals above. Excludes in-kind and conditional payments.`,
    )
    for (const { dueOn, payer, deal, title, amountMinor, late } of expected.rows) {
      const when = dueOn ? `${late ? 'Overdue, due' : 'Due'} ${shortDay(dueOn)}` : 'No date yet'
      writeLine([`${when} ${payer}, ${deal.title}, ${title}`, money(amountMinor)])
    }
    const more = expected.count - expected.rows.length
    if (more > 0) writeNote(`And ${more} more with later dates.`)
    writeLine(['Not received yet', money(expected.totalMinor)], 700)
  }
}

function describeReceipt(one: StatementOfCurrency['received']['rows'][number]) {
  const description = [one.payer, one.deal?.title, one.payment?.title].filter(Boolean).join(', ')
  return `${describeDay(one)} ${description}${reversedSuffix(one)}`
}

type Movement = StatementOfCurrency['fees']['payments'][number]

const describeDay = ({ day, countsOn }: Pick<Movement, 'day' | 'countsOn'>) =>
  day === countsOn ? shortDay(day) : `${shortDay(day)} (posted ${shortDay(countsOn)})`
const reversedSuffix = ({ isReversal }: Pick<Movement, 'isReversal'>) => (isReversal ? ', reversed' : '')
