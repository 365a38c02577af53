import type { ImportRecord } from '@sherpa/contracts/import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useId } from 'react'
import { useAction } from '../../data/use-action.ts'
import { number } from './import-words.ts'
import { type Importable, useImportCalls } from './importable.ts'

const titles = { checking: 'Checking rows', importing: 'Importing', undoing: 'Undoing the import' }

/** Progress of the background job. */
export function ProgressStep({
  importable,
  whole: { id, state, rows, doneRows },
  mayStop = true,
}: {
  importable: Importable
  whole: ImportRecord
  mayStop?: boolean
}) {
  const { cancel } = useImportCalls(importable)
  const { busy, run } = useAction()
  const label = useId()
  const title = titles[state as keyof typeof titles]
  return (
    <Panel title={title} lead="You can leave this screen. The work continues in the background.">
      <div className="flex max-w-2xl flex-col gap-3">
        <p id={label} className="text-sm tabular-nums" aria-live="polite">
          {number(doneRows)} of {number(rows)} rows
        </p>
        <progress aria-labelledby={label} value={doneRows} max={rows} className="w-full" />
        {mayStop && state !== 'undoing' && (
          <Button look="secondary" busy={busy} className="self-start" onClick={() => run(() => cancel(id))}>
            Stop
          </Button>
        )}
      </div>
    </Panel>
  )
}
