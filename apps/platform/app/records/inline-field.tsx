import { controlClass } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureOf } from '../forms/failure.ts'

/** What an editor is given: what to show, and what to tell the field. */
export type Editing<Draft> = {
  draft: Draft
  change: (draft: Draft) => void
  /** Saves at once: what is there, or another value. */
  save: (draft?: Draft) => void
  busy: boolean
  control: {
    id: string
    'aria-label': string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }
}

/** Thrown by `save` for what is wrong, in words for the person who entered it. */
export class NotSaved extends Error {}

type Edit<Draft, Seen> = { initial: Draft; draft: Draft; seen: Seen }

/**
 * A fact of a record that is changed where it stands: pressing it begins, Enter or leaving saves, Escape takes it back. What could not
 * be saved stays as it was entered, with the reason below.
 */
export function InlineField<Draft, Seen>({
  label,
  seen,
  value,
  shown,
  editable,
  save,
  children,
}: {
  label: string
  /** The record as it is now. Whoever saves is told what it was when the edit began: others may change it meanwhile. */
  seen: Seen
  /** What an edit begins with. */
  value: Draft
  /** How the value reads; null, if there is none. */
  shown: ReactNode
  editable: boolean
  save: (draft: Draft, seen: Seen) => Promise<unknown>
  children: (editing: Editing<Draft>) => ReactNode
}) {
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [edit, setEdit] = useState<Edit<Draft, Seen>>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const takesFocusBack = useRef(false)
  const isEditing = edit !== undefined

  useEffect(() => {
    if (isEditing) {
      const control = whole.current?.querySelector<HTMLElement>('input, select, textarea')
      control?.focus()
      if (control instanceof HTMLInputElement && control.type === 'text') control.select()
      // Choices may reach below what is seen.
      whole.current?.scrollIntoView({ block: 'nearest' })
    } else if (takesFocusBack.current) {
      takesFocusBack.current = false
      button.current?.focus()
    }
  }, [isEditing])

  function begin() {
    setEdit({ initial: value, draft: value, seen })
  }

  function close() {
    takesFocusBack.current = whole.current?.contains(document.activeElement) ?? false
    setEdit(undefined)
    setError(undefined)
  }

  async function saveDraft(draft = edit?.draft as Draft) {
    if (!edit || saving.current) return
    // Half a date reads as none: it must not be saved as such.
    const isUnfinished = whole.current?.querySelector<HTMLInputElement>('input')?.validity.badInput
    if (isUnfinished) return setError('Enter a date')
    if (JSON.stringify(draft) === JSON.stringify(edit.initial)) return close()
    setEdit({ ...edit, draft })
    saving.current = true
    setBusy(true)
    setError(undefined)
    try {
      await save(draft, edit.seen)
      close()
    } catch (reason) {
      setError(whyNot(reason))
    } finally {
      saving.current = false
      setBusy(false)
    }
  }

  function keyDown(event: KeyboardEvent) {
    if (!edit || saving.current || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      // Otherwise some browsers open the list of a choice.
      event.preventDefault()
      void saveDraft()
    }
  }

  function saveWhenLeft(event: FocusEvent<HTMLElement>) {
    const stays = [event.relatedTarget, document.activeElement].some((one) => event.currentTarget.contains(one))
    if (!stays) void saveDraft()
  }

  return (
    <div className="fact">
      <dt className="text-grey">{label}</dt>
      <dd className="min-w-0">
        {edit ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notices keys and leaving; the controls are inside
          <div
            ref={whole}
            // Keeps focus inside when something between the controls is pressed.
            tabIndex={-1}
            aria-busy={busy || undefined}
            onKeyDown={keyDown}
            onBlur={saveWhenLeft}
            className="fact-editor"
          >
            {children({
              draft: edit.draft,
              change: (draft) => !saving.current && setEdit({ ...edit, draft }),
              save: (draft) => void saveDraft(draft),
              busy,
              control: {
                id,
                'aria-label': label,
                'aria-invalid': error ? true : undefined,
                'aria-describedby': error ? `${id}-error` : undefined,
              },
            })}
            <p id={`${id}-error`} role="alert" className="text-xs font-medium text-error not-empty:mt-1">
              {error}
            </p>
          </div>
        ) : editable ? (
          <button ref={button} type="button" onClick={begin} className="fact-value">
            {shown === null ? (
              <>
                <span className="sr-only">Add {label}</span>
                <span aria-hidden="true" className="flex items-center gap-1 text-grey">
                  <ToolIcon name="plus" className="size-3" />
                  Add
                </span>
              </>
            ) : (
              <>
                <span className="sr-only">Edit {label}: </span>
                {shown}
              </>
            )}
          </button>
        ) : (
          <div className="fact-value">{shown}</div>
        )}
      </dd>
    </div>
  )
}

function whyNot(reason: unknown) {
  if (reason instanceof NotSaved) return reason.message
  const { fields, text } = failureOf(reason)
  return [...fields.values()][0] ?? text
}

const editorClass = `${controlClass} min-h-8 px-2 py-1 text-sm max-md:min-h-11`

export function LineEditor({
  editing: { draft, change, busy, control },
  ...rest
}: {
  editing: Editing<string>
  type?: 'text' | 'date'
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel'
  maxLength?: number
}) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      {...control}
      value={draft}
      readOnly={busy}
      onChange={({ target }) => change(target.value)}
      className={editorClass}
    />
  )
}

/** A choice by pointer is saved at once. By keyboard one goes through the choices: Enter or leaving saves. */
export function ChoiceEditor({
  editing: { draft, change, save, busy, control },
  options,
  none,
}: {
  editing: Editing<string>
  options: readonly { id: string; name: string }[]
  /** What stands for no value, where there can be none. */
  none?: string
}) {
  const byKeyboard = useRef(false)
  return (
    <select
      {...control}
      value={draft}
      aria-disabled={busy || undefined}
      onKeyDown={() => {
        byKeyboard.current = true
      }}
      onPointerDown={() => {
        byKeyboard.current = false
      }}
      onChange={({ target }) => (byKeyboard.current ? change(target.value) : save(target.value))}
      className={`${editorClass} cursor-pointer`}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
