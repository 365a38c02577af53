import { inflateSync } from 'node:zlib'

/** Text of a pdfkit PDF: lines from top to bottom, cells separated by tabs. */
export function readPdf(pdf: Buffer) {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, string[]>()
  for (const { head } of objects.values()) {
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, unicode = ''] = /\/ToUnicode (\d+)/.exec(objects.get(font)?.head ?? '') ?? []
      fonts.set(name, charactersOf(objects.get(unicode)?.stream ?? ''))
    }
  }
  const pages = [...objects.values()].filter(({ head }) => head.includes('/Type /Page\n'))
  const pieces = pages.map(({ head }) => {
    const [, contents = ''] = /\/Contents (\d+)/.exec(head) ?? []
    return piecesOf(objects.get(contents)?.stream ?? '', fonts)
  })
  return {
    pages: pages.length,
    size: /\/MediaBox \[0 0 ([\d.]+ [\d.]+)\]/.exec(pages[0]?.head ?? '')?.[1],
    lines: pieces.flatMap(linesOf),
    /** Left position of a cell. */
    leftOf: (cell: string) => pieces.flat().find(({ text }) => text === cell)?.left,
  }
}

function objectsOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id = '', body = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', packed] = body.split(/\nstream\n/)
    const stream = packed?.replace(/\nendstream$/, '')
    const isFlate = head.includes('/FlateDecode')
    const read = stream && isFlate ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream
    objects.set(id, { head, stream: read ?? '' })
  }
  return objects
}

/** Characters by glyph id of a font. */
function charactersOf(map: string) {
  const characters: string[] = []
  for (const [, from = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(from, 16)
    for (const [index, [, codes = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      // Ligatures map to several characters.
      characters[start + index] = Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
    }
  }
  return characters
}

type Piece = { text: string; left: number; height: string }

function piecesOf(content: string, fonts: Map<string, string[]>): Piece[] {
  const piece = /1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) [\d.]+ Tf\n(?:[^\n]* T[cw]\n)*\[(.*)\] TJ/g
  return [...content.matchAll(piece)].map(([, left = '', height = '', font = '', shown = '']) => {
    const characters = fonts.get(font) ?? []
    const numbers = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const text = numbers.map((number) => characters[Number.parseInt(number, 16)] ?? '\ufffd').join('')
    return { text, left: Number(left), height }
  })
}

function linesOf(pieces: readonly Piece[]) {
  const lines = new Map<string, string[]>()
  for (const { text, height } of pieces) lines.set(height, [...(lines.get(height) ?? []), text])
  return [...lines.values()].map((cells) => cells.join('\t'))
}
