import * as z from 'zod/mini'
import { identityProof } from './account.ts'
import { once } from './once.ts'
import { role, roleChange } from './organization.ts'

/** Work that can be assigned to someone else. */
export const handoverKinds = {
  athletes: { one: 'athlete', many: 'athletes' },
  deals: { one: 'deal', many: 'deals' },
  reviews: { one: 'review', many: 'reviews' },
  tasks: { one: 'task', many: 'tasks' },
  disclosures: { one: 'disclosure', many: 'disclosures' },
} as const
export type HandoverKind = keyof typeof handoverKinds
export const allHandoverKinds = Object.keys(handoverKinds) as HandoverKind[]

/** "13 athletes and 2 tasks" */
export function handoverInWords(counts: HandoverCounts) {
  const parts = allHandoverKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0
    const { one, many } = handoverKinds[kind]
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Days in which untouched work can be moved back. */
export const MOVE_BACK_DAYS = 30

const receiver = z.optional(z.uuid('Choose a member').check(z.toLowerCase()))
/** Receiver per kind. The rest goes to the athlete's other managers, else to the owners. */
export const handoverAssignments = z.strictObject({
  athletes: receiver,
  deals: receiver,
  reviews: receiver,
  tasks: receiver,
  disclosures: receiver,
})
export type HandoverAssignments = z.infer<typeof handoverAssignments>

export const roleHandover = z.extend(roleChange, { handover: z.optional(handoverAssignments) })

/** Deletion of an account, with the assignments per organization. */
export const accountDeletion = z.extend(identityProof, {
  handovers: z.optional(
    z.array(z.strictObject({ organization: z.uuid().check(z.toLowerCase()), assignments: handoverAssignments })).check(
      z.maxLength(100),
      once(({ organization }) => organization),
    ),
  ),
})
export type AccountDeletion = z.infer<typeof accountDeletion>

/** With a role: what hangs on the person that the role could no longer do. */
export const handoverQuery = z.strictObject({ role: z.optional(role) })

export const handoverPreview = z.object({
  /** Only work that the caller sees. Without any, empty. */
  parts: z.array(
    z.object({
      kind: z.enum(allHandoverKinds),
      count: z.int(),
      /** Names of the first records. */
      examples: z.array(z.string()),
    }),
  ),
  /** Open key dates and deliverables of these deals, which go with them. */
  dates: z.int(),
  /** Expenses that only this person and their submitter can decide. The owners decide them. */
  expenses: z.int(),
  /** Members who can receive work. */
  people: z.array(z.object({ id: z.uuid(), name: z.string(), role })),
})
export type HandoverPreview = z.infer<typeof handoverPreview>

export const handoverCounts = z.partialRecord(z.enum(allHandoverKinds), z.int())
export type HandoverCounts = z.infer<typeof handoverCounts>

export const handover = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  at: z.iso.datetime(),
  /** Last moment to move it back. */
  until: z.iso.datetime(),
  counts: handoverCounts,
  /** Whether the person is a member, and so can have it back. */
  isMember: z.boolean(),
})
export type Handover = z.infer<typeof handover>
export const handovers = z.object({ handovers: z.array(handover) })

/** What was untouched. */
export const movedBack = z.object({ counts: handoverCounts })
