import { Button } from '@sherpa/ui/button'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { type Importable, useImportCalls } from './importable.ts'

/** Downloads failed rows as CSV, to be corrected and imported again. */
export function FailedRowsButton({ importable, id }: { importable: Importable; id: string }) {
  const { failedRows } = useImportCalls(importable)
  const { busy, run } = useAction()
  const download = () => run(async () => saveFile(await failedRows(id), 'rows-not-imported.csv'))
  return (
    <Button look="secondary" size="small" busy={busy} onClick={download}>
      Download as CSV
    </Button>
  )
}
