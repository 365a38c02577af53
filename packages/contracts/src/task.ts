import * as z from 'zod/mini'
import { day } from './days.ts'
import { listPage, listQuery } from './list.ts'
import { role } from './organization.ts'
import { boundedString, requiredLine } from './text.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })
const when = z.iso.datetime()

export const MOST_TASK_TITLE = 200

/** What a task can be about, as people say it. */
export const taskSubjects = { athlete: 'athlete', deal: 'deal', company: 'company' } as const
export type TaskSubject = keyof typeof taskSubjects
const subject = z.enum(Object.keys(taskSubjects) as TaskSubject[])
const about = z.strictObject({ kind: subject, id: uuid })
export type TaskAbout = z.infer<typeof about>

export const timeOfDay = boundedString(5, 'Enter a time').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time'))

const facts = {
  title: requiredLine(MOST_TASK_TITLE, 'Enter what to do'),
  about: z.nullable(about),
  assigneeId: z.nullable(uuid),
  day: z.nullable(day),
  /** In the organization's time zone. */
  time: z.nullable(timeOfDay),
}
const timeWithoutDay = { error: 'Choose a day for this time', path: ['time'] }
/** Of a change, which may keep the day. */
const hasDayForTime = z.refine<{ day?: string | null | undefined; time?: string | null | undefined }>(
  ({ day, time }) => !time || day !== null,
  timeWithoutDay,
)

/** By the author: an assignee who may not read the entry gets the words of the task. Other readers then lose it. */
const tellAssignee = z.boolean()

export const newTask = z
  .strictObject({
    title: facts.title,
    about: z.optional(facts.about),
    /** The caller, if it is left out. Null: the owners. */
    assigneeId: z.optional(facts.assigneeId),
    day: z.optional(facts.day),
    time: z.optional(facts.time),
    /** A note or log entry that it follows. It is about the athlete or company of the entry. */
    entryId: z.optional(uuid),
    tellAssignee: z.optional(tellAssignee),
  })
  .check(z.refine(({ day, time }) => !time || !!day, timeWithoutDay))
export type NewTask = z.infer<typeof newTask>

/** The next step after a call or meeting: a task of the author, with a day. */
export const nextStep = z.strictObject({ title: facts.title, day, time: z.optional(facts.time) })
export type NextStep = z.infer<typeof nextStep>

/** Optimistic locking by `version`. A new day without a time clears the time. */
export const taskChange = z.strictObject({
  version: z.int(),
  changes: z.partial(z.strictObject({ ...facts, tellAssignee })).check(hasDayForTime),
})
export type TaskChange = z.infer<typeof taskChange>

export const task = z.object({
  id: z.uuid(),
  title: z.string(),
  about: z.nullable(z.object({ kind: subject, id: z.uuid(), name: z.string() })),
  /** Null: the owners. */
  assignee: z.nullable(someone),
  day: z.nullable(z.string()),
  time: z.nullable(z.string()),
  /** `by` is null for deleted accounts. */
  done: z.nullable(z.object({ at: when, by: z.nullable(someone) })),
  createdBy: z.nullable(someone),
  createdAt: when,
  /** The caller's entry that it follows. */
  entryId: z.nullable(z.uuid()),
  /** Creators and owners may delete it. */
  removable: z.boolean(),
  version: z.int(),
})
export type Task = z.infer<typeof task>

export const taskScope = z.enum(['mine', 'all'])
export const taskState = z.enum(['open', 'done'])
const filters = {
  /** Assigned to the caller (default), or all that they see. Unassigned tasks belong to the owners. */
  scope: z.optional(taskScope),
  state: z.optional(taskState),
  athlete: z.optional(uuid),
  deal: z.optional(uuid),
  company: z.optional(uuid),
  assignee: z.optional(z.union([uuid, z.literal('none')])),
  /** First and last day. */
  from: z.optional(day),
  until: z.optional(day),
}
export const taskSorts = ['day', 'done'] as const
export const tasksQuery = listQuery(taskSorts, filters)
export type TasksQuery = z.infer<typeof tasksQuery>
export const tasksPage = listPage(task)

export const tasksExportQuery = z.omit(tasksQuery, { after: true, ids: true, limit: true })
export type TasksExportQuery = z.infer<typeof tasksExportQuery>

export const taskAssigneesQuery = z.strictObject({
  athlete: z.optional(uuid),
  deal: z.optional(uuid),
  company: z.optional(uuid),
})
export type TaskAssigneesQuery = z.infer<typeof taskAssigneesQuery>
/** Members who can open the record, by name. */
export const taskAssignees = z.object({ people: z.array(z.object({ id: z.uuid(), name: z.string(), role })) })
export type TaskAssignees = z.infer<typeof taskAssignees>
