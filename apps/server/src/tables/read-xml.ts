import { ownValue } from '@sherpa/contracts/own-value'

/** Longest text. Cells of Excel have up to 32,767 characters. */
const MAX_TOKEN = 512 * 1024
/** Longest tag. An incomplete one is read again with each chunk. */
const MAX_TAG = 64 * 1024

export type XmlToken =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

export class XmlError extends Error {}

/**
 * Tokens of an XML stream, in arrays per chunk. A minimal SAX parser: no dependency, since the parts of a workbook use
 * neither entities of their own nor document types, which are refused.
 */
export async function* readXml(chunks: AsyncIterable<Buffer>): AsyncGenerator<XmlToken[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const chunk of chunks) {
    const { tokens, unread } = tokenize(rest + decoder.decode(chunk, { stream: true }))
    if (unread.length > MAX_TOKEN) throw new XmlError('A cell is too long')
    rest = unread
    yield tokens
  }
}

function tokenize(text: string) {
  const tokens: XmlToken[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      if (next === -1) break
      tokens.push({ kind: 'text', text: decodeEntities(text.slice(at, next)) })
      at = next
      continue
    }
    const special = readSpecial(text, at)
    if (special === 'incomplete') break
    if (special) {
      if (special.text) tokens.push({ kind: 'text', text: special.text })
      at = special.end
      continue
    }
    const end = findTagEnd(text, at)
    if ((end === -1 ? text.length : end) - at > MAX_TAG) throw new XmlError('A tag is too long')
    if (end === -1) break
    tokens.push(readTag(text.slice(at + 1, end)))
    at = end + 1
  }
  return { tokens, unread: text.slice(at) }
}

/** Comments, CDATA and processing instructions. */
function readSpecial(text: string, at: number): { end: number; text?: string } | 'incomplete' | undefined {
  const second = text[at + 1]
  if (second === undefined) return 'incomplete'
  if (second !== '!' && second !== '?') return undefined
  if (second === '!' && text.length - at < 9) return 'incomplete'
  const [opening, closing] = text.startsWith('<!--', at)
    ? ['<!--', '-->']
    : text.startsWith('<![CDATA[', at)
      ? ['<![CDATA[', ']]>']
      : ['<?', '?>']
  if (second === '!' && opening === '<?') throw new XmlError('The file has a document type')
  const end = text.indexOf(closing, at + opening.length)
  if (end === -1) return 'incomplete'
  const inside = text.slice(at + opening.length, end)
  return { end: end + closing.length, ...(opening === '<![CDATA[' && { text: inside }) }
}

/** Quoted attributes may contain ">". */
function findTagEnd(text: string, at: number) {
  let quote = ''
  for (let end = at + 1; end < text.length; end++) {
    const sign = text[end] ?? ''
    if (quote) {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return end
  }
  return -1
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

function readTag(tag: string): XmlToken {
  if (tag.startsWith('/')) return { kind: 'close', name: withoutPrefix(tag.slice(1).trim()) }
  const isEmpty = tag.endsWith('/')
  const inside = isEmpty ? tag.slice(0, -1) : tag
  const nameEnd = inside.search(/\s/)
  const name = nameEnd === -1 ? inside : inside.slice(0, nameEnd)
  return { kind: 'open', name: withoutPrefix(name), attributes: nameEnd === -1 ? '' : inside.slice(nameEnd), isEmpty }
}

const patterns = new Map<string, RegExp>()
/** The value of an attribute, with or without a namespace prefix. */
export function attributeOf(attributes: string, name: string) {
  const pattern = patterns.get(name) ?? new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const found = pattern.exec(attributes)
  return found ? decodeEntities(found[1] ?? found[2] ?? '') : undefined
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
function decodeEntities(text: string) {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi, (whole, hex, decimal, name) => {
    if (name) return ownValue(entities, name) ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })
}
