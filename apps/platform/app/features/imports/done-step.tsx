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

const undoneHeads = { removed: 'Removed', restored: 'Changed back', kept: 'Left as they are' }

/** What has come of it, and how to take it back. */
export function DoneStep({ whole }: { whole: WholeImport }) {
  const { id: organization } = useOrganization()
  const { id, state, counts, kept, removed, restored, rows, doneRows, undoUntil } = whole
  const [start] = athleteImportsApi.useStartImportMutation()
  const [undo] = athleteImportsApi.useUndoImportMutation()
  const [isAsking, setIsAsking] = useState(false)
  const { busy, run } = useAction()
  const here = { organization, import: id }
  const sentences = {
    done: 'All rows are through.',
    canceled: `Stopped after ${number(doneRows)} of ${number(rows)} rows.`,
    undone:
      kept > 0
        ? `Undone, but for ${athletesInWords(kept)} that someone has worked on since.`
        : 'Everything was undone.',
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
              <Button look="danger" onClick={() => setIsAsking(true)}>
                Undo this import
              </Button>
            )}
            <Link to={`/organizations/${organization}/athletes/import`} className={buttonClass({ look: 'secondary' })}>
              All imports
            </Link>
          </div>
          {undoUntil && <p className="text-sm text-grey">It can be undone until {dayOf(undoUntil)}.</p>}
        </div>
      </Panel>
      {counts.failed > 0 && state !== 'undone' && (
        <Panel
          title="Rows that failed"
          lead="Correct them in the file, and import that file again."
          actions={<FailedRowsButton id={id} />}
        >
          <RowList whole={whole} outcome="failed" label="Rows that failed" />
        </Panel>
      )}
      {state === 'undone' && kept > 0 && (
        <Panel title="Kept as they are">
          <RowList whole={whole} outcome="kept" label="Athletes that were kept" />
        </Panel>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Undo this import?"
        confirm="Undo import"
        confirming="Undoing…"
        onConfirm={() => undo(here).unwrap()}
        onClose={() => setIsAsking(false)}
      >
        <p>
          The {athletesInWords(counts.added)} that it added will be removed, and what it changed of{' '}
          {athletesInWords(counts.updated)} will be as before. What someone has worked on since stays as it is.
        </p>
      </ConfirmDialog>
    </>
  )
}
