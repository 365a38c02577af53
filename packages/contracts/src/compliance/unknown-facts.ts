import { ageOn } from '../age.ts'
import { type Level, levels } from '../athlete.ts'
import { endOfDay } from '../days.ts'
import { usStates } from '../us-states.ts'
import type { AgreementInput, DealInput, JudgedAthlete, MissingInput, Verdict, VerdictState } from './judgment.ts'
import { verdictStates } from './judgment.ts'
import { deadlineInWords, judgedDay } from './subject.ts'
import { cannotJudge } from './verdicts.ts'

type Input = DealInput | AgreementInput

const states = Object.keys(usStates)
const schoolIn = (state: string) => ({ id: 'unknown', name: 'The school', state, athleticDirectorEmail: null })

/** From this age on, nobody plays for a high school. */
const PAST_HIGH_SCHOOL = 20
const isPastHighSchool = (input: Input) => (ageOn(judgedDay(input), input.athlete.birthDate) ?? 0) >= PAST_HIGH_SCHOOL

/** What a missing fact may turn out to be. The reading that asks the most comes first. */
const readings: Partial<Record<MissingInput, (input: Input) => readonly Partial<JudgedAthlete>[]>> = {
  'athlete.level': (input) => [
    { level: 'college' },
    ...(isPastHighSchool(input) ? [] : [{ level: 'high-school' as const }]),
    { level: 'pro' },
  ],
  'athlete.division': () => [{ division: 'ncaa-1' }, { division: 'other' }],
  // Enrolled before the deal: the clock runs from its signature.
  'athlete.enrolledOn': () => [{ enrolledOn: '1900-01-01' }],
  'athlete.juniorYearOn': () => [{ juniorYearOn: '1900-01-01' }, { juniorYearOn: '9999-12-31' }],
  'athlete.birthDate': (input) => [{ birthDate: judgedDay(input) }, { birthDate: '1900-01-01' }],
  'athlete.state': () => states.map((state) => ({ state })),
  'athlete.school': () => states.map((state) => ({ school: schoolIn(state) })),
  'school.state': ({ athlete: { school } }) => states.map((state) => ({ school: school && { ...school, state } })),
}

const isUnknown = (fact: MissingInput, { school, ...athlete }: JudgedAthlete) =>
  fact === 'athlete.school'
    ? school === null
    : fact === 'school.state'
      ? school?.state === null
      : athlete[fact.replace('athlete.', '') as keyof typeof athlete] === null

type Reading = { assumed: MissingInput[]; level: Level | null; verdict: Verdict }

/**
 * The verdict when facts are missing: what could be is judged, and the most protective answer counts. With a filing, that
 * is the earliest day that any missing fact allows. Whatever the facts turn out to be, what is fine is fine.
 */
export function judgeUnknown<One extends Input>(judge: (input: One) => Verdict, input: One, hasFiling: boolean) {
  const possible = readInput(judge, input, hasFiling, [])
  const [first] = possible as [Reading, ...Reading[]]
  const serious = possible.filter(({ verdict }) => !isSettled(verdict.state))
  if (serious.length === 0) return (possible.find(({ verdict }) => verdict.state === 'fine') ?? first).verdict
  if (first.assumed.length === 0) return first.verdict
  if (!hasFiling && possible.every(({ verdict }) => saysTheSame(verdict, first.verdict))) return first.verdict
  const protective = serious.toSorted((one, other) => rank(one.verdict, other.verdict, input, hasFiling))[0] as Reading
  const { verdict, assumed } = protective
  const missing = [...new Set([...assumed, ...verdict.missing])]
  const hasDeadline = verdict.due !== null || verdict.beforeSigning
  // The sentence below says what an unknown level would mean. Without a deadline, that is all there is to do.
  const dependsOnLevelOnly = missing.every((fact) => fact === 'athlete.level')
  if (verdict.state === 'cannot-judge' || (hasFiling && (hasDeadline || !dependsOnLevelOnly))) {
    const { sentence, todo } = cannotJudge(missing)
    const latest = verdict.due
      ? ` If it applies, it ${deadlineInWords(verdict.due, input)}.`
      : verdict.beforeSigning
        ? ' If it applies, it is due before anyone signs.'
        : ''
    return { ...verdict, state: 'cannot-judge' as const, missing, todo, sentence: sentence + latest }
  }
  const assumedLevels = serious.filter((one) => saysTheSame(one.verdict, verdict)).map(({ level }) => level)
  const names = assumedLevels.flatMap((level) => (level ? [levels[level].toLowerCase()] : [])).join(' or ')
  return { ...verdict, missing, sentence: `The level is unknown. If it is ${names}: ${verdict.sentence}` }
}

function readInput<One extends Input>(
  judge: (input: One) => Verdict,
  input: One,
  hasFiling: boolean,
  assumed: MissingInput[],
): Reading[] {
  const { level } = input.athlete
  const verdict = level === null ? cannotJudge('athlete.level') : judge(input)
  const unknown = verdict.state === 'cannot-judge' && !verdict.due && !verdict.beforeSigning ? verdict.missing : []
  const next = unknown.find((fact) => (hasFiling || fact === 'athlete.level') && isUnknown(fact, input.athlete))
  const possible = next && readings[next]?.(input)
  if (!next || !possible) return [{ assumed, level, verdict }]
  return possible.flatMap((facts) =>
    readInput(judge, { ...input, athlete: { ...input.athlete, ...facts } }, hasFiling, [...assumed, next]),
  )
}

const isSettled = (state: VerdictState) => state === 'fine' || state === 'not-applicable'

const saysTheSame = (one: Verdict, other: Verdict) => one.state === other.state && one.sentence === other.sentence

const severity = Object.keys(verdictStates) as VerdictState[]

/** The earlier day comes first, then the more severe verdict. */
function rank(one: Verdict, other: Verdict, { organization }: Input, hasFiling: boolean) {
  const dayOf = ({ due }: Verdict) => (due ? ('at' in due ? due.at : endOfDay(due.day, organization.zone)) : '9999')
  const byDay = hasFiling ? dayOf(one).localeCompare(dayOf(other)) : 0
  return byDay || severity.indexOf(one.state) - severity.indexOf(other.state)
}
