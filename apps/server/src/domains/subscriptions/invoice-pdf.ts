import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { taxInWords } from '@sherpa/contracts/billing-details'
import { formatMoney } from '@sherpa/contracts/subscription'
import PDFDocument from 'pdfkit'
import { spokenDay } from '../../mail/zoned-time.ts'
import type { InvoicePaper } from './invoice-paper.ts'
import { unpackFont } from './unpack-font.ts'

const INK = '#0b1220'
const SLATE = '#475569'
const LINE = '#cbd5e1'
const SUMMIT = '#f59e0b'
const MARGIN = 56
const TEXT_SIZE = 10

/** Where offices print on Letter; everywhere else it is A4. Who has not said where they are is most likely in the United States. */
const letterCountries: ReadonlySet<string> = new Set(
  'US CA MX PH CL CO CR DO GT HN NI PA PR SV VE BZ GU VI AS MP'.split(' '),
)

const scripts = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
type Script = (typeof scripts)[number]
type Weight = 400 | 700
let fonts: Promise<{ name: string; data: Buffer }[]> | undefined

/** Draws an invoice, as a page to print and keep. It keeps the processor busy: see invoice-pdf-in-thread.ts. */
export async function drawInvoice(paper: InvoicePaper): Promise<Buffer> {
  fonts ??= loadFonts()
  const { number, issuer, billedTo, issuedAt, dueAt, lines, subtotalCents, tax, totalCents } = paper
  const document = new PDFDocument({
    size: letterCountries.has(billedTo.country ?? 'US') ? 'LETTER' : 'A4',
    margin: MARGIN,
    info: { Title: `Invoice ${number}`, Author: issuer.name, CreationDate: new Date(issuedAt) },
    lang: 'en-US',
  })
  for (const { name, data } of await fonts) document.registerFont(name, data)
  const width = document.page.width - 2 * MARGIN
  const half = width / 2

  const mark = 32
  drawMark(document, MARGIN, MARGIN, mark)
  document.y = MARGIN + 4
  write(document, issuer.name, { left: MARGIN + mark + 10, width: width - mark - 10, size: 18, weight: 700, gap: 12 })
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

/** The mark of packages/ui/src/logo.tsx, which is drawn in a square of 32. */
function drawMark(document: PDFKit.PDFDocument, left: number, top: number, size: number) {
  document
    .save()
    .translate(left, top)
    .scale(size / 32)
  document
    .path('M2.5 26.5 12.6 10l5.2 8.4 3-4.4 8.7 12.5')
    .lineWidth(3.4)
    .lineCap('round')
    .lineJoin('round')
    .stroke(INK)
  document.circle(24.6, 6.6, 3.1).fill(SUMMIT)
  document.restore()
}

type Look = { left?: number; width: number; size?: number; weight?: Weight; color?: string; gap?: number }

function write(
  document: PDFKit.PDFDocument,
  text: string,
  { left = MARGIN, width, size = TEXT_SIZE, weight = 400, color = INK, gap = 1 }: Look,
) {
  document.fontSize(size).fillColor(color)
  document.x = left
  writeRuns(document, text, weight, { width })
  document.y += gap
}

type RowLook = { left?: number; weight?: Weight; numbers?: boolean; firstColor?: string }

/** Cells side by side; the row is as high as its highest, and goes to the next page if it does not fit on this one. */
function row(
  document: PDFKit.PDFDocument,
  cells: string[],
  widths: number[],
  { left = MARGIN, weight = 400, numbers = false, firstColor = INK }: RowLook = {},
) {
  const innerWidth = (column: number) => (widths[column] ?? 0) - 8
  document.fontSize(TEXT_SIZE).font(`latin-${weight}`)
  const heights = cells.map((cell, column) => document.heightOfString(cell, { width: innerWidth(column) }))
  if (document.y + Math.max(...heights) > document.page.height - MARGIN) document.addPage()
  const top = document.y
  let bottom = top
  let x = left
  cells.forEach((cell, column) => {
    const cellLeft = x
    x += widths[column] ?? 0
    if (cell === '') return
    document.fontSize(TEXT_SIZE).fillColor(column === 0 ? firstColor : INK)
    document.x = cellLeft
    document.y = top
    const align = numbers && column > 0 ? 'right' : 'left'
    writeRuns(document, cell, weight, { width: innerWidth(column) + (align === 'right' ? 8 : 0), align })
    bottom = Math.max(bottom, document.y)
  })
  document.x = MARGIN
  document.y = bottom + 5
}

function writeRuns(document: PDFKit.PDFDocument, text: string, weight: Weight, options: PDFKit.Mixins.TextOptions) {
  const runs = runsOf(text)
  runs.forEach((run, index) => {
    document.font(`${run.script}-${weight}`).text(run.text, { ...options, continued: index < runs.length - 1 })
  })
}

function rule(document: PDFKit.PDFDocument, width: number) {
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + width, document.y)
    .lineWidth(1)
    .strokeColor(LINE)
    .stroke()
  document.y += 8
}

/**
 * Each font file has the characters of one script. What none of them has is shown as a question mark rather than as nothing, and
 * what ends a line is a space: nobody's name may look like a line of ours.
 */
export function runsOf(text: string): { script: Script; text: string }[] {
  const runs: { script: Script; text: string }[] = []
  for (const character of text.replace(/\p{Cc}/gu, ' ')) {
    const script = scriptOf(character)
    const last = runs.at(-1)
    const shown = script ? character : '?'
    if (last && last.script === (script ?? 'latin')) last.text += shown
    else runs.push({ script: script ?? 'latin', text: shown })
  }
  return runs.length > 0 ? runs : [{ script: 'latin', text: ' ' }]
}

function scriptOf(character: string): Script | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff || (code >= 0x2000 && code <= 0x206f) || code === 0x20ac || code === 0x2122) return 'latin'
  if (/\p{Script=Cyrillic}/u.test(character))
    return code <= 0x45f || code === 0x490 || code === 0x491 ? 'cyrillic' : undefined
  if (/\p{Script=Greek}/u.test(character)) return code <= 0x3ff ? 'greek' : undefined
  if (code >= 0x1ea0 && code <= 0x1ef9) return 'vietnamese'
  if (/\p{Script=Latin}/u.test(character))
    return code <= 0x2ff || (code >= 0x1e00 && code <= 0x1e9f) ? 'latin-ext' : undefined
  return undefined
}

async function loadFonts() {
  const files = scripts.flatMap((script) => ([400, 700] as const).map((weight) => ({ script, weight })))
  return Promise.all(
    files.map(async ({ script, weight }) => {
      const url = import.meta.resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`)
      return { name: `${script}-${weight}`, data: unpackFont(await readFile(new URL(url))) }
    }),
  )
}
