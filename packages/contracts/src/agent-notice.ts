import * as z from 'zod/mini'
import { day } from './days.ts'
import { scan } from './license.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { line, requiredLine, text } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })

const facts = {
  athleteId: z.uuid('Choose an athlete').check(z.toLowerCase()),
  agent: requiredLine(160, 'Enter the agent’s name'),
  agency: z.nullable(line(160)),
  receivedOn: day,
  /** Null: the notice does not name it. */
  contractOn: z.nullable(day),
  note: z.nullable(text(1000)),
}
export const newAgentNotice = z.strictObject(facts)
export type NewAgentNotice = z.infer<typeof newAgentNotice>

/** Optimistic locking by `version`. */
export const agentNoticeChange = z.strictObject({ ...facts, version: z.int() })
export type AgentNoticeChange = z.infer<typeof agentNoticeChange>

export const agentNotice = z.object({
  id: z.uuid(),
  athlete: someone,
  agent: z.string(),
  agency: z.nullable(z.string()),
  receivedOn: z.string(),
  contractOn: z.nullable(z.string()),
  note: z.nullable(z.string()),
  file: z.nullable(scan),
  addedAt: z.iso.datetime(),
  /** Null: a deleted account. */
  addedBy: z.nullable(someone),
  version: z.int(),
})
export type AgentNotice = z.infer<typeof agentNotice>

/** Searched are agent and agency. */
export const agentNoticesQuery = listQuery(['received', 'contract', 'agent'], {
  athlete: z.optional(severalOf(uuid)),
  /** Of receipt. */
  from: z.optional(day),
  /** The last day. */
  until: z.optional(day),
})
export type AgentNoticesQuery = z.infer<typeof agentNoticesQuery>
export const agentNoticesPage = listPage(agentNotice)

export const inquiryQuery = z
  .strictObject({ from: day, until: day })
  .check(z.refine(({ from, until }) => until >= from, { error: 'The last day is before the first', path: ['until'] }))
/** First and last day. */
export type InquiryPeriod = z.infer<typeof inquiryQuery>
