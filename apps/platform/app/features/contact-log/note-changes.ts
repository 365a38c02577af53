import {
  contactResults,
  directions,
  type LogEntry,
  type NewNote,
  type NoteChange,
  noteKinds,
} from '@sherpa/contracts/contact-log'
import { localTime } from '../../data/local-time.ts'
import type { Contested } from '../../records/conflict-dialog.tsx'
import type { LogTarget } from './log-target.ts'

type Changes = NoteChange['changes']
type Field = keyof Changes

const valuesOf = ({ kind, text, at, direction, contact, minutes, result }: LogEntry) => ({
  ...{ kind, text: text ?? '', at, direction, minutes, result },
  contact: contact?.id ?? null,
})

/** Fields with another value than the entry has. */
export function changesOf({ readers: _, ...note }: NewNote, entry: LogEntry): Changes {
  const before: Changes = valuesOf(entry)
  return Object.fromEntries(
    Object.entries(note).filter(([field, value]) => value !== undefined && value !== before[field as Field]),
  )
}

/** Fields that both sides changed to different values. */
export function contestedFields(changes: Changes, seen: LogEntry, present: LogEntry): string[] {
  const [before, now]: Changes[] = [valuesOf(seen), valuesOf(present)]
  return (Object.keys(changes) as Field[]).filter(
    (field) => now?.[field] !== before?.[field] && now?.[field] !== changes[field],
  )
}

export function formerValues(changes: Changes, before: LogEntry): Changes {
  const values: Changes = valuesOf(before)
  return Object.fromEntries((Object.keys(changes) as Field[]).map((field) => [field, values[field]]))
}

const labels: Record<Field, string> = {
  kind: 'Type',
  text: 'Notes',
  at: 'When',
  direction: 'Direction',
  contact: 'With',
  minutes: 'Minutes',
  result: 'Result',
  readers: 'Visible to',
}

export function fieldInWords(field: string, changes: Changes, present: LogEntry, target: LogTarget): Contested {
  const inWords = ({ kind, text, at, direction, contact, minutes, result }: Changes): Record<string, string> => ({
    kind: kind ? noteKinds[kind] : '',
    text: text ?? '',
    at: at ? localTime(at).replace('T', ' ') : '',
    direction: direction ? directions[direction] : '',
    contact: target.contacts.find(({ id }) => id === contact)?.name ?? target.name,
    minutes: minutes ? String(minutes) : '',
    result: result ? contactResults[result] : '',
  })
  return {
    label: labels[field as Field],
    mine: inWords(changes)[field] ?? '',
    theirs: inWords(valuesOf(present))[field] ?? '',
  }
}
