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
  /** What is left of the payer's name without what people write in different ways. */
  payerCore: string
  reference: string
  /** The file has the same line once more: it may be the same money. */
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
  /** With the names that a bank may know the athlete by. */
  athlete: { id: string; name: string; names: string[] }
}

type Match = {
  sureness: MatchSureness
  reasons: MatchReason[]
  parts: { payment: OpenPayment; amountMinor: number }[]
  invoice?: OpenInvoice
}

/** Nobody pays much earlier than they must. */
const DAYS_EARLY = 60
/** So many payments may be paid at once. */
const MOST_TOGETHER = 24
/** Shorter names are found in other words by chance. */
const SHORTEST_NAME = 4
const SIMILAR = 0.75

/**
 * What open lines of a bank may be for. What is sure is matched first, so that no payment or invoice is offered for another line as well; of
 * those that are alike, the oldest comes first.
 */
export function matchLines(
  lines: readonly OpenLine[],
  payments: readonly OpenPayment[],
  invoices: readonly OpenInvoice[] = [],
): Map<string, BankMatch> {
  const left = new Map([...payments, ...invoices].map(({ id, openMinor }) => [id, openMinor]))
  const candidatesOf = findingCandidates(payments, left)
  const { namedBy, invoiceOf } = findingInvoices(invoices, left)
  // Who names an invoice comes before who could also mean it.
  const place = (line: OpenLine) => `${namedBy(line).length > 0 ? 0 : 1} ${line.bookedOn}`
  const waiting = new Set(lines.toSorted((one, other) => compare(place(one), place(other))))
  const matches = new Map<string, BankMatch>()
  for (const sureness of ['sure', 'likely', 'possible'] as const) {
    for (const line of waiting) {
      const match = surer(invoiceOf(line), bestMatch(line, candidatesOf(line)))
      if (match?.sureness !== sureness) continue
      waiting.delete(line)
      matches.set(line.id, shown(match))
      // What is only possible takes nothing away from others.
      if (sureness === 'possible') continue
      const taken = match.invoice
        ? [{ id: match.invoice.id, amountMinor: line.amountMinor }]
        : match.parts.map(({ payment, amountMinor }) => ({ id: payment.id, amountMinor }))
      for (const { id, amountMinor } of taken) left.set(id, Math.max(0, (left.get(id) ?? 0) - amountMinor))
    }
  }
  return matches
}

const surenesses: MatchSureness[] = ['possible', 'likely', 'sure']

/** Where an invoice and payments are both sure, somebody has to look, unless the line names the invoice. */
function surer(invoice: Match | undefined, payments: Match | undefined): Match | undefined {
  if (!invoice || !payments) return invoice ?? payments
  const isSure = (match: Match) => match.sureness === 'sure'
  if (isSure(invoice) && isSure(payments) && !invoice.reasons.includes('number')) {
    return { ...invoice, sureness: 'likely' }
  }
  return surenesses.indexOf(payments.sureness) > surenesses.indexOf(invoice.sureness) ? payments : invoice
}

/**
 * Finds the invoice that a line pays: the one that it names, or the oldest of whom it comes from that has just this amount open. Never one of
 * which less is open: more than that cannot be booked.
 */
function findingInvoices(invoices: readonly OpenInvoice[], left: ReadonlyMap<string, number>) {
  const known = invoices.toSorted((one, other) => compare(one.dueOn, other.dueOn))
  const names = new Map(known.map(({ id, athlete }) => [id, [...new Set(athlete.names.map(plain))]]))
  const byNumber = new Map(known.map((invoice) => [keyOfNumber(wordsOf(invoice.number)), invoice]))
  const byAmount = Map.groupBy(known, ({ openMinor }) => openMinor)

  const namedBy = oncePerLine(({ payer, reference }) =>
    byNumber.size === 0 ? [] : numbersIn(`${payer} ${reference}`).flatMap((number) => byNumber.get(number) ?? []),
  )

  function invoiceOf(line: OpenLine): Match | undefined {
    const fits = ({ id, currency, issuedOn }: OpenInvoice) =>
      currency === line.currency && issuedOn <= line.bookedOn && (left.get(id) ?? 0) >= line.amountMinor
    const match = (invoice: OpenInvoice, isSure: boolean, reasons: MatchReason[]): Match => ({
      sureness: isSure && !line.repeated ? 'sure' : 'likely',
      reasons: inOrder(reasons),
      parts: [],
      invoice,
    })
    const payer = plain(line.payer || line.reference)
    const isFrom = ({ id }: OpenInvoice) => names.get(id)?.some((name) => contains(payer, name)) ?? false

    const named = namedBy(line)
    const [first] = named.filter(fits)
    if (first) {
      const isAll = left.get(first.id) === line.amountMinor
      const isAlone = new Set(named).size === 1
      return match(first, isAll && isAlone, [
        isAll ? 'amount' : 'part',
        'number',
        ...(isFrom(first) ? (['athlete-pays'] as const) : []),
      ])
    }
    const [oldest, ...others] = (byAmount.get(line.amountMinor) ?? []).filter((one) => fits(one) && isFrom(one))
    if (!oldest) return undefined
    const isAlone = others.every(({ athlete }) => athlete.id === oldest.athlete.id)
    return match(oldest, isAlone, ['amount', 'athlete-pays', ...(others.length > 0 ? (['oldest'] as const) : [])])
  }

  return { namedBy, invoiceOf }
}

/** “F-0012” is F and 0012, however it is written. */
const wordsOf = (text: string) =>
  withoutMarks(text)
    .toLowerCase()
    .match(/[a-z]+|\d+/g) ?? []
const MOST_WORDS_OF_NUMBER = 5

/** Beside a letter, zeros at the beginning are often left out. */
function keyOfNumber(words: readonly string[]) {
  const isBare = words.every((word) => /^\d/.test(word))
  return words.map((word) => (isBare ? word : word.replace(/^0+(?=\d)/, ''))).join(' ')
}

/** Everything in a text that may be the number of an invoice. */
function numbersIn(text: string) {
  const words = wordsOf(text)
  return words.flatMap((_, at) =>
    Array.from({ length: MOST_WORDS_OF_NUMBER }, (_, more) => keyOfNumber(words.slice(at, at + more + 1))),
  )
}

type Candidate = { payment: OpenPayment; open: number; reasons: Set<MatchReason> }

/**
 * Finds open payments that a line may be for, with what speaks for each, the oldest first: those of a company that is called like the payer,
 * and those of just this amount.
 */
function findingCandidates(payments: readonly OpenPayment[], left: ReadonlyMap<string, number>) {
  const known = payments
    .toSorted((one, other) => compare(one.dueOn ?? LAST, other.dueOn ?? LAST))
    .map((payment, place) => ({
      payment,
      place,
      athlete: plain(payment.athlete.name),
      names: [plain(payment.deal.title), plain(payment.title)],
    }))
  const byAmount = Map.groupBy(known, ({ payment }) => payment.openMinor)
  const byCompany = Map.groupBy(known, ({ payment }) => payment.company.core)
  const payersOf = findingPayers([...byCompany.keys()])

  return (line: OpenLine): Candidate[] => {
    const text = textOf(line)
    const latest = addDays(line.bookedOn, DAYS_EARLY)
    const payers = payersOf(line)
    const found = new Set([
      ...(byAmount.get(line.amountMinor) ?? []),
      ...[...payers.keys()].flatMap((core) => byCompany.get(core) ?? []),
    ])
    return [...found]
      .toSorted((one, other) => one.place - other.place)
      .flatMap(({ payment, athlete, names }) => {
        const { id, dueOn, currency, company } = payment
        const open = left.get(id) ?? 0
        if (open <= 0 || currency !== line.currency || (dueOn !== null && dueOn > latest)) return []
        const payer = payers.get(company.core)
        const reasons = new Set<MatchReason>(payer ? [payer] : [])
        if (contains(text, athlete)) reasons.add('athlete')
        if (names.some((name) => contains(text, name))) reasons.add('deal')
        if (open === line.amountMinor) reasons.add('amount')
        return reasons.size > 0 ? [{ payment, open, reasons }] : []
      })
  }
}

/** Comes after every day. */
const LAST = '9'

/** Finds the companies that a line may come from. Whoever is called just so is meant, and nobody who is only called similarly. */
function findingPayers(cores: readonly string[]) {
  const pairs = cores.map((core) => ({ core, pairs: pairsOf(core) }))
  const similar = new Map<string, string[]>()

  function similarTo(payer: string) {
    const known = similar.get(payer)
    if (known) return known
    const own = pairsOf(payer)
    const found = pairs.filter((other) => similarity(own, other.pairs) >= SIMILAR).map(({ core }) => core)
    similar.set(payer, found)
    return found
  }

  return oncePerLine((line): Map<string, 'payer' | 'similar-payer'> => {
    const [{ payerCore }, text] = [line, textOf(line)]
    const same = cores.filter((core) => (core !== '' && core === payerCore) || contains(text, core))
    if (same.length > 0) return new Map(same.map((core) => [core, 'payer']))
    return new Map(similarTo(payerCore).map((core) => [core, 'similar-payer']))
  })
}

/** Lines are looked at several times, and say the same each time. */
function oncePerLine<Found>(find: (line: OpenLine) => Found) {
  const known = new Map<OpenLine, Found>()
  return (line: OpenLine): Found => {
    const before = known.get(line)
    if (before !== undefined) return before
    const found = find(line)
    known.set(line, found)
    return found
  }
}

const textOf = ({ payer, reference }: OpenLine) => plain(`${payer} ${reference}`)

function bestMatch(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
  return exactMatch(line, candidates) ?? sumMatch(line, candidates) ?? otherAmount(line, candidates)
}

/** One payment of just this amount. */
function exactMatch(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
  const exact = candidates.filter(({ reasons }) => reasons.has('amount'))
  const best = Math.max(...exact.map(weightOf))
  const [first, ...others] = exact.filter((candidate) => weightOf(candidate) === best)
  if (!first) return undefined
  const isAlone = others.every(({ payment }) => payment.deal.id === first.payment.deal.id)
  // An amount alone says little, and nothing where several deals have it.
  if (best === 0 && !isAlone) return undefined
  const isSure = isAlone && best >= SURE && !line.repeated
  return {
    sureness: isSure ? 'sure' : best > 0 ? 'likely' : 'possible',
    reasons: inOrder([...first.reasons, ...(isAlone && others.length > 0 ? (['oldest'] as const) : [])]),
    parts: [{ payment: first.payment, amountMinor: line.amountMinor }],
  }
}

/** The payer alone is enough; a name that is only similar needs something else beside it. */
const weights: Partial<Record<MatchReason, number>> = { payer: 4, 'similar-payer': 2, athlete: 2, deal: 2 }
const SURE = 4
const weightOf = ({ reasons }: Candidate) => [...reasons].reduce((sum, reason) => sum + (weights[reason] ?? 0), 0)

/** The oldest payments of one deal, or of one company, that add up to it. */
function sumMatch(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
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
      const together = group.slice(0, index + 1)
      const reasons = new Set(together.flatMap((one) => [...one.reasons]))
      return {
        sureness: 'likely',
        reasons: inOrder(['sum', ...reasons]),
        parts: together.map(({ payment, open }) => ({ payment, amountMinor: open })),
      }
    }
  }
  return undefined
}

/** The payer is known, but not for what they paid: the oldest payments, as far as the money goes. */
function otherAmount(line: OpenLine, candidates: readonly Candidate[]): Match | undefined {
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
    reasons: inOrder([rest > 0 ? 'too-much' : 'part', ...first.reasons]),
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
function inOrder(reasons: readonly MatchReason[]) {
  return order.filter((reason) => reasons.includes(reason))
}

function shown({ sureness, reasons, parts, invoice }: Match): BankMatch {
  return {
    sureness,
    reasons,
    invoice: invoice ? invoiceShown(invoice) : null,
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

function invoiceShown({ id, number, dueOn, athlete, openMinor }: OpenInvoice) {
  return { id, number, dueOn, athlete: { id: athlete.id, name: athlete.name }, openMinor }
}

const contains = (text: string, name: string) => name.length >= SHORTEST_NAME && text.includes(name)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** From 0 to 1, by the pairs of letters that two names share. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>) {
  if (one.size < SHORTEST_NAME || other.size < SHORTEST_NAME) return 0
  const shared = [...one].filter((pair) => other.has(pair)).length
  return (2 * shared) / (one.size + other.size)
}

function pairsOf(text: string) {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
}
