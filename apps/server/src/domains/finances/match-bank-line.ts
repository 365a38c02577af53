import type { BankMatch, MatchReason, MatchSureness } from '@sherpa/contracts/bank-import'
import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import { plain } from '../../tables/read-text.ts'

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

type Match = { sureness: MatchSureness; reasons: MatchReason[]; parts: { payment: OpenPayment; amountMinor: number }[] }

/** Nobody pays much earlier than they must. */
const DAYS_EARLY = 60
/** So many payments may be paid at once. */
const MOST_TOGETHER = 24
/** Shorter names are found in other words by chance. */
const SHORTEST_NAME = 4
const SIMILAR = 0.75

/**
 * What open lines of a bank may be for. What is sure is matched first, so that no payment is offered for another line as well; of payments
 * that are alike, the oldest comes first.
 */
export function matchLines(lines: readonly OpenLine[], payments: readonly OpenPayment[]): Map<string, BankMatch> {
  const left = new Map(payments.map((payment) => [payment.id, payment.openMinor]))
  const candidatesOf = findingCandidates(payments, left)
  const waiting = new Set(lines.toSorted((one, other) => compare(one.bookedOn, other.bookedOn)))
  const matches = new Map<string, BankMatch>()
  for (const sureness of ['sure', 'likely', 'possible'] as const) {
    for (const line of waiting) {
      const match = bestMatch(line, candidatesOf(line))
      if (match?.sureness !== sureness) continue
      waiting.delete(line)
      matches.set(line.id, shown(match))
      // What is only possible takes nothing away from others.
      if (sureness === 'possible') continue
      for (const { payment, amountMinor } of match.parts) {
        left.set(payment.id, Math.max(0, (left.get(payment.id) ?? 0) - amountMinor))
      }
    }
  }
  return matches
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
    const text = plain(`${line.payer} ${line.reference}`)
    const latest = addDays(line.bookedOn, DAYS_EARLY)
    const payers = payersOf(line, text)
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

  return ({ payerCore }: OpenLine, text: string): Map<string, 'payer' | 'similar-payer'> => {
    const same = cores.filter((core) => (core !== '' && core === payerCore) || contains(text, core))
    if (same.length > 0) return new Map(same.map((core) => [core, 'payer']))
    return new Map(similarTo(payerCore).map((core) => [core, 'similar-payer']))
  }
}

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
  'payer',
  'similar-payer',
  'athlete',
  'deal',
  'oldest',
]
function inOrder(reasons: readonly MatchReason[]) {
  return order.filter((reason) => reasons.includes(reason))
}

function shown({ sureness, reasons, parts }: Match): BankMatch {
  return {
    sureness,
    reasons,
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
