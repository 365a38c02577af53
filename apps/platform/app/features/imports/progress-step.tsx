import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import type { WholeImport } from '@sherpa/contracts/athlete-import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useId } from 'react'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { number } from './import-words.ts'

const titles = { checking: 'Checking rows', importing: 'Importing', undoing: 'Undoing the import' }

/** Progress of the background job. */
export function ProgressStep({ whole: { id, state, rows, doneRows } }: { whole: WholeImport }) {
  const { id: organization } = useOrganization()
  const [cancel] = athleteImportsApi.useCancelImportMutation()
  const { busy, run } = useAction()
  const label = useId()
  const title = titles[state as keyof typeof titles]
  return (
    <Panel title={title} lead="You can leave this screen. The work continues in the background.">
      <div className="flex max-w-2xl flex-col gap-3">
        <p id={label} className="text-sm tabular-nums" aria-live="polite">
          {number(doneRows)} of {number(rows)} rows
        </p>
        <progress aria-labelledby={label} value={doneRows} max={rows} className="h-2 w-full accent-glacier" />
        {state !== 'undoing' && (
          <Button
            look="secondary"
            busy={busy}
            className="self-start"
            onClick={() => run(() => cancel({ organization, import: id }).unwrap())}
          >
            Stop
          </Button>
        )}
      </div>
    </Panel>
  )
}
