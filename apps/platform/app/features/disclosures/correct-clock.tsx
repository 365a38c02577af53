import { athleticDirectorDue, dueAt as lapseOf } from '@sherpa/contracts/compliance/deadlines'
import type { Due } from '@sherpa/contracts/compliance/judgment'
import { day, dayIn, shortDay } from '@sherpa/contracts/days'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { dueFromSigning } from '@sherpa/contracts/disclosure-clock'
import { Dialog } from '@sherpa/ui/dialog'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import * as z from 'zod/mini'
import { momentIn } from '../../data/moments.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { movedInWords } from './disclosure-words.ts'
import { useDisclosureChanges } from './use-disclosure-changes.tsx'
import { instantAt, wallTime, zoneName } from './wall-time.ts'

type Start = {
  fact: 'countsFrom' | 'countsAt' | 'dueOn'
  label: string
  value: string
  type: 'date' | 'datetime-local'
}

/** What the deadline of this kind follows from. */
function startOf({ kind, countsFrom, countsAt, dueOn, timeZone }: Disclosure): Start {
  if (dueFromSigning[kind])
    return { fact: 'countsFrom', label: 'Signed or agreed on', value: countsFrom ?? '', type: 'date' }
  return kind === 'school-72h'
    ? {
        fact: 'countsAt',
        label: 'Signed at',
        value: countsAt ? wallTime(countsAt, timeZone) : '',
        type: 'datetime-local',
      }
    : { fact: 'dueOn', label: 'Deadline', value: dueOn, type: 'date' }
}

/** Undefined while the value is incomplete. */
function dueFrom({ fact }: Start, typed: string, { kind, timeZone: zone }: Disclosure): Due | undefined {
  if (fact === 'countsAt') {
    const at = instantAt(typed, zone)
    return at === undefined ? undefined : athleticDirectorDue(at, dayIn(at, zone), null, zone)
  }
  if (!day.safeParse(typed).success) return undefined
  return dueFromSigning[kind]?.(typed) ?? { day: typed }
}

/** Corrects the day of signing. The new deadline is shown before it is saved. */
export function CorrectClock({ disclosure }: { disclosure: Disclosure }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { label } = startOf(disclosure)
  return (
    <>
      <button
        type="button"
        aria-label={`Correct: ${label}`}
        className={`${textLinkClass} touch-area cursor-pointer`}
        onClick={() => setOpen(true)}
      >
        Correct
      </button>
      <Dialog open={isOpen} title="Correct the clock" onClose={close}>
        {isOpen && <ClockForm disclosure={disclosure} onClose={close} />}
      </Dialog>
    </>
  )
}

function ClockForm({ disclosure, onClose }: { disclosure: Disclosure; onClose: () => void }) {
  const { timeZone, dueAt } = disclosure
  const [start] = useState(() => startOf(disclosure))
  const [typed, setTyped] = useState(start.value)
  const { save, dialog } = useDisclosureChanges()
  const due = dueFrom(start, typed, disclosure)
  const { errors, failureText, busy, formProps } = useForm({
    schema: z.object({ start: z.string().check(z.refine(() => due !== undefined, 'Enter a date')) }),
    async send() {
      if (typed !== start.value) {
        const value = start.type === 'date' ? typed : instantAt(typed, timeZone)
        const theirs = (present: Disclosure) => startOf(present).value
        await save({ [start.fact]: value }, disclosure, { label: start.label, mine: typed, theirs })
      }
      onClose()
    },
  })
  return (
    <>
      <form {...formProps} className="flex flex-col gap-4">
        <FormMessage failure={failureText} />
        <TextField
          name="start"
          label={start.label}
          type={start.type}
          {...(start.fact === 'countsAt' && { note: zoneName(timeZone) })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          errors={errors}
        />
        <p role="status" className="text-sm text-slate">
          {due && (
            <>
              Due {'day' in due ? shortDay(due.day) : momentIn(due.at, timeZone)},{' '}
              {movedInWords(dueAt, lapseOf(due, timeZone))}.
            </>
          )}
        </p>
        <SubmitActions label="Save" busyLabel="Saving…" busy={busy} onCancel={onClose} />
      </form>
      {dialog}
    </>
  )
}
