import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import type { WholeImport } from '@sherpa/contracts/athlete-import'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { FailedRowsButton } from './failed-rows-button.tsx'
import { Figures } from './figures.tsx'
import { athletesInWords, number } from './import-words.ts'
import { RowList } from './row-list.tsx'

const heads = { added: 'Added', updated: 'Updated', same: 'Unchanged', skipped: 'Skipped', failed: 'Failed' }

const undoneHeads = { removed: 'Removed', restored: 'Restored', kept: 'Kept' }

/** The result of an import, with undo. */
export function DoneStep({ whole }: { whole: WholeImport }) {
  const { id: organization } = useOrganization()
  const { id, state, counts, kept, removed, restored, rows, doneRows, undoUntil } = whole
  const [start] = athleteImportsApi.useStartImportMutation()
  const [undo] = athleteImportsApi.useUndoImportMutation()
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()
  const here = { organization, import: id }
  const sentences = {
    done: 'Import complete.',
    canceled: `Stopped after ${number(doneRows)} of ${number(rows)} rows.`,
    undone:
      kept > 0 ? `Undone, except for ${athletesInWords(kept)} changed since the import.` : 'Everything was undone.',
  }
  return (
    <>
      <Panel
        title={state === 'undone' ? 'Undone' : state === 'canceled' ? 'Stopped' : 'Imported'}
        lead={sentences[state as keyof typeof sentences]}
      >
        <div className="flex flex-col gap-5">
          {state === 'undone' ? (
            <Figures counts={{ removed, restored, kept }} heads={undoneHeads} />
          ) : (
            <Figures counts={counts} heads={heads} />
          )}
          <div className="flex flex-wrap gap-3">
            {state === 'canceled' ? (
              <Button busy={busy} onClick={() => run(() => start(here).unwrap())}>
                Continue
              </Button>
            ) : (
              <Link to={`/organizations/${organization}/athletes`} className={buttonClass()}>
                View athletes
              </Link>
            )}
            {undoUntil && (
              <Button look="danger" onClick={() => setIsConfirming(true)}>
                Undo this import
              </Button>
            )}
            <Link to={`/organizations/${organization}/athletes/import`} className={buttonClass({ look: 'secondary' })}>
              All imports
            </Link>
          </div>
          {undoUntil && <p className="text-sm text-grey">You can undo this until {dayOf(undoUntil)}.</p>}
        </div>
      </Panel>
      {counts.failed > 0 && state !== 'undone' && (
        <Panel
          title="Failed rows"
          lead="Correct them in the file and import it again."
          actions={<FailedRowsButton id={id} />}
        >
          <RowList whole={whole} outcome="failed" label="Failed rows" />
        </Panel>
      )}
      {counts.skipped > 0 && state !== 'undone' && (
        <Panel title="Skipped rows">
          <RowList whole={whole} outcome="skipped" label="Skipped rows" />
        </Panel>
      )}
      {state === 'undone' && kept > 0 && (
        <Panel title="Kept athletes">
          <RowList whole={whole} outcome="kept" label="Kept athletes" />
        </Panel>
      )}
      <ConfirmDialog
        open={isConfirming}
        title="Undo this import?"
        confirm="Undo import"
        confirming="Undoing…"
        onConfirm={() => undo(here).unwrap()}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          This removes {athletesInWords(counts.added)} it added and restores {athletesInWords(counts.updated)} it
          updated. Athletes changed since the import are kept.
        </p>
      </ConfirmDialog>
    </>
  )
}
