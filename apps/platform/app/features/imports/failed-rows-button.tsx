import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { Button } from '@sherpa/ui/button'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'

/** Downloads failed rows as CSV, to be corrected and imported again. */
export function FailedRowsButton({ id }: { id: string }) {
  const { id: organization } = useOrganization()
  const [failedRows] = athleteImportsApi.useFailedImportRowsMutation()
  const { busy, run } = useAction()
  const download = () =>
    run(async () => saveFile(await failedRows({ organization, import: id }).unwrap(), 'rows-not-imported.csv'))
  return (
    <Button look="secondary" size="small" busy={busy} onClick={download}>
      Download as CSV
    </Button>
  )
}
