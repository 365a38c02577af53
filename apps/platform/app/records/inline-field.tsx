import { controlClass } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureOf } from '../forms/failure.ts'
import { useUnsavedChanges } from '../forms/unsaved-changes.ts'

/** Props of an editor. */
export type Editing<Draft> = {
  draft: Draft
  change: (draft: Draft) => void
  /** Saves the draft or another value. */
  save: (draft?: Draft) => void
  busy: boolean
  control: {
    id: string
    'aria-label': string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }
}

/** Thrown by `save`; its message is shown to the person. */
export class NotSaved extends Error {}

type Edit<Draft, Seen> = { initial: Draft; draft: Draft; seen: Seen }

/** Inline editing: a click starts, Enter or blur saves, Escape cancels. After an error the draft stays, with the
 * reason below.
 */
export function InlineField<Draft, Seen>({
  id: place,
  label,
  seen,
  value,
  shown,
  links = false,
  editable,
  save,
  children,
}: {
  /** For links to the field. */
  id?: string
  label: string
  /** The current record. `save` receives the version at the start of the edit, to detect conflicts. */
  seen: Seen
  /** The initial draft. */
  value: Draft
  /** The displayed value; null if empty. */
  shown: ReactNode
  /** The displayed value has links, so the button is beside it. */
  links?: boolean
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
  const restoresFocus = useRef(false)
  const isEditing = edit !== undefined
  useUnsavedChanges(whole, () => !saving.current && JSON.stringify(edit?.draft) !== JSON.stringify(edit?.initial))

  useEffect(() => {
    if (isEditing) {
      const control = whole.current?.querySelector<HTMLElement>('input, select, textarea')
      control?.focus()
      if (control instanceof HTMLInputElement && control.type === 'text') control.select()
      // Choices may extend below the viewport.
      whole.current?.scrollIntoView({ block: 'nearest' })
    } else if (restoresFocus.current) {
      restoresFocus.current = false
      button.current?.focus()
    }
  }, [isEditing])

  function begin() {
    setEdit({ initial: value, draft: value, seen })
  }

  function close() {
    restoresFocus.current = whole.current?.contains(document.activeElement) ?? false
    setEdit(undefined)
    setError(undefined)
  }

  async function saveDraft(draft = edit?.draft as Draft) {
    if (!edit || saving.current) return
    // An incomplete date reads as empty and must not be saved.
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
      setError(errorText(reason))
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
      // Some browsers would open the select.
      event.preventDefault()
      void saveDraft()
    }
  }

  function saveOnBlur(event: FocusEvent<HTMLElement>) {
    const stays = [event.relatedTarget, document.activeElement].some((one) => event.currentTarget.contains(one))
    if (!stays) void saveDraft()
  }

  return (
    <div id={place} className="fact">
      <dt className="text-grey">{label}</dt>
      <dd className="min-w-0">
        {edit ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: only observes bubbling events of its controls
          <div
            ref={whole}
            // Keeps focus inside on clicks between controls.
            tabIndex={-1}
            aria-busy={busy || undefined}
            onKeyDown={keyDown}
            onBlur={saveOnBlur}
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
        ) : links && shown !== null ? (
          <div className="fact-value">
            <span className="-my-1 flex min-h-7 items-center gap-x-1 max-md:-my-3 max-md:min-h-11">
              <span className="flex min-w-0 flex-wrap items-center gap-x-3">{shown}</span>
              {editable && (
                <button
                  ref={button}
                  type="button"
                  aria-label={`Edit ${label}`}
                  onClick={begin}
                  className="inline-flex min-h-7 min-w-7 cursor-pointer items-center justify-center rounded-sm text-slate hover:bg-hover hover:text-ink max-md:min-h-11 max-md:min-w-11"
                >
                  <ToolIcon name="edit" className="size-3" />
                </button>
              )}
            </span>
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

function errorText(reason: unknown) {
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

/** Choices by pointer are saved at once; by keyboard, Enter or blur saves. */
export function ChoiceEditor({
  editing: { draft, change, save, busy, control },
  options,
  none,
}: {
  editing: Editing<string>
  options: readonly { id: string; name: string }[]
  /** The label of "no value", if allowed. */
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
