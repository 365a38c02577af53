import * as z from 'zod/mini'
import { currency } from '../currency.ts'
import { total } from '../list.ts'
import { permission } from '../organization.ts'
import { boundedString, line, requiredLine } from '../text.ts'
import { chip, correction, part, targets } from './reading.ts'

const MOST_CHARACTERS = 300
/** Newest questions of a member that are kept. */
export const MOST_SEARCHES = 200

const question = requiredLine(MOST_CHARACTERS, 'Ask a question')

export const sonarQuestion = z.strictObject({
  question,
  /** Chosen readings, by the parameter of the choice. Several are separated by commas. */
  answers: z.optional(z.record(boundedString(40), line(200))),
  /** Words that are not to be corrected. */
  asTyped: z.optional(z.array(boundedString(60)).check(z.maxLength(20))),
  /** Parts of the query to leave out: `removes` of chips. */
  without: z.optional(z.array(boundedString(100)).check(z.maxLength(40))),
  /** Lets the engine read words that rules left over, if the organization uses one. */
  engine: z.optional(z.boolean()),
})
export type SonarQuestion = z.infer<typeof sonarQuestion>

const minor = z.int()
/** A sum per currency, with the address of its entries. */
const figure = z.object({
  name: z.string(),
  /** First and last month, if the sum has a period. */
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  sums: z.array(z.object({ currency, minor, entries: z.string() })),
})
export type SonarFigure = z.infer<typeof figure>

export const sonarAnswer = z.object({
  target: z.nullable(z.enum(targets)),
  /** What is listed: athletes, deals. */
  noun: z.nullable(z.string()),
  chips: z.array(chip),
  /** Parts that were not understood. */
  unknown: z.array(z.object({ ...part, text: z.string() })),
  corrected: z.array(z.object(correction.shape)),
  /** Equal readings of a part. The person chooses. */
  ask: z.array(
    z.object({
      ...part,
      parameter: z.string(),
      values: z.array(
        z.object({ value: z.string(), text: z.string(), address: z.nullable(z.string()), count: z.nullable(total) }),
      ),
    }),
  ),
  /** The permission that the question needs and the caller lacks. */
  refused: z.nullable(permission),
  /** Of the list or the figure on the platform. Null if nothing was understood. */
  address: z.nullable(z.string()),
  /** Rows of the answer, and all rows of the list that the caller can see. */
  count: z.nullable(total),
  of: z.nullable(total),
  figure: z.nullable(figure),
  readBy: z.enum(['rules', 'ai']),
})
export type SonarAnswer = z.infer<typeof sonarAnswer>

export const newSearch = z.strictObject({ question })
export const searchHistory = z.object({
  searches: z.array(z.object({ id: z.uuid(), question: z.string(), askedAt: z.string() })),
})
export type SearchHistory = z.infer<typeof searchHistory>

export const engineSetting = z.object({
  /** The server has an engine. */
  available: z.boolean(),
  on: z.boolean(),
})
export const engineChange = z.strictObject({ on: z.boolean() })
