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

/** How a value reads that its own field knows best: names instead of ids, say. */
export type InWords<OneRecord> = { label: string; mine: string; theirs: (present: OneRecord) => string }

export type Save<OneRecord, Changes> = (changes: Changes, seen: OneRecord, words?: InWords<OneRecord>) => Promise<void>

/** Saves changes of a record, which can be taken back. Where a colleague has changed the same, the person decides. */
export function useChanges<OneRecord, Changes extends object>({
  schema,
  send,
  show,
  contestedParts,
  formerOf,
  inWords,
}: {
  schema: ZodMiniType
  /** Sends the changes with the version that was seen; answers with the record as it is then. */
  send: (changes: Changes, seen: OneRecord) => Promise<OneRecord>
  show: (record: OneRecord) => void
  /** What was changed by me and by somebody else to different values. If nothing was, both changes stand. */
  contestedParts: (changes: Changes, seen: OneRecord, present: OneRecord) => string[]
  /** What undoes a change: all that it touches, as it was before. */
  formerOf: (changes: Changes, before: OneRecord) => Changes
  inWords: (part: string, changes: Changes, present: OneRecord) => Contested
}) {
  const [asking, setAsking] = useState<{ contested: Contested[]; answer: (choice: Choice) => void }>()

  /** Answers with the record as it is then, or with nothing if the colleague's change was kept. */
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

/** Where somebody else was first, the answer has the record as it is now. */
function presentIn<OneRecord>(error: unknown) {
  const { data } = (error ?? {}) as { data?: Partial<Problem> }
  return data?.code === 'changed-meanwhile' ? (data.present as OneRecord) : undefined
}
