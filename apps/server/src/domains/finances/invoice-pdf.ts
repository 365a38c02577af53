import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { spokenDay } from '@sherpa/contracts/days'
import { type Buyer, groupByDeal, type InvoiceLine, type Seller } from '@sherpa/contracts/fee-invoice'
import { finish, letterhead, MARGIN, newPaper, row, rule, SLATE, write } from '../../pdf/pdf-paper.ts'

export type FeeInvoicePaper = {
  number: string
  seller: Seller
  buyer: Buyer
  issuedOn: string
  dueOn: string
  currency: Currency
  lines: InvoiceLine[]
  totalMinor: number
  void: boolean
}

/** Renders a fee invoice as a PDF. */
export async function drawFeeInvoice(paper: FeeInvoicePaper): Promise<Buffer> {
  const { number, seller, buyer, issuedOn, dueOn, currency, lines, totalMinor } = paper
  const { document, width } = await newPaper({
    size: 'LETTER',
    title: `Invoice ${number}`,
    author: seller.name,
    createdAt: new Date(issuedOn),
  })
  const half = width / 2
  const money = (minor: number) => formatMoney(minor, currency, 'en-US')

  letterhead(document, seller.name, width)
  for (const line of splitLines(seller.address)) write(document, line, { width, color: SLATE })
  document.y += 24

  const top = document.y
  write(document, 'Billed to', { width: half - 16, color: SLATE })
  write(document, buyer.name, { width: half - 16, weight: 700 })
  for (const line of splitLines(buyer.address)) write(document, line, { width: half - 16 })
  const bottom = document.y
  document.y = top
  const title = paper.void ? `Invoice ${number} (void)` : `Invoice ${number}`
  write(document, title, { left: MARGIN + half, width: half, size: 16, weight: 700, gap: 6 })
  for (const [label, value] of [
    ['Date of issue', spokenDay(issuedOn)],
    ['Due date', spokenDay(dueOn)],
    ['Currency', currency],
  ] as const) {
    row(document, [label, value], [90, half - 90], { left: MARGIN + half, firstColor: SLATE })
  }
  document.y = Math.max(bottom, document.y) + 24

  const columns = [width - 100, 100]
  row(document, ['Description', 'Amount'], columns, { weight: 700, numbers: true })
  rule(document, width)
  const groups = groupByDeal(lines)
  for (const { deal, lines: ofDeal, totalMinor: dealMinor } of groups) {
    if (groups.length > 1 || deal) {
      row(document, [deal ?? 'Other', money(dealMinor)], columns, { weight: 700, numbers: true })
    }
    for (const { title: what, amountMinor } of ofDeal)
      row(document, [what, money(amountMinor)], columns, { numbers: true, firstColor: SLATE })
    rule(document, width)
  }
  row(document, ['Total', money(totalMinor)], columns, { weight: 700, numbers: true })
  document.y += 24

  if (paper.void) write(document, 'This invoice is void. No payment is due.', { width, weight: 700 })
  else {
    const payment = splitLines(seller.payment)
    if (payment.length > 0) write(document, 'How to pay', { width, weight: 700 })
    for (const line of payment) write(document, line, { width })
    write(document, `Please include the invoice number ${number} with your payment.`, { width })
  }
  return finish(document, width)
}

const splitLines = (text: string | null) => (text ? text.split('\n') : [])
