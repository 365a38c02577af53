import * as z from 'zod/mini'
import { level, levels } from './athlete.ts'
import { type Division, divisions, type MissingInput, missingInputs } from './compliance/judgment.ts'
import { day } from './days.ts'
import { allDisclosureKinds } from './disclosure-state.ts'
import { needScope } from './home.ts'
import { once } from './once.ts'
import { requiredLine } from './text.ts'
import { usStateCodes, usStates } from './us-states.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const fact = z.enum(Object.keys(missingInputs) as MissingInput[])
const division = z.enum(Object.keys(divisions) as Division[], 'Choose a division')

const association = z.strictObject({
  schoolId: uuid,
  reason: requiredLine(200, 'Enter how they are associated'),
})

/** A fact that is entered where it is missing, of an athlete or of a company. */
const enteredFact = z.discriminatedUnion('fact', [
  z.strictObject({ fact: z.literal('athlete.level'), id: uuid, value: level }),
  z.strictObject({ fact: z.literal('athlete.division'), id: uuid, value: division }),
  z.strictObject({ fact: z.literal('athlete.enrolledOn'), id: uuid, value: day }),
  z.strictObject({ fact: z.literal('athlete.juniorYearOn'), id: uuid, value: day }),
  z.strictObject({
    fact: z.literal('school.state'),
    id: uuid,
    value: z.enum(usStateCodes, 'Choose a state'),
  }),
  /** Null: somebody checked that it is associated with no school. */
  z.strictObject({ fact: z.literal('company.association'), id: uuid, value: z.nullable(association) }),
])
export type EnteredFact = z.infer<typeof enteredFact>
export type EnterableFact = EnteredFact['fact']

/** Choices of the facts with fixed values. The others are days. */
export const factChoices = {
  'athlete.level': levels,
  'athlete.division': divisions,
  'school.state': usStates,
} as const

const ofCompanies: ReadonlySet<string> = new Set<EnterableFact>(['school.state', 'company.association'])
export const isFactOfCompany = (fact: string) => ofCompanies.has(fact)

/** Athletes and companies of a request. */
const MOST_SUBJECTS = 200
const MOST_FACTS = 4 * MOST_SUBJECTS
/** Facts that are known by now stay, and the answer names them. */
export const factEntry = z.strictObject({
  facts: z.array(enteredFact).check(
    z.minLength(1, 'Enter a fact'),
    z.maxLength(MOST_FACTS, `Enter at most ${MOST_FACTS}`),
    once(({ fact, id }) => `${fact} ${id}`),
    z.refine((facts) => new Set(facts.map(({ id }) => id)).size <= MOST_SUBJECTS, `Choose at most ${MOST_SUBJECTS}`),
  ),
})
export type FactEntry = z.infer<typeof factEntry>

const row = z.object({
  /** Of the disclosure. */
  id: z.uuid(),
  kind: z.enum(allDisclosureKinds),
  athlete: someone,
  deal: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  /** Of the deal. */
  company: z.nullable(someone),
  missing: z.array(fact),
  /** The earliest that the missing facts allow. */
  dueOn: z.string(),
  dueAt: z.iso.datetime(),
})
export type UnjudgedRow = z.infer<typeof row>

const subject = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The school of an athlete. */
  about: z.nullable(z.string()),
  /** What is known, by fact. */
  known: z.partialRecord(fact, z.string()),
  missing: z.array(fact),
  /** How many disclosures wait for these facts. */
  rows: z.int(),
})
export type FactSubject = z.infer<typeof subject>

export const missingFactsQuery = z.strictObject({
  fact: z.optional(fact),
  athlete: z.optional(uuid),
  deal: z.optional(uuid),
  /** Of disclosures that the caller prepares, or nobody. Default: everyone’s. */
  scope: z.optional(needScope),
})
export type MissingFactsQuery = z.infer<typeof missingFactsQuery>

/** Rows of a page, the earliest first. */
export const MOST_UNJUDGED = 200
export const missingFacts = z.object({
  /** Of all disclosures to file. Those that cannot be judged count as late or due today by their earliest day. */
  counts: z.object({
    late: z.int(),
    today: z.int(),
    unknown: z.int(),
    /** Past before the organization joined or an update. In no other count. */
    past: z.object({ joining: z.int(), update: z.int() }),
  }),
  /** Signed deals and agreements that no rule could judge, without a disclosure. */
  unjudged: z.int(),
  /** By missing fact, the earliest first. */
  groups: z.array(
    z.object({ fact, athletes: z.int(), deals: z.int(), rows: z.int(), dueOn: z.string(), dueAt: z.iso.datetime() }),
  ),
  rows: z.array(row),
  /** How many rows there are. */
  total: z.int(),
  athletes: z.array(subject),
  companies: z.array(subject),
  /** Who may enter them, if the caller may not. */
  ask: z.array(z.string()),
})
export type MissingFacts = z.infer<typeof missingFacts>

const outcome = z.extend(row, {
  /** What became of it: due on its day, still unknown, or nothing to report. */
  outcome: z.enum(['due', 'cannot-tell', 'nothing']),
  /** What the rule says. */
  why: z.nullable(z.string()),
})
export type FactOutcome = z.infer<typeof outcome>

export const enteredFacts = z.object({
  entered: z.int(),
  /** Somebody else entered these meanwhile. */
  kept: z.array(z.object({ fact, id: z.uuid(), name: z.string(), value: z.string() })),
  rows: z.array(outcome),
})
export type EnteredFacts = z.infer<typeof enteredFacts>

const names: Partial<Record<MissingInput, string>> = {
  'athlete.enrolledOn': 'First full-time day',
  'company.association': 'Association',
}

/** "Division", "First full-time day" */
export function factName(fact: MissingInput) {
  const name = names[fact] ?? missingInputs[fact].replace(/^the athlete’s /, '').replace(/^the /, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** "12 athletes, 9 deals" */
export function groupInWords({ athletes, deals }: { athletes: number; deals: number }) {
  return [counted(athletes, 'athlete'), ...(deals > 0 ? [counted(deals, 'deal')] : [])].join(', ')
}
