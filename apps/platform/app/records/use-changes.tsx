import type { Problem } from '@sherpa/contracts/problem'
import { fieldErrors } from '@sherpa/contracts/text'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { failureOf } from '../forms/failure.ts'
import { ConflictDialog, type Contested } from './conflict-dialog.tsx'
import { NotSaved } from './inline-field.tsx'

type Choice = 'mine' | 'theirs' | undefined
type Ask = (contested: Contested[]) => Promise<Choice>

/** Formats values that need their field's context, such as names for ids. */
export type InWords<OneRecord> = { label: string; mine: string; theirs: (present: OneRecord) => string }

export type Save<OneRecord, Changes> = (changes: Changes, seen: OneRecord, words?: InWords<OneRecord>) => Promise<void>

/** Saves changes with undo. Conflicts on the same field are resolved by the person. */
export function useChanges<OneRecord, Changes extends object>({
  schema,
  send,
  show,
  contestedParts,
  formerOf,
  inWords,
}: {
  schema: ZodMiniType
  /** Sends the changes with the seen version (optimistic locking). */
  send: (changes: Changes, seen: OneRecord) => Promise<OneRecord>
  show: (record: OneRecord) => void
  /** Fields that both sides changed to different values. Without any, both changes are merged. */
  contestedParts: (changes: Changes, seen: OneRecord, present: OneRecord) => string[]
  /** The changes that undo a change. */
  formerOf: (changes: Changes, before: OneRecord) => Changes
  inWords: (part: string, changes: Changes, present: OneRecord) => Contested
}) {
  const [asking, setAsking] = useState<{ contested: Contested[]; answer: (choice: Choice) => void }>()

  /** Returns the saved record, or undefined if the colleague's change was kept. */
  async function change(
    changes: Changes,
    seen: OneRecord,
    ask: Ask,
    words?: InWords<OneRecord>,
  ): Promise<OneRecord | undefined> {
    try {
      const changed = await send(changes, seen)
      show(changed)
      return changed
    } catch (error) {
      const present = presentIn<OneRecord>(error)
      if (!present) throw error
      const parts = contestedParts(changes, seen, present)
      if (parts.length > 0) {
        show(present)
        const textsOf = (part: string) =>
          words
            ? { label: words.label, mine: words.mine, theirs: words.theirs(present) }
            : inWords(part, changes, present)
        const choice = await ask(parts.map(textsOf))
        if (choice === 'theirs') return undefined
        if (choice === undefined) throw error
      }
      return change(changes, present, ask, words)
    }
  }

  const askPerson: Ask = (contested) =>
    new Promise((answer) => {
      setAsking({ contested, answer })
    })

  const save: Save<OneRecord, Changes> = async (changes, seen, words) => {
    const [wrong] = fieldErrors(schema, changes).values()
    if (wrong) throw new NotSaved(wrong)
    const saved = await change(changes, seen, askPerson, words)
    if (!saved) return
    const undo = () => change(formerOf(changes, seen), saved, async () => undefined)
    showToast('success', 'Saved.', {
      label: 'Undo',
      act: () =>
        void undo().then(
          () => showToast('success', 'Undone.'),
          (error) => showToast('error', failureOf(error).text),
        ),
    })
  }

  const dialog = (
    <ConflictDialog
      contested={asking?.contested}
      onChoose={(choice) => {
        asking?.answer(choice)
        setAsking(undefined)
      }}
    />
  )
  return { save, dialog }
}

/** The current record in a conflict response. */
function presentIn<OneRecord>(error: unknown) {
  const { data } = (error ?? {}) as { data?: Partial<Problem> }
  return data?.code === 'changed-meanwhile' ? (data.present as OneRecord) : undefined
}
