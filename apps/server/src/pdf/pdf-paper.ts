import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { unpackFont } from './unpack-font.ts'

const INK = '#0b1220'
export const SLATE = '#475569'
const LINE = '#cbd5e1'
const SUMMIT = '#f59e0b'
export const MARGIN = 56
const TEXT_SIZE = 10
const FOOTER_SIZE = 8
const MARK = 32

const scripts = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
type Script = (typeof scripts)[number]
type Weight = 400 | 700
let fonts: Promise<{ name: string; data: Buffer }[]> | undefined

/** New PDF document with our fonts. Drawing on it is CPU-bound: see draw-in-thread.ts. */
export async function newPaper({
  size,
  title,
  author,
  createdAt,
}: {
  size: 'LETTER' | 'A4'
  title: string
  author: string
  createdAt: Date
}) {
  fonts ??= loadFonts()
  const document = new PDFDocument({
    size,
    margin: MARGIN,
    info: { Title: title, Author: author, CreationDate: createdAt },
    lang: 'en-US',
    // `finish` goes back to earlier pages.
    bufferPages: true,
  })
  for (const { name, data } of await fonts) document.registerFont(name, data)
  return { document, width: document.page.width - 2 * MARGIN }
}

/** The name of the issuer. Our mark stands only beside our own name. */
export function letterhead(document: PDFKit.PDFDocument, name: string, width: number, { mark = false } = {}) {
  if (mark) drawMark(document, MARGIN, MARGIN, MARK)
  const indent = mark ? MARK + 10 : 0
  document.y = MARGIN + 4
  write(document, name, { left: MARGIN + indent, width: width - indent, size: 18, weight: 700, gap: 12 })
}

/** Page numbers, and who made it. Ends the document. */
export function finish(document: PDFKit.PDFDocument, width: number): Promise<Buffer> {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    // Text below the margin would start a new page.
    document.page.margins.bottom = 0
    const cells = ['Made with Sherpa', count > 1 ? `Page ${page + 1} of ${count}` : '']
    document.fontSize(FOOTER_SIZE).fillColor(SLATE)
    for (const [index, text] of cells.entries()) {
      const align = index === 0 ? 'left' : 'right'
      document.font('latin-400').text(text, MARGIN, document.page.height - MARGIN / 2 - FOOTER_SIZE, { width, align })
    }
  }
  document.end()
  return buffer(document)
}

/** Logo of packages/ui/src/logo.tsx, on a 32 × 32 grid. */
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

export function write(
  document: PDFKit.PDFDocument,
  text: string,
  { left = MARGIN, width, size = TEXT_SIZE, weight = 400, color = INK, gap = 1 }: Look,
) {
  document.fontSize(size).fillColor(color)
  document.x = left
  writeRuns(document, text, weight, { width })
  document.y += gap
}

type RowLook = {
  left?: number
  weight?: Weight
  /** Right-aligned: all columns but the first, or only the last. */
  numbers?: boolean | 'last'
  firstColor?: string
}

/** Table row, as high as its highest cell. Breaks to the next page as a whole. */
export function row(
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
    const isNumber = numbers === 'last' ? column === cells.length - 1 : numbers && column > 0
    const align = isNumber ? 'right' : 'left'
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

export function rule(document: PDFKit.PDFDocument, width: number) {
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + width, document.y)
    .lineWidth(1)
    .strokeColor(LINE)
    .stroke()
  document.y += 8
}

/**
 * Splits text into runs by script, because each font file covers one. Unsupported characters become question marks.
 * Line breaks and control characters become spaces, so that user input cannot imitate a line of the document.
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
