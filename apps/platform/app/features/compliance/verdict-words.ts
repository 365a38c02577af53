import { type JudgedVerdict, MOST_TOUCHED, type TouchingVersion, type Verdicts } from '@sherpa/contracts/compliance'
import type { MissingInput, Rule, VerdictState } from '@sherpa/contracts/compliance/judgment'
import type { Tone } from '@sherpa/ui/status-badge'

export const NOT_ADVICE = 'Information, not legal advice.'

export const stateTones: Record<VerdictState, Tone> = {
  blocked: 'bad',
  attention: 'warning',
  'cannot-judge': 'info',
  fine: 'good',
  'not-applicable': 'quiet',
}

/** Such as "2 need attention, 3 answers missing, 5 fine". Athletes are not told what others have to answer. */
export function countsInWords(
  verdicts: readonly Pick<JudgedVerdict, 'state' | 'answer'>[],
  { isAthlete = false }: { isAthlete?: boolean } = {},
) {
  const count = (wanted: VerdictState) => verdicts.filter(({ state }) => state === wanted).length
  const needs = (number: number) => (number === 1 ? 'needs' : 'need')
  const answered = verdicts.filter(({ state, answer }) => state === 'blocked' && answer).length
  const [blocked, attention] = [count('blocked') - answered, count('attention')]
  const [unjudged, fine] = [count('cannot-judge'), count('fine')]
  const parts = [
    blocked > 0 && `${blocked} blocked`,
    answered > 0 && `${answered} blocked and answered`,
    attention > 0 && `${attention} ${needs(attention)} attention`,
    unjudged > 0 && !isAthlete && `${unjudged} ${unjudged === 1 ? 'answer' : 'answers'} missing`,
    fine > 0 && `${fine} fine`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'None applies'
}

const touchedStates: Record<VerdictState, (number: number) => string> = {
  blocked: (number) => `${number === 1 ? 'is' : 'are'} now blocked`,
  attention: (number) => `now ${number === 1 ? 'needs' : 'need'} attention`,
  'cannot-judge': () => 'cannot be judged yet',
  fine: (number) => `${number === 1 ? 'is' : 'are'} fine`,
  'not-applicable': (number) => `${number === 1 ? 'is' : 'are'} not affected any more`,
}
const cappedAt = (count: number) => (count < MOST_TOUCHED ? String(count) : `${MOST_TOUCHED}+`)

/** Such as "2 now need attention". */
export const touchedState = (state: VerdictState, count: number) => `${cappedAt(count)} ${touchedStates[state](count)}`

/** Such as "3 open deals: 2 now need attention, 1 is fine". */
export function touchedInWords(counts: TouchingVersion['counts'], subject: Rule['subject']) {
  const sum = counts.reduce((total, { count }) => total + count, 0)
  const isCapped = counts.some(({ count }) => count >= MOST_TOUCHED)
  const [one, several] = {
    deal: ['open deal', 'open deals'],
    agreement: ['agreement', 'agreements'],
    both: ['open deal or agreement', 'open deals and agreements'],
  }[subject]
  const parts = counts.map(({ state, count }) => touchedState(state, count))
  return `${isCapped ? 'More than ' : ''}${sum} ${sum === 1 ? one : several}: ${parts.join(', ')}`
}

/** Terms of a deal whose editors have another name. */
const termOf: Partial<Record<MissingInput, string>> = {
  'deal.amount': 'payments',
  'deal.dollars': 'currency',
}

type Records = Verdicts['records']

/** The field in which a person enters what a rule lacks; undefined if it follows from something else, such as signing. */
export function addressOfInput(
  input: MissingInput,
  { organization, deal, records }: { organization: string; deal?: string | undefined; records: Records },
): string | undefined {
  const home = `/organizations/${organization}`
  const [record = '', fact = ''] = input.split('.')
  if (record === 'deal') {
    return deal && input !== 'deal.agreedOn' ? `${home}/deals/${deal}#term-${termOf[input] ?? fact}` : undefined
  }
  if (record === 'organization') return `${home}/compliance/rules#sponsors`
  if (record === 'agreement') return `${home}/athletes/${records.athlete}/documents`
  if (record === 'school') return records.school ? `${home}/companies/${records.school}#compliance` : undefined
  if (record === 'company') {
    return records.company
      ? `${home}/companies/${records.company}${fact === 'association' || fact === 'league' ? '#compliance' : ''}`
      : undefined
  }
  const isOfCompliance = ['division', 'enrolledOn', 'juniorYearOn', 'school'].includes(fact)
  return `${home}/athletes/${records.athlete}${isOfCompliance ? '#compliance' : ''}`
}
