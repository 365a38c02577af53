import { ownValue } from '../own-value.ts'

/** A word, number or sign of a question. */
export type Token = {
  /** Folded: lower case, without accents. */
  text: string
  /** Singular, or the vocabulary's word that a misspelled one was read as. */
  stem: string
  start: number
  end: number
  number?: number
  /** Before a number, such as $. */
  sign?: string
  isCapitalized: boolean
  isUpperCase: boolean
  /** No space before it, as in 100k. */
  isAttached: boolean
  isPossessive: boolean
  /** As typed, if misspelled: text and stem are those of the vocabulary. */
  correctedFrom?: string
}

const day = String.raw`\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])`
const height = String.raw`\d ?' ?\d{1,2}(?:\.\d+)?(?:"|''|(?!\w))|\d'(?!\w)`
const sign = String.raw`(?:us\$|[$€£¥₹])?`
/** Years may follow a comma: 2027,2028. */
const amount = String.raw`${sign}(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![.,]?\d)|${sign}\d{4}(?=,\d{4}(?!\d))`
/** Numbers that other countries write, such as 1.000,50 and ٥٠٠. */
const foreignNumber = String.raw`${sign}\d[\d.,]*\d|\d|\p{N}+`
const letters = String.raw`\p{L}[\p{L}\p{M}]*`
const word = `${letters}(?:['&.]${letters})*`
/** With, without, between, alphabetical. */
const short = String.raw`w\/o(?!\p{L})|w\/|b\/w(?!\p{L})|a[-–]z(?!\p{L})|z[-–]a(?!\p{L})`
const pattern = new RegExp(`${day}|${height}|${amount}|${foreignNumber}|${short}|${word}|>=|<=|[,/+<>\\-–&%"@]`, 'giu')

const contractions: Record<string, string[]> = {
  cannot: ['can', 'not'],
  "can't": ['can', 'not'],
  cant: ['can', 'not'],
  "won't": ['will', 'not'],
  wont: ['will', 'not'],
  'w/': ['with'],
  'w/o': ['without'],
  'b/w': ['between'],
  '@': ['at'],
}
const withoutApostrophe = /^(have|has|had|do|does|did|is|are|was|were|could|would|should)nt$/
const ARTICLES = new Set(['the', 'a', 'an', 'our', 'please', "'s"])

export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Quotes keep their width, so that offsets stay those of the question. */
const straightenQuotes = (text: string) => text.replace(/[’‘′`´]/g, "'").replace(/[”“″]/g, '"')

/** Tokens without articles. */
export function tokenize(question: string): Token[] {
  const tokens: Token[] = []
  let end = -1
  for (const match of straightenQuotes(question).matchAll(pattern)) {
    const written = match[0]
    const start = match.index
    const isHyphen = /^[-–]$/.test(written) && /^\p{L}/u.test(question.slice(start + 1))
    if (isHyphen) continue
    const folded = fold(written)
    const isPossessive = /'s?$/.test(folded) && /^\p{L}/u.test(folded)
    for (const text of partsOf(folded)) {
      if (ARTICLES.has(text)) continue
      tokens.push({
        text,
        stem: stemOf(text),
        start,
        end: start + written.length,
        isCapitalized: /^\p{Lu}/u.test(written),
        isUpperCase: /^\p{Lu}+s?$/u.test(written.replace(/'s$/, '')),
        isAttached: start === end,
        isPossessive,
        ...numberOf(text),
      })
    }
    end = start + written.length
  }
  return tokens
}

function partsOf(folded: string): string[] {
  const known = ownValue(contractions, folded)
  if (known) return known
  const negated = /^(\p{L}+)n't$/u.exec(folded) ?? withoutApostrophe.exec(folded)
  if (negated) return [negated[1] ?? '', 'not']
  return [/^\p{L}/u.test(folded) ? folded.replace(/'(?:s|re|ve|ll|d|m)$/, '').replaceAll('.', '') : folded]
}

/** Of thousands, or of a decimal: 1.500. */
const isAmbiguous = (digits: string) => /^\d{1,3}\.\d\d0$/.test(digits)

function numberOf(text: string): Pick<Token, 'number' | 'sign'> {
  const [, sign = '', digits] = /^(us\$|[$€£¥₹])?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)$/.exec(text) ?? []
  return digits && !isAmbiguous(digits) ? { number: Number(digits.replaceAll(',', '')), ...(sign && { sign }) } : {}
}

/** Singular of regular plurals. Vocabulary and questions use the same stems, so wrong ones do no harm. */
export function stemOf(text: string) {
  if (text.length < 3 || !/^[a-z'&]+$/.test(text)) return text
  if (text.length > 4 && text.endsWith('men')) return `${text.slice(0, -2)}an`
  if (text.length > 4 && text.endsWith('ies')) return `${text.slice(0, -3)}y`
  if (text.length > 4 && text.endsWith('ie')) return `${text.slice(0, -2)}y`
  if (/(?:ch|sh|x|z|ss)es$/.test(text)) return text.slice(0, -2)
  return /[^sui]s$/.test(text) ? text.slice(0, -1) : text
}
