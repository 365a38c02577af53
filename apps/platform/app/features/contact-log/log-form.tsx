import {
  type ContactResult,
  contactResults,
  type Direction,
  directions,
  type LogEntry,
  MOST_MINUTES,
  type NewNote,
  type NoteChange,
  type NoteKind,
  newNote,
  noteChange,
  noteKinds,
  resultsOf,
  usualReaders,
} from '@sherpa/contracts/contact-log'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { localTime } from '../../data/local-time.ts'
import { ChoicePills } from '../../forms/choice-pills.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useChanges } from '../../records/use-changes.tsx'
import { NextStepField } from '../tasks/next-step-field.tsx'
import { useTaskLine } from '../tasks/use-task-line.ts'
import { readersInWords } from './log-sentence.ts'
import { type LogTarget, useLogCalls } from './log-target.ts'
import { changesOf, contestedFields, fieldInWords, formerValues } from './note-changes.ts'
import { useOfferedReaders } from './note-readers.tsx'

/** Prefilled values of a new entry, or the entry to change. */
export type LogDraft = {
  kind: NoteKind
  direction?: Direction | null
  contact?: string | null
  text?: string
  entry?: LogEntry
}

const NO_DAY = 'Enter what to do and a day, such as “Call the club Thu”'

/** Value of a contact that was removed or that the reader may not see. */
const UNNAMED = 'unnamed'

/** Logs a call, text, email, meeting, visit or letter, or writes a note. */
export function LogForm({ target, draft, onClose }: { target: LogTarget; draft: LogDraft; onClose: () => void }) {
  const { permissions } = useOrganization()
  const { add, change } = useLogCalls(target)
  const { entry } = draft
  const [kind, setKind] = useState(draft.kind)
  const [result, setResult] = useState<ContactResult | null>(entry?.result ?? null)
  const step = useTaskLine()
  const [initialTime] = useState(() => localTime(entry?.at))
  const { save, dialog } = useChanges<LogEntry, NoteChange['changes']>({
    schema: noteChange.shape.changes,
    send: (changes, { id, version }) => change(id, { version, changes }),
    show: () => undefined,
    contestedParts: contestedFields,
    formerOf: formerValues,
    inWords: (field, changes, present) => fieldInWords(field, changes, present, target),
  })
  const { errors, failureText, busy, formProps } = useForm({
    schema: newNote,
    read({ text, at, direction, contact, minutes, readers }) {
      const { title, due } = step
      const isPlain = kind === 'note'
      // A changed entry loses what a note doesn’t have.
      const none = entry ? null : undefined
      return {
        kind,
        text,
        ...(readers !== undefined && { readers }),
        ...(at !== initialTime && { at: instantOf(String(at)) }),
        direction: isPlain ? none : (direction ?? null),
        ...(contact !== UNNAMED && { contact: isPlain ? none : contact || null }),
        minutes: isPlain ? none : minutes ? Number(minutes) : null,
        result: isPlain ? none : result,
        ...(step.text.trim() && { nextStep: { title, day: due.day ?? '', time: due.time } }),
      }
    },
    async send(note: NewNote) {
      if (entry) {
        const changes = changesOf(note, entry)
        if (Object.keys(changes).length > 0) await save(changes, entry)
      } else {
        await add(note)
        showToast('success', kind === 'note' ? 'Note saved.' : `${noteKinds[kind]} logged.`)
      }
      onClose()
    },
  })

  function chooseKind(next: NoteKind) {
    setKind(next)
    if (result && !resultsOf[next].includes(result)) setResult(null)
  }

  return (
    <>
      <form {...formProps} className="flex flex-col gap-4">
        <FormMessage failure={failureText} />
        <ChoicePills
          legend="Type"
          name="kind"
          choices={noteKinds}
          value={kind}
          onChoose={(next) => next && chooseKind(next)}
        />
        {kind !== 'note' && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <ChoicePills legend="Direction" name="direction" choices={directions} initial={directionOf(draft)} />
              <With target={target} draft={draft} error={errors.get('contact')} />
            </div>
            <ChoicePills
              legend="Result"
              name="result"
              choices={Object.fromEntries(resultsOf[kind].map((one) => [one, contactResults[one]]))}
              value={result}
              onChoose={(next) => setResult(next as ContactResult | null)}
            />
          </>
        )}
        <Field label="Notes" note={kind === 'note' ? undefined : 'optional'} error={errors.get('text')}>
          {(control) => (
            <textarea
              {...control}
              name="text"
              rows={3}
              maxLength={5000}
              defaultValue={entry?.text ?? draft.text ?? ''}
              className={controlClass}
            />
          )}
        </Field>
        <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-3">
          <Field label="When" error={errors.get('at')}>
            {(control) => (
              <input {...control} type="datetime-local" name="at" defaultValue={initialTime} className={controlClass} />
            )}
          </Field>
          {kind !== 'note' && (
            <Field label="Minutes" error={errors.get('minutes')}>
              {(control) => (
                <input
                  {...control}
                  type="text"
                  inputMode="numeric"
                  name="minutes"
                  maxLength={String(MOST_MINUTES).length}
                  autoComplete="off"
                  defaultValue={entry?.minutes ?? ''}
                  className={controlClass}
                />
              )}
            </Field>
          )}
        </div>
        {!entry && (
          <NextStepField
            line={step}
            error={errors.has('nextStep') && !(step.title && step.due.day) ? NO_DAY : undefined}
          />
        )}
        {!entry && <VisibleTo key={kind} target={target} usual={usualReaders(permissions, kind)} />}
        <div className="sheet-actions">
          <Button look="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {busy ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

const directionOf = ({ entry, direction }: LogDraft) => (entry ? entry.direction : (direction ?? 'out'))

/** An empty or incomplete time is refused by the schema. */
function instantOf(local: string) {
  const time = new Date(local)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

function With({ target, draft, error }: { target: LogTarget; draft: LogDraft; error: string | undefined }) {
  const { entry } = draft
  const isUnnamed = entry?.contact?.id === null
  if (target.contacts.length === 0 && !isUnnamed) return null
  return (
    <Field label="With" error={error}>
      {(control) => (
        <Select
          {...control}
          name="contact"
          defaultValue={isUnnamed ? UNNAMED : ((entry ? entry.contact?.id : draft.contact) ?? '')}
        >
          <option value="">{target.name}</option>
          {isUnnamed && <option value={UNNAMED}>A contact</option>}
          {target.contacts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function VisibleTo({ target, usual }: { target: LogTarget; usual: string }) {
  const offered = useOfferedReaders(target.record)
  return (
    <Field label="Visible to">
      {(control) => (
        <Select {...control} name="readers" defaultValue={usual}>
          {offered.map((readers) => (
            <option key={readers} value={readers}>
              {readersInWords[readers]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
