import * as z from 'zod/mini'
import { instant } from './instant.ts'
import type { Permission } from './organization.ts'
import { nextStep } from './task.ts'
import { requiredText, text } from './text.ts'

/** Contacts with a person: they count as the last contact. */
export const contactKinds = {
  call: 'Call',
  text: 'Text',
  email: 'Email',
  meeting: 'Meeting',
  visit: 'Visit',
  letter: 'Letter',
} as const
export type ContactKind = keyof typeof contactKinds
/** Entries that people write. */
export const noteKinds = { note: 'Note', ...contactKinds } as const
export type NoteKind = keyof typeof noteKinds
export const isNote = (kind: string): kind is NoteKind => Object.hasOwn(noteKinds, kind)
export const isContact = (kind: string): kind is ContactKind => Object.hasOwn(contactKinds, kind)

export const directions = { out: 'Outgoing', in: 'Incoming' } as const
export type Direction = keyof typeof directions

export const contactResults = {
  reached: 'Reached',
  'left-message': 'Left a message',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
  replied: 'Replied',
  'no-reply': 'No reply',
  'not-delivered': 'Not delivered',
  'took-place': 'Took place',
  'no-show': 'No-show',
} as const
export type ContactResult = keyof typeof contactResults
const resultsOfWriting: readonly ContactResult[] = ['replied', 'no-reply', 'not-delivered']
const resultsOfVisits: readonly ContactResult[] = ['took-place', 'no-show']
export const resultsOf: Record<NoteKind, readonly ContactResult[]> = {
  note: [],
  call: ['reached', 'left-message', 'no-answer', 'wrong-number'],
  text: resultsOfWriting,
  email: resultsOfWriting,
  letter: resultsOfWriting,
  meeting: resultsOfVisits,
  visit: resultsOfVisits,
}

/** Audience of a note beside its author, widest first. Never athletes or guardians. */
export const noteReaders = { team: 'Team', deals: 'Deals', money: 'Money', me: 'Only me' } as const
export type NoteReaders = keyof typeof noteReaders
export const readers = z.enum(keysOf(noteReaders), 'Choose who can see it')
/** Permissions per audience, beside access to the record. */
export const readersNeed: Record<NoteReaders, readonly Permission[]> = {
  team: [],
  deals: ['deals.view'],
  money: ['deals.view', 'money.view'],
  me: [],
}
/** Default audience: entries of people who see deals are mostly about deals, and mail often names amounts. */
export function usualReaders(permissions: readonly Permission[], kind: NoteKind = 'note'): NoteReaders {
  if (!permissions.includes('deals.view')) return 'team'
  return kind === 'email' && permissions.includes('money.view') ? 'money' : 'deals'
}

/** Tolerance for clocks that are ahead. */
const CLOCK_MS = 60_000
const FIRST_YEAR = 1950
export const MOST_MINUTES = 24 * 60
const MOST_CHARACTERS = 5000
const minutesMessage = `Enter 1 to ${MOST_MINUTES.toLocaleString('en-US')} minutes`

const uuid = z.uuid().check(z.toLowerCase())
const note = {
  kind: z.enum(keysOf(noteKinds), 'Choose a type'),
  text: text(MOST_CHARACTERS),
  readers,
  at: instant('Enter a date and time').check(
    z.refine((at) => Date.parse(at) <= Date.now() + CLOCK_MS, 'Enter a time that has passed'),
    z.refine((at) => new Date(at).getUTCFullYear() >= FIRST_YEAR, `Enter a year from ${FIRST_YEAR} on`),
  ),
  direction: z.nullable(z.enum(keysOf(directions), 'Choose a direction')),
  /** Id of a contact of the record. Null: the athlete, or the company in general. */
  contact: z.nullable(uuid),
  minutes: z.nullable(z.int(minutesMessage).check(z.gte(1, minutesMessage), z.lte(MOST_MINUTES, minutesMessage))),
  result: z.nullable(z.enum(keysOf(contactResults), 'Choose a result')),
}
type Note = z.infer<ReturnType<typeof z.strictObject<typeof note>>>

/** Fields that don't fit the kind. */
export function findMisfits(entry: Pick<Note, 'kind'> & { [Field in keyof Note]?: Note[Field] | undefined }) {
  const { kind, result } = entry
  const misfits: { field: keyof Note; message: string }[] = []
  if (kind === 'note') {
    if (!entry.text) misfits.push({ field: 'text', message: 'Enter a note' })
    for (const field of ['direction', 'contact', 'minutes'] as const)
      if (entry[field] !== undefined && entry[field] !== null)
        misfits.push({ field, message: 'A note has none. Choose another type' })
  }
  if (result && !resultsOf[kind].includes(result)) misfits.push({ field: 'result', message: 'Choose another result' })
  return misfits
}

export const newNote = z
  .strictObject({
    kind: note.kind,
    /** Required for a note. */
    text: z.optional(note.text),
    /** Default: `usualReaders`. */
    readers: z.optional(readers),
    /** When it happened. Default: now. */
    at: z.optional(note.at),
    direction: z.optional(note.direction),
    contact: z.optional(note.contact),
    minutes: z.optional(note.minutes),
    result: z.optional(note.result),
    /** Adds a task about the record, in the same transaction. */
    nextStep: z.optional(nextStep),
  })
  .check((context) => {
    for (const { field, message } of findMisfits(context.value))
      context.issues.push({ code: 'custom', message, path: [field], input: context.value })
  })
export type NewNote = z.infer<typeof newNote>
/** The text of a plain note. */
export const noteText = requiredText(MOST_CHARACTERS, 'Enter a note')

/** Changes with the seen version (optimistic locking). Readers can only be narrowed. */
export const noteChange = z.strictObject({ version: z.int(), changes: z.partial(z.strictObject(note)) })
export type NoteChange = z.infer<typeof noteChange>

const someone = z.object({ id: z.uuid(), name: z.string() })

/** Fields of an entry that someone wrote, in the timelines of athletes and companies. */
export const noteFields = {
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null: the system or a deleted account. */
  actor: z.nullable(someone),
  text: z.nullable(z.string()),
  direction: z.nullable(z.enum(keysOf(directions))),
  /** Null: the athlete, or the company in general. Without a name: removed, or not visible to the caller. */
  contact: z.nullable(z.object({ id: z.nullable(z.uuid()), name: z.nullable(z.string()) })),
  minutes: z.nullable(z.int()),
  result: z.nullable(z.enum(keysOf(contactResults))),
  /** Written by the caller, who may change and remove it. */
  own: z.boolean(),
  /** When it was last changed. */
  editedAt: z.nullable(z.iso.datetime()),
  version: z.int(),
}
export const logEntry = z.object({ ...noteFields, kind: z.enum(keysOf(noteKinds)), readers })
export type LogEntry = z.infer<typeof logEntry>

/** Days without contact, or no contact at all. */
export const contactGaps = {
  '7': 'Not contacted for 7 days',
  '14': 'Not contacted for 14 days',
  '30': 'Not contacted for 30 days',
  '60': 'Not contacted for 60 days',
  '90': 'Not contacted for 90 days',
  never: 'Never contacted',
} as const
export type ContactGap = keyof typeof contactGaps
export const contactGap = z.enum(keysOf(contactGaps), 'Choose a number of days')

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}
