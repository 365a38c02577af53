import { dealsApi } from '@sherpa/api-client/deals'
import { type Deal, dealChange } from '@sherpa/contracts/deal'
import type { Problem } from '@sherpa/contracts/problem'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { ConflictDialog, type Contested } from '../../../records/conflict-dialog.tsx'
import { NotSaved } from '../../../records/inline-field.tsx'
import { useAppDispatch } from '../../../store.ts'
import { contestedIn, currentVersion, type DealChanges, formerOf } from './contested-terms.ts'

type Choice = 'mine' | 'theirs' | undefined
type Ask = (contested: Contested[]) => Promise<Choice>

export type SaveDeal = (changes: DealChanges, seen: Deal) => Promise<void>

/** Submitted versions are immutable: a change starts the next version. */
function isFrozen(deal: Deal) {
  return deal.versions[0]?.stage !== 'draft'
}

/** The lead is not part of the terms. */
function touchesVersion({ terms, title, companyId }: DealChanges) {
  return terms !== undefined || title !== undefined || companyId !== undefined
}

const notSaved = () => new NotSaved('Not saved. The version is unchanged.')

/**
 * Saves changes with optimistic locking. Asks before a change starts a new version, and on edit conflicts.
 * Changes to a draft offer an undo.
 */
export function useDealChanges(organization: string) {
  const [send] = dealsApi.useChangeDealMutation()
  const dispatch = useAppDispatch()
  const [asking, setAsking] = useState<{ contested: Contested[]; answer: (choice: Choice) => void }>()
  const [warning, setWarning] = useState<{ deal: Deal; answer: (goesOn: boolean) => void }>()

  function show(deal: Deal) {
    dispatch(dealsApi.util.updateQueryData('deal', { organization, deal: deal.id }, () => deal))
  }

  /** Undefined if the user keeps the colleague's change. */
  async function change(changes: DealChanges, seen: Deal, ask: Ask): Promise<Deal | undefined> {
    try {
      const body = { version: seen.version, changes }
      const changed = await send({ organization, deal: seen.id, body }).unwrap()
      show(changed)
      return changed
    } catch (error) {
      const present = presentIn(error)
      if (!present) throw error
      if (!isFrozen(seen) && touchesVersion(changes) && isFrozen(present) && !(await warn(present))) throw notSaved()
      const contested = contestedIn(changes, seen, present)
      if (contested.length > 0) {
        show(present)
        const choice = await ask(contested)
        if (choice === 'theirs') return undefined
        if (choice === undefined) throw error
      }
      return change(changes, present, ask)
    }
  }

  const askPerson: Ask = (contested) => new Promise((answer) => setAsking({ contested, answer }))
  const warn = (deal: Deal) => new Promise<boolean>((answer) => setWarning({ deal, answer }))

  const save: SaveDeal = async (changes, seen) => {
    const wrong = dealChange.shape.changes.safeParse(changes).error?.issues[0]?.message
    if (wrong) throw new NotSaved(wrong)
    if (touchesVersion(changes) && isFrozen(seen) && !(await warn(seen))) throw notSaved()
    const saved = await change(changes, seen, askPerson)
    if (!saved) return
    if (saved.newestVersion !== seen.newestVersion)
      return showToast('success', `Saved as a draft of version ${saved.newestVersion}.`)
    showToast('success', 'Saved.', {
      label: 'Undo',
      act: () =>
        void change(formerOf(changes, seen), saved, async () => undefined).then(
          () => showToast('success', 'Change undone.'),
          (error) => showToast('error', failureOf(error).text),
        ),
    })
  }

  const dialogs = (
    <>
      <ConflictDialog
        contested={asking?.contested}
        onChoose={(choice) => {
          asking?.answer(choice)
          setAsking(undefined)
        }}
      />
      <NewVersionDialog
        deal={warning?.deal}
        onAnswer={(goesOn) => {
          warning?.answer(goesOn)
          setWarning(undefined)
        }}
      />
    </>
  )
  return { save, dialogs }
}

function NewVersionDialog({ deal, onAnswer }: { deal: Deal | undefined; onAnswer: (goesOn: boolean) => void }) {
  const number = deal?.newestVersion ?? 0
  const isInForce = deal !== undefined && currentVersion(deal).number === deal.versionInForce
  const former = isInForce ? deal.versionInForce : number
  return (
    <Dialog open={deal !== undefined} title={`Start version ${number + 1}?`} onClose={() => onAnswer(false)}>
      <p className="text-sm">
        {isInForce
          ? `Version ${former} is signed and applies until all parties have signed version ${number + 1}.`
          : `Version ${number} is locked. Its approvals and signatures don’t carry over to version ${number + 1}.`}{' '}
        Version {number + 1} starts as a draft and needs all approvals and signatures again.
      </p>
      <DialogActions>
        <Button look="secondary" onClick={() => onAnswer(false)}>
          Keep version {former}
        </Button>
        <Button onClick={() => onAnswer(true)}>Start version {number + 1}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** A 409 answer carries the current deal. */
function presentIn(error: unknown) {
  const { data } = (error ?? {}) as { data?: Partial<Problem> }
  return data?.code === 'changed-meanwhile' ? (data.present as Deal) : undefined
}
