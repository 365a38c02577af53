import type { BankMatch, MatchReason, MatchSureness } from '@sherpa/contracts/bank-import'
import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import { plain, withoutMarks } from '../../tables/read-text.ts'

export type OpenLine = {
  id: string
  bookedOn: string
  currency: Currency
  amountMinor: number
  payer: string
  /** Normalized name of the payer, without legal form and spelling variants. */
  payerCore: string
  reference: string
  /** Duplicate of another line in the file, so it may be the same money. */
  repeated: boolean
}

export type OpenPayment = {
  id: string
  title: string
  dueOn: string | null
  currency: Currency
  openMinor: number
  deal: { id: string; title: string }
  athlete: { id: string; name: string }
  company: { id: string; name: string; core: string }
}

export type OpenInvoice = {
  id: string
  number: string
  issuedOn: string
  dueOn: string
  currency: Currency
  openMinor: number
  /** `names` has the spellings that a bank may use. */
  athlete: { id: string; name: string; names: string[] }
}

type Match = {
  sureness: MatchSureness
  reasons: MatchReason[]
  parts: { payment: OpenPayment; amountMinor: number }[]
  invoice?: OpenInvoice
}

/** Payments due later than this are not matched. */
export const DAYS_EARLY = 60
/** Maximum payments in one transfer. */
const MOST_TOGETHER = 24
/** Shorter names match other words by chance. */
const SHORTEST_NAME = 4
const SIMILAR = 0.75

/**
 * Suggests payments and invoices for open bank lines. Sure matches come first, so no payment or invoice is suggested twice; among equal
 * candidates the oldest wins.
 */
export function matchLines(
  lines: readonly OpenLine[],
  payments: readonly OpenPayment[],
  invoices: readonly OpenInvoice[] = [],
): Map<string, BankMatch> {
  const remaining = new Map([...payments, ...invoices].map(({ id, openMinor }) => [id, openMinor]))
  const findCandidates = createCandidateFinder(payments, remaining)
  const { findNamed, matchInvoice } = createInvoiceFinder(invoices, remaining)
  // Lines that name an invoice number come first.
  const priority = (line: OpenLine) => `${findNamed(line).length > 0 ? 0 : 1} ${line.bookedOn}`
  const unmatched = new Set(lines.toSorted((one, other) => compare(priority(one), priority(other))))
  const matches = new Map<string, BankMatch>()
  for (const sureness of ['sure', 'likely', 'possible'] as const) {
    for (const line of unmatched) {
      const match = pickSurer(matchInvoice(line), findBestMatch(line, findCandidates(line)))
      if (match?.sureness !== sureness) continue
      unmatched.delete(line)
      matches.set(line.id, toBankMatch(match))
      // A merely possible match reserves nothing.
      if (sureness === 'possible') continue
      const reserved = match.invoice
        ? [{ id: match.invoice.id, amountMinor: line.amountMinor }]
        : match.parts.map(({ payment, amountMinor }) => ({ id: payment.id, amountMinor }))
      for (const { id, amountMinor } of reserved) remaining.set(id, Math.max(0, (remaining.get(id) ?? 0) - amountMinor))
    }
  }
  return matches
}

const surenesses: MatchSureness[] = ['possible', 'likely', 'sure']

/** If invoice and payments are both sure, a person must decide, unless the line names the invoice. */
function pickSurer(invoice: Match | undefined, payments: Match | undefined): Match | undefined {
  if (!invoice || !payments) return invoice ?? payments
  const isSure = (match: Match) => match.sureness === 'sure'
  if (isSure(invoice) && isSure(payments) && !invoice.reasons.includes('number')) {
    return { ...invoice, sureness: 'likely' }
  }
  return surenesses.indexOf(payments.sureness) > surenesses.indexOf(invoice.sureness) ? payments : invoice
}

/**
 * Finds the invoice that a line pays: the one it names, else the payer's oldest with exactly this amount open. Invoices
 * with less open are skipped, since overpayments cannot be booked.
 */
function createInvoiceFinder(invoices: readonly OpenInvoice[], remaining: ReadonlyMap<string, number>) {
  const known = invoices.toSorted((one, other) => compare(one.dueOn, other.dueOn))
  const names = new Map(known.map(({ id, athlete }) => [id, [...new Set(athlete.names.map(plain))]]))
  const byNumber = new Map(known.map((invoice) => [normalizeNumber(splitNumber(invoice.number)), invoice]))
  const byAmount = Map.groupBy(known, ({ openMinor }) => openMinor)

  const findNamed = memoize(({ payer, reference }: OpenLine) =>
    byNumber.size === 0 ? [] : findNumbers(`${payer} ${reference}`).flatMap((number) => byNumber.get(number) ?? []),
  )

  function matchInvoice(line: OpenLine): Match | undefined {
    const isPayable = ({ id, currency, issuedOn }: OpenInvoice) =>
      currency === line.currency && issuedOn <= line.bookedOn && (remaining.get(id) ?? 0) >= line.amountMinor
    const match = (invoice: OpenInvoice, isSure: boolean, reasons: MatchReason[]): Match => ({
      sureness: isSure && !line.repeated ? 'sure' : 'likely',
      reasons: sortReasons(reasons),
      parts: [],
      invoice,
    })
    const payer = plain(line.payer || line.reference)
    const isFromAthlete = ({ id }: OpenInvoice) => names.get(id)?.some((name) => contains(payer, name)) ?? false

    const named = findNamed(line)
    const [first] = named.filter(isPayable)
    if (first) {
      const isFullAmount = remaining.get(first.id) === line.amountMinor
      const isUnambiguous = new Set(named).size === 1
      return match(first, isFullAmount && isUnambiguous, [
        isFullAmount ? 'amount' : 'part',
        'number',
        ...(isFromAthlete(first) ? (['athlete-pays'] as const) : []),
      ])
    }
    const [oldest, ...others] = (byAmount.get(line.amountMinor) ?? []).filter(
      (one) => isPayable(one) && isFromAthlete(one),
    )
    if (!oldest) return undefined
    const isUnambiguous = others.every(({ athlete }) => athlete.id === oldest.athlete.id)
    return match(oldest, isUnambiguous, ['amount', 'athlete-pays', ...(others.length > 0 ? (['oldest'] as const) : [])])
  }

  return { findNamed, matchInvoice }
}

/** Splits “F-0012” into F and 0012, whatever the punctuation. */
const splitNumber = (text: string) =>
  withoutMarks(text)
    .toLowerCase()
    .match(/[a-z]+|\d+/g) ?? []
const MOST_WORDS_OF_NUMBER = 5

/** Leading zeros after letters are often left out. */
function normalizeNumber(words: readonly string[]) {
  const isNumeric = words.every((word) => /^\d/.test(word))
  return words.map((word) => (isNumeric ? word : word.replace(/^0+(?=\d)/, ''))).join(' ')
}

/** Candidates for invoice numbers in a text. */
function findNumbers(text: string) {
  const words = splitNumber(text)
  return words.flatMap((_, at) =>
    Array.from({ length: MOST_WORDS_OF_NUMBER }, (_, more) => normalizeNumber(words.slice(at, at + more + 1))),
  )
}

type Candidate = { payment: OpenPayment; open: number; reasons: Set<MatchReason> }

/**
 * Finds open payments that a line may pay, oldest first, with reasons: those of a company named like the payer, and
 * those with exactly this amount.
 */
function createCandidateFinder(payments: readonly OpenPayment[], remaining: ReadonlyMap<string, number>) {
  const plainOnce = memoize(plain)
  const known = payments
    .toSorted((one, other) => compare(one.dueOn ?? LAST, other.dueOn ?? LAST))
    .map((payment, rank) => ({
      payment,
      rank,
      athlete: plainOnce(payment.athlete.name),
      names: [plainOnce(payment.deal.title), plainOnce(payment.title)],
    }))
  const byAmount = Map.groupBy(known, ({ payment }) => payment.openMinor)
  const byCompany = Map.groupBy(known, ({ payment }) => payment.company.core)
  const plainOf = memoize(textOf)
  const findPayers = createPayerFinder([...byCompany.keys()], plainOf)

  /** With the reasons that do not depend on what is left. */
  const findKnown = memoize((line: OpenLine) => {
    const text = plainOf(line)
    const latest = addDays(line.bookedOn, DAYS_EARLY)
    const payers = findPayers(line)
    const found = new Set([
      ...(byAmount.get(line.amountMinor) ?? []),
      ...[...payers.keys()].flatMap((core) => byCompany.get(core) ?? []),
    ])
    return [...found]
      .filter(({ payment: { currency, dueOn } }) => currency === line.currency && (dueOn === null || dueOn <= latest))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ payment, athlete, names }) => {
        const payer = payers.get(payment.company.core)
        const reasons: MatchReason[] = payer ? [payer] : []
        if (contains(text, athlete)) reasons.push('athlete')
        if (names.some((name) => contains(text, name))) reasons.push('deal')
        return { payment, reasons }
      })
  })

  return (line: OpenLine): Candidate[] =>
    findKnown(line).flatMap(({ payment, reasons: known }) => {
      const open = remaining.get(payment.id) ?? 0
      if (open <= 0) return []
      const reasons = new Set(known)
      if (open === line.amountMinor) reasons.add('amount')
      return reasons.size > 0 ? [{ payment, open, reasons }] : []
    })
}

/** Sorts after every date. */
const LAST = '9'

/**
 * Finds the companies that a line may come from. Similar names count only if no name matches exactly. Names are indexed, so
 * that a line is not compared with each of them.
 */
function createPayerFinder(cores: readonly string[], plainOf: (line: OpenLine) => string) {
  const known = new Set(cores.filter((core) => core !== ''))
  const findNamed = createNameFinder(cores.filter(({ length }) => length >= SHORTEST_NAME))
  const findSimilar = createSimilarFinder(cores)

  return memoize((line: OpenLine): Map<string, 'payer' | 'similar-payer'> => {
    const { payerCore } = line
    const same = [...(known.has(payerCore) ? [payerCore] : []), ...findNamed(plainOf(line))]
    if (same.length > 0) return new Map(same.map((core) => [core, 'payer']))
    return new Map(findSimilar(payerCore).map((core) => [core, 'similar-payer']))
  })
}

/** Counts shared bigrams with all names at once, by the names that have each bigram. */
function createSimilarFinder(names: readonly string[]) {
  const sizes = new Uint16Array(names.length)
  const withBigram = new Map<string, number[]>()
  for (const [index, name] of names.entries()) {
    const bigrams = bigramsOf(name)
    sizes[index] = bigrams.size
    for (const bigram of bigrams) {
      const having = withBigram.get(bigram)
      if (having) having.push(index)
      else withBigram.set(bigram, [index])
    }
  }
  const shared = new Uint16Array(names.length)

  return memoize((name: string): string[] => {
    const own = bigramsOf(name)
    shared.fill(0)
    for (const bigram of own) {
      for (const index of withBigram.get(bigram) ?? []) shared[index] = (shared[index] ?? 0) + 1
    }
    return names.filter((_, index) => similarity(shared[index] ?? 0, own.size, sizes[index] ?? 0) >= SIMILAR)
  })
}

type Letter = { next: Map<string, Letter>; name?: string }

/** Finds the names that a text contains, in one pass over the text. */
function createNameFinder(names: readonly string[]) {
  const start: Letter = { next: new Map() }
  for (const name of names) {
    let letter = start
    for (const one of name.split('')) {
      const next = letter.next.get(one) ?? { next: new Map() }
      letter.next.set(one, next)
      letter = next
    }
    letter.name = name
  }
  return (text: string): string[] => {
    const found: string[] = []
    for (let at = 0; at < text.length; at++) {
      let letter: Letter | undefined = start
      for (let end = at; letter; end++) {
        if (letter.name) found.push(letter.name)
        letter = letter.next.get(text[end] ?? '')
      }
    }
    return found
  }
}

function memoize<Key, Result>(find: (key: Key) => Result) {
  const results = new Map<Key, Result>()
  return (key: Key): Result => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const result = find(key)
    results.set(key, result)
    return result
  }
}

const textOf = ({ payer, reference }: OpenLine) => plain(`${payer} ${reference}`)

function findBestMatch(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
  return findExactMatch(line, candidates) ?? findSumMatch(line, candidates) ?? findPartialMatch(line, candidates)
}

/** One payment with exactly this amount. */
function findExactMatch(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
  const exact = candidates.filter(({ reasons }) => reasons.has('amount'))
  const best = Math.max(...exact.map(weightOf))
  const [first, ...others] = exact.filter((candidate) => weightOf(candidate) === best)
  if (!first) return undefined
  const isUnambiguous = others.every(({ payment }) => payment.deal.id === first.payment.deal.id)
  // The amount alone is weak evidence, and none if several deals share it.
  if (best === 0 && !isUnambiguous) return undefined
  const isSure = isUnambiguous && best >= SURE && !line.repeated
  return {
    sureness: isSure ? 'sure' : best > 0 ? 'likely' : 'possible',
    reasons: sortReasons([...first.reasons, ...(isUnambiguous && others.length > 0 ? (['oldest'] as const) : [])]),
    parts: [{ payment: first.payment, amountMinor: line.amountMinor }],
  }
}

/** The payer alone is sufficient; a similar name needs further evidence. */
const weights: Partial<Record<MatchReason, number>> = { payer: 4, 'similar-payer': 2, athlete: 2, deal: 2 }
const SURE = 4
const weightOf = ({ reasons }: Candidate) => [...reasons].reduce((sum, reason) => sum + (weights[reason] ?? 0), 0)

/** The oldest payments of one deal or company that add up to the amount. */
function findSumMatch(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
  const ofPayer = candidates.filter(({ reasons }) => reasons.has('payer') || reasons.has('similar-payer'))
  const groups = [
    ...Map.groupBy(ofPayer, ({ payment }) => payment.deal.id).values(),
    ...Map.groupBy(ofPayer, ({ payment }) => payment.company.id).values(),
  ]
  for (const group of groups) {
    let sum = 0
    for (const [index, { open }] of group.slice(0, MOST_TOGETHER).entries()) {
      sum += open
      if (sum > line.amountMinor) break
      if (sum !== line.amountMinor || index === 0) continue
      const combined = group.slice(0, index + 1)
      const reasons = new Set(combined.flatMap((one) => [...one.reasons]))
      return {
        sureness: 'likely',
        reasons: sortReasons(['sum', ...reasons]),
        parts: combined.map(({ payment, open }) => ({ payment, amountMinor: open })),
      }
    }
  }
  return undefined
}

/** Known payer, unexpected amount: allocates it to the oldest payments first. */
function findPartialMatch(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
  const ofPayer = candidates.filter(({ reasons }) => reasons.has('payer') || reasons.has('similar-payer'))
  const best = Math.max(...ofPayer.map(weightOf))
  const [first] = ofPayer.filter((candidate) => weightOf(candidate) === best)
  if (!first) return undefined
  const sameDeal = ofPayer.filter(({ payment }) => payment.deal.id === first.payment.deal.id).slice(0, MOST_TOGETHER)
  const parts: Match['parts'] = []
  let rest = line.amountMinor
  for (const { payment, open } of sameDeal) {
    if (rest === 0) break
    const amountMinor = Math.min(open, rest)
    parts.push({ payment, amountMinor })
    rest -= amountMinor
  }
  const last = parts.at(-1)
  if (last) last.amountMinor += rest
  return {
    sureness: 'possible',
    reasons: sortReasons([rest > 0 ? 'too-much' : 'part', ...first.reasons]),
    parts,
  }
}

const order: MatchReason[] = [
  'amount',
  'sum',
  'part',
  'too-much',
  'number',
  'payer',
  'similar-payer',
  'athlete',
  'athlete-pays',
  'deal',
  'oldest',
]
function sortReasons(reasons: readonly MatchReason[]) {
  return order.filter((reason) => reasons.includes(reason))
}

function toBankMatch({ sureness, reasons, parts, invoice }: Match): BankMatch {
  return {
    sureness,
    reasons,
    invoice: invoice ? toInvoice(invoice) : null,
    parts: parts.map(({ payment: { id, title, dueOn, deal, athlete, company, openMinor }, amountMinor }) => ({
      payment: { id, title, dueOn },
      deal,
      athlete,
      company: { id: company.id, name: company.name },
      openMinor,
      amountMinor,
    })),
  }
}

function toInvoice({ id, number, dueOn, athlete, openMinor }: OpenInvoice) {
  return { id, number, dueOn, athlete: { id: athlete.id, name: athlete.name }, openMinor }
}

const contains = (text: string, name: string) => name.length >= SHORTEST_NAME && text.includes(name)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Dice coefficient of letter bigrams, from 0 to 1. */
function similarity(shared: number, one: number, other: number) {
  return Math.min(one, other) < SHORTEST_NAME ? 0 : (2 * shared) / (one + other)
}

function bigramsOf(text: string) {
  const bigrams = new Set<string>()
  for (let at = 1; at < text.length; at++) bigrams.add(text.slice(at - 1, at + 1))
  return bigrams
}
