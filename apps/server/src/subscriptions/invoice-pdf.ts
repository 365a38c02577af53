import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { formatMoney } from '@sherpa/contracts/subscription'
import { type InvoicePaper, spokenDay } from '../mail/platform-mail.ts'

const INK = '#0b1220'
const SLATE = '#475569'
const LINE = '#cbd5e1'
const MARGIN = 56
/** A4, in points. */
const WIDTH = 595 - 2 * MARGIN

const scripts = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
type Script = (typeof scripts)[number]
type Weight = 400 | 700
let fonts: Promise<{ name: string; data: Buffer }[]> | undefined

export type RenderInvoice = (invoice: InvoicePaper) => Promise<Buffer>

/** Draws invoices, as pages to print and keep. They end with how to pay. */
export function invoiceRenderer(paymentInstructions: string): RenderInvoice {
  return (invoice) => render(invoice, paymentInstructions)
}

async function render(invoice: InvoicePaper, paymentInstructions: string): Promise<Buffer> {
  fonts ??= loadFonts()
  // It takes 30 MB: only when there is an invoice to draw.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `Invoice ${invoice.number}`, Author: 'Sherpa', CreationDate: new Date(invoice.issuedAt) },
    lang: 'en-US',
  })
  for (const { name, data } of await fonts) document.registerFont(name, data)

  write(document, 'Sherpa', { size: 22, weight: 700 })
  write(document, 'sherpa.example · info@sherpa.example', { colour: SLATE, gap: 28 })
  write(document, `Invoice ${invoice.number}`, { size: 18, weight: 700, gap: 12 })
  const facts: [string, string][] = [
    ['Billed to', invoice.billedTo],
    ['Sent to', invoice.billingEmail],
    ['Date', spokenDay(invoice.issuedAt)],
    ['Please pay by', spokenDay(invoice.dueAt)],
  ]
  for (const [label, value] of facts) row(document, [label, value], [110, WIDTH - 110], { firstColour: SLATE })

  document.moveDown(1.5)
  const widths = [WIDTH - 240, 60, 90, 90]
  row(document, ['Description', 'Quantity', 'Price', 'Amount'], widths, { weight: 700, numbers: true })
  rule(document)
  for (const { description, quantity, unitCents, totalCents } of invoice.lines) {
    row(document, [description, String(quantity), formatMoney(unitCents), formatMoney(totalCents)], widths, {
      numbers: true,
    })
  }
  rule(document)
  row(document, ['Total', '', '', formatMoney(invoice.totalCents)], widths, { weight: 700, numbers: true })
  document.moveDown(2)
  write(document, paymentInstructions, { colour: SLATE })
  write(document, `Please name the invoice ${invoice.number} with your payment.`, { colour: SLATE })

  document.end()
  return buffer(document)
}

type Look = { size?: number; weight?: Weight; colour?: string; gap?: number }

function write(document: PDFKit.PDFDocument, text: string, { size = 10, weight = 400, colour = INK, gap = 4 }: Look) {
  document.fontSize(size).fillColor(colour)
  const runs = runsOf(text)
  runs.forEach((run, index) => {
    document.font(`${run.script}-${weight}`).text(run.text, { width: WIDTH, continued: index < runs.length - 1 })
  })
  document.moveDown(gap / size)
}

/** Cells side by side; the row is as high as its highest. */
function row(
  document: PDFKit.PDFDocument,
  cells: string[],
  widths: number[],
  {
    weight = 400,
    numbers = false,
    firstColour = INK,
  }: { weight?: Weight; numbers?: boolean; firstColour?: string } = {},
) {
  const top = document.y
  let bottom = top
  let left = MARGIN
  cells.forEach((cell, column) => {
    const width = widths[column] ?? 0
    document.fontSize(10).fillColor(column === 0 ? firstColour : INK)
    document.x = left
    document.y = top
    const runs = runsOf(cell)
    runs.forEach((run, index) => {
      document.font(`${run.script}-${weight}`).text(run.text, {
        width: width - 8,
        align: numbers && column > 0 ? 'right' : 'left',
        continued: index < runs.length - 1,
      })
    })
    bottom = Math.max(bottom, document.y)
    left += width
  })
  document.x = MARGIN
  document.y = bottom + 6
}

function rule(document: PDFKit.PDFDocument) {
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + WIDTH, document.y)
    .strokeColor(LINE)
    .stroke()
  document.y += 8
}

/** Each font file has the characters of one script. What none of them has is shown as a question mark rather than as nothing. */
export function runsOf(text: string): { script: Script; text: string }[] {
  const runs: { script: Script; text: string }[] = []
  for (const character of text) {
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
      return { name: `${script}-${weight}`, data: await readFile(new URL(url)) }
    }),
  )
}
