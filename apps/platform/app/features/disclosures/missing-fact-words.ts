import type { MissingInput } from '@sherpa/contracts/compliance/judgment'
import { disclosureKinds } from '@sherpa/contracts/disclosure-state'
import {
  type EnterableFact,
  type EnteredFact,
  type EnteredFacts,
  type FactOutcome,
  factChoices,
  factName,
  type MissingFacts,
} from '@sherpa/contracts/missing-facts'
import { ownValue } from '@sherpa/contracts/own-value'
import { calendarDay } from '../../data/moments.tsx'
import { dueInWords, latestInWords, unknownInWords } from './disclosure-words.ts'

/** Facts about athletes that are entered where they are missing, in the order of their columns. */
export const athleteColumns = [
  'athlete.level',
  'athlete.division',
  'athlete.enrolledOn',
  'athlete.juniorYearOn',
] as const satisfies readonly EnterableFact[]

export const companyColumns = ['school.state', 'company.association'] as const satisfies readonly EnterableFact[]

type Column = (typeof athleteColumns)[number] | (typeof companyColumns)[number]

const isColumn = (fact: string): fact is Column => [...athleteColumns, ...companyColumns].some((one) => one === fact)

/** Facts without a field here. They are entered on the record. */
export const isEnteredElsewhere = (fact: MissingInput) => !isColumn(fact)

const NONE = 'none'

/** Choices of a fact; undefined for a day. */
export function choicesOf(fact: Column): Readonly<Record<string, string>> | undefined {
  if (fact === 'company.association') return { [NONE]: 'Not associated' }
  if (fact === 'athlete.division') {
    return Object.fromEntries(Object.entries(factChoices[fact]).map(([id, name]) => [id, name.replace('NCAA ', '')]))
  }
  return fact === 'athlete.level' || fact === 'school.state' ? factChoices[fact] : undefined
}

/** "College", "Aug 20, 2024" */
export function factInWords(fact: MissingInput, value: string) {
  if (!isColumn(fact)) return value
  const choices = choicesOf(fact)
  if (fact === 'company.association') return 'Checked'
  return choices ? (ownValue(choices, value) ?? value) : calendarDay(value)
}

/** Typed values by fact and subject. */
export type Typed = ReadonlyMap<string, string>
export const keyOf = (fact: string, id: string) => `${fact} ${id}`

/** What is sent: values that somebody chose. */
export function toEntries(typed: Typed): EnteredFact[] {
  return [...typed].flatMap(([key, value]) => {
    const [fact = '', id = ''] = key.split(' ')
    if (!value || !isColumn(fact)) return []
    return [{ fact, id, value: fact === 'company.association' ? null : value } as EnteredFact]
  })
}

/** "2 late, 1 today, 5 cannot be judged yet". Undefined if there is nothing to say. */
export function countsInWords({ late, today, unknown }: MissingFacts['counts']) {
  const parts = [
    late > 0 && `${late} late`,
    today > 0 && `${today} today`,
    unknown > 0 && `${unknown} cannot be judged yet`,
  ]
  return parts.filter(Boolean).join(', ') || undefined
}

/** "3 signed deals could not be judged" */
export const unjudgedInWords = (count: number) =>
  `${count} signed ${count === 1 ? 'deal' : 'deals'} could not be judged`

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** What a report becomes, in two columns. */
export function outcomeInWords({ athlete, kind, outcome, dueOn, missing, why }: FactOutcome) {
  const report = disclosureKinds[kind]
  if (outcome === 'nothing') return { title: `${athlete.name}: nothing to report`, day: undefined, about: why }
  if (outcome === 'due') {
    return { title: `${athlete.name}: ${report}`, day: uncapitalized(dueInWords({ dueOn })), about: null }
  }
  return {
    title: `${athlete.name}: cannot tell yet`,
    day: uncapitalized(latestInWords({ dueOn })),
    about: unknownInWords({ missing }) ?? null,
  }
}

/** After saving: what was entered, what became of the reports, and what somebody else had entered meanwhile. */
export function enteredInWords({ entered, kept, rows }: EnteredFacts) {
  const count = (wanted: FactOutcome['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  const [due, nothing, unknown] = [count('due'), count('nothing'), count('cannot-tell')]
  const outcomes = [
    due > 0 && `${due} due`,
    nothing > 0 && `${nothing} with nothing to report`,
    unknown > 0 && `${unknown} cannot be judged yet`,
  ].filter(Boolean)
  const known = kept.map(
    ({ fact, name, value }) => ` ${factName(fact)} of ${name} is ${factInWords(fact, value)} by now and was kept.`,
  )
  const saved = entered > 0 ? `${factsInWords(entered)} saved${outcomes.length > 0 ? ': ' : ''}` : ''
  return `${saved}${outcomes.join(', ')}${saved ? '.' : ''}${known.join('')}`.trim()
}

export const factsInWords = (count: number) => `${count} ${count === 1 ? 'fact' : 'facts'}`
