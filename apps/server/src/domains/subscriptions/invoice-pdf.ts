import { buffer } from 'node:stream/consumers'
import { taxInWords } from '@sherpa/contracts/billing-details'
import { formatMoney } from '@sherpa/contracts/subscription'
import { spokenDay } from '../../mail/zoned-time.ts'
import { letterhead, MARGIN, newPaper, row, rule, SLATE, write } from '../../pdf/pdf-paper.ts'
import type { InvoicePaper } from './invoice-paper.ts'

/** Countries that use Letter; others use A4. Without a country, the United States is likely. */
const letterCountries: ReadonlySet<string> = new Set(
  'US CA MX PH CL CO CR DO GT HN NI PA PR SV VE BZ GU VI AS MP'.split(' '),
)

/** CPU-bound, so it runs in a worker thread. */
export async function drawInvoice(paper: InvoicePaper): Promise<Buffer> {
  const { number, issuer, billedTo, issuedAt, dueAt, lines, subtotalCents, tax, totalCents } = paper
  const { document, width } = await newPaper({
    size: letterCountries.has(billedTo.country ?? 'US') ? 'LETTER' : 'A4',
    title: `Invoice ${number}`,
    author: issuer.name,
    createdAt: new Date(issuedAt),
  })
  const half = width / 2

  letterhead(document, issuer.name, width, { mark: true })
  for (const line of issuer.addressLines) write(document, line, { width, color: SLATE })
  if (issuer.taxId) write(document, `Tax ID: ${issuer.taxId}`, { width, color: SLATE })
  document.y += 24

  const top = document.y
  write(document, 'Billed to', { width: half - 16, color: SLATE })
  write(document, billedTo.name, { width: half - 16, weight: 700 })
  for (const line of billedTo.addressLines) write(document, line, { width: half - 16 })
  if (billedTo.taxId) write(document, `Tax ID: ${billedTo.taxId}`, { width: half - 16 })
  const bottom = document.y
  document.y = top
  write(document, `Invoice ${number}`, { left: MARGIN + half, width: half, size: 16, weight: 700, gap: 6 })
  for (const [label, value] of [
    ['Date of issue', spokenDay(issuedAt)],
    ['Due date', spokenDay(dueAt)],
    ['Amount due', formatMoney(totalCents)],
  ] as const) {
    row(document, [label, value], [90, half - 90], { left: MARGIN + half, firstColor: SLATE })
  }
  document.y = Math.max(bottom, document.y) + 24

  const columns = [width - 240, 60, 90, 90]
  row(document, ['Description', 'Quantity', 'Unit price', 'Amount'], columns, { weight: 700, numbers: true })
  rule(document, width)
  for (const { description, quantity, unitCents, totalCents: amount } of lines) {
    row(document, [description, String(quantity), formatMoney(unitCents), formatMoney(amount)], columns, {
      numbers: true,
    })
  }
  rule(document, width)
  if (tax) {
    row(document, ['Subtotal', '', '', formatMoney(subtotalCents)], columns, { numbers: true })
    row(document, [taxInWords(tax), '', '', formatMoney(tax.cents)], columns, { numbers: true })
  }
  row(document, ['Total', '', '', formatMoney(totalCents)], columns, { weight: 700, numbers: true })
  document.y += 24

  write(document, 'How to pay', { width, weight: 700 })
  write(document, issuer.paymentInstructions, { width, gap: 6 })
  for (const line of issuer.bankDetails) write(document, line, { width })
  document.y += issuer.bankDetails.length > 0 ? 6 : 0
  write(document, `Please include the invoice number ${number} with your payment.`, { width })

  document.end()
  return buffer(document)
}
