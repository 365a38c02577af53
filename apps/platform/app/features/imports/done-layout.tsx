import { Button, buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../data/moments.tsx'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { FailedRowsButton } from './failed-rows-button.tsx'
import { countInWords, number } from './import-words.ts'
import { type AnyImport, type Importable, useImportCalls, useImportsAddress } from './importable.ts'
import { RowList } from './row-list.tsx'

/** The result of an import, with undo. */
export function DoneLayout({
  importable,
  whole,
  mayEdit = true,
  figures,
  continuing,
  viewing,
  undoing,
  children,
}: {
  importable: Importable
  whole: AnyImport
  mayEdit?: boolean
  figures: ReactNode
  /** The button that continues a stopped import. */
  continuing: ReactNode
  /** The link to the imported records. */
  viewing: ReactNode
  /** What undoing does. */
  undoing: string
  children?: ReactNode
}) {
  const { id, state, counts, kept, rows, doneRows, undoUntil } = whole
  const { undo } = useImportCalls(importable)
  const imports = useImportsAddress(importable)
  const [isConfirming, setIsConfirming] = useState(false)
  const { noun } = importable
  const sentences = {
    done: 'Import complete.',
    canceled: `Stopped after ${number(doneRows)} of ${number(rows)} rows.`,
    undone:
      kept > 0 ? `Undone, except for ${countInWords(kept, noun)} changed since the import.` : 'Everything was undone.',
  }
  const keptTitle = `Kept ${noun.many}`
  return (
    <>
      <Panel
        title={state === 'undone' ? 'Undone' : state === 'canceled' ? 'Stopped' : 'Imported'}
        lead={sentences[state as keyof typeof sentences]}
      >
        <div className="flex flex-col gap-5">
          {figures}
          <div className="flex flex-wrap gap-3">
            {state === 'canceled' && mayEdit ? continuing : viewing}
            {mayEdit && undoUntil && (
              <Button look="danger" onClick={() => setIsConfirming(true)}>
                Undo this import
              </Button>
            )}
            {mayEdit && (
              <Link to={imports} className={buttonClass({ look: 'secondary' })}>
                All imports
              </Link>
            )}
          </div>
          {mayEdit && undoUntil && <p className="text-sm text-grey">You can undo this until {dayOf(undoUntil)}.</p>}
        </div>
      </Panel>
      {children}
      {counts.failed > 0 && state !== 'undone' && (
        <Panel
          title="Failed rows"
          lead="Correct them in the file and import it again."
          actions={mayEdit && <FailedRowsButton importable={importable} id={id} />}
        >
          <RowList importable={importable} whole={whole} outcome="failed" label="Failed rows" />
        </Panel>
      )}
      {counts.skipped > 0 && state !== 'undone' && (
        <Panel title="Skipped rows">
          <RowList importable={importable} whole={whole} outcome="skipped" label="Skipped rows" />
        </Panel>
      )}
      {state === 'undone' && kept > 0 && (
        <Panel title={keptTitle}>
          <RowList importable={importable} whole={whole} outcome="kept" label={keptTitle} />
        </Panel>
      )}
      <ConfirmDialog
        open={isConfirming}
        title="Undo this import?"
        confirm="Undo import"
        confirming="Undoing…"
        onConfirm={() => undo(id)}
        onClose={() => setIsConfirming(false)}
      >
        <p>{undoing}</p>
      </ConfirmDialog>
    </>
  )
}
