import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { type Failure, failureOf } from '../../../forms/failure.ts'
import { useUnsavedChanges } from '../../../forms/unsaved-changes.ts'
import { MessageList, type Remedy } from './message-list.tsx'

type Question = {
  title: string
  confirm: string
  confirming: string
  look?: 'primary' | 'danger'
  /** A comment field; `needed` is its error if it is required. */
  comment?: { label: string; needed?: string }
  /** A checkbox that must be ticked; `needed` is its error. */
  tick?: { label: string; needed: string }
  act: (comment: string | null) => Promise<unknown>
  /** How to solve a refusal. */
  remedy?: Remedy
  /** What to do first, in place of the button and the fields. */
  first?: (onLeave: () => void) => ReactNode
  children: ReactNode
}

/** A confirm dialog with an optional comment. Lists every error of the server. */
export function ActionDialog({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  return (
    <Dialog open={question !== undefined} title={question?.title ?? ''} onClose={onClose}>
      {question && <QuestionForm question={question} onClose={onClose} />}
    </Dialog>
  )
}

function QuestionForm({
  question: { confirm, confirming, look = 'primary', comment, tick, act, remedy, first, children },
  onClose,
}: {
  question: Question
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [isTicked, setIsTicked] = useState(false)
  const [tickError, setTickError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  useUnsavedChanges(form, () => !busy && text.trim() !== '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = text.trim()
    const missing = comment?.needed && typed === '' ? comment.needed : undefined
    const unticked = tick && !isTicked ? tick.needed : undefined
    setError(missing)
    setTickError(unticked)
    if (missing || unticked) return
    setFailure(undefined)
    setBusy(true)
    try {
      await act(typed || null)
      onClose()
    } catch (reason) {
      setFailure(failureOf(reason))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} method="dialog" noValidate onSubmit={submit} className="flex flex-col gap-4 text-sm">
      {children}
      {comment && !first && (
        <Field label={comment.label} note={comment.needed ? undefined : 'optional'} error={error}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={1000}
              value={text}
              onChange={({ target }) => setText(target.value)}
              className={controlClass}
            />
          )}
        </Field>
      )}
      {tick && (
        <div className="flex flex-col gap-1.5">
          <Checkbox
            checked={isTicked}
            onChange={({ target }) => setIsTicked(target.checked)}
            aria-invalid={tickError ? true : undefined}
            aria-describedby={tickError ? 'tick-error' : undefined}
          >
            {tick.label}
          </Checkbox>
          {tickError && (
            <p id="tick-error" className="font-medium text-error">
              {tickError}
            </p>
          )}
        </div>
      )}
      <MessageList failure={failure} remedy={remedy} onLeave={onClose} />
      <DialogActions>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        {first ? (
          first(onClose)
        ) : (
          <Button type="submit" look={look} busy={busy}>
            {busy ? confirming : confirm}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}

export type { Question }
