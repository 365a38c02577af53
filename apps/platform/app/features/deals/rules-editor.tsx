import { Button } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { NotSaved } from '../../records/inline-field.tsx'

export type ReadRule<Rule> = { rule: Rule } | { errors: ReadonlyMap<string, string> }

/** Parses with the contract's schema. Unreadable input, such as an amount, brings its own message. */
export function readWith<Rule>(
  schema: ZodMiniType<Rule>,
  value: unknown,
  unreadable: Readonly<Record<string, string | undefined>> = {},
): ReadRule<Rule> {
  const errors = new Map<string, string>()
  for (const [field, message] of Object.entries(unreadable)) if (message) errors.set(field, message)
  const read = schema.safeParse(value)
  for (const issue of read.error?.issues ?? []) {
    const field = String(issue.path.findLast((part) => typeof part === 'string') ?? '')
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  return errors.size === 0 && read.success ? { rule: read.data } : { errors }
}

/** Edits a list of rules and saves them together. */
export function RulesEditor<Draft extends { id: string }, Rule>({
  drafts: initial,
  newDraft,
  addLabel,
  nameOf,
  read,
  save,
  onClose,
  before,
  after,
  children,
}: {
  drafts: Draft[]
  newDraft: (drafts: readonly Draft[]) => Draft
  addLabel: string
  /** Accessible name of a rule. */
  nameOf: (draft: Draft) => string
  read: (draft: Draft) => ReadRule<Rule>
  save: (rules: Rule[]) => Promise<unknown>
  onClose: () => void
  before?: ReactNode
  /** Below the rules, such as totals of the valid ones. */
  after?: (rules: Rule[]) => ReactNode
  children: (draft: Draft, change: (changes: Partial<Draft>) => void, errors: ReadonlyMap<string, string>) => ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [drafts, setDrafts] = useState(initial)
  const [showsErrors, setShowsErrors] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useUnsavedChanges(form, () => !busy && JSON.stringify(drafts) !== JSON.stringify(initial))
  const results = drafts.map(read)
  const rules = results.flatMap((result) => ('rule' in result ? [result.rule] : []))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (rules.length < drafts.length) {
      setShowsErrors(true)
      // `aria-invalid` is set by the next render.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setBusy(true)
    try {
      await save(rules)
      onClose()
    } catch (error) {
      const { fields, text } = failureOf(error)
      setFailure(error instanceof NotSaved ? error.message : ([...fields.values()][0] ?? text))
    } finally {
      setBusy(false)
    }
  }

  const change = (id: string, changes: Partial<Draft>) =>
    setDrafts((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))

  return (
    <form ref={form} method="dialog" noValidate onSubmit={submit}>
      {before}
      {drafts.map((draft, index) => {
        const result = results[index]
        const errors = showsErrors && result && 'errors' in result ? result.errors : none
        return (
          <fieldset key={draft.id} aria-label={nameOf(draft) || 'New'} className="rule-editor">
            {children(draft, (changes) => change(draft.id, changes), errors)}
            <div className="wide flex justify-end">
              <Button
                look="secondary"
                size="small"
                aria-label={`Remove ${nameOf(draft)}`}
                onClick={() => setDrafts((all) => all.filter(({ id }) => id !== draft.id))}
              >
                Remove
              </Button>
            </div>
          </fieldset>
        )
      })}
      <div className="py-3">
        <Button look="secondary" size="small" onClick={() => setDrafts((all) => [...all, newDraft(all)])}>
          <ToolIcon name="plus" />
          {addLabel}
        </Button>
      </div>
      {after?.(rules)}
      <FormMessage failure={failure} />
      <div className="flex flex-wrap justify-end gap-2 pt-3">
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

const none: ReadonlyMap<string, string> = new Map()
