import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import type { WholeImport } from '@sherpa/contracts/athlete-import'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { DoneLayout } from '../../imports/done-layout.tsx'
import { Figures } from '../../imports/figures.tsx'
import { athletesImportable, athletesInWords } from './athletes-importable.ts'

const heads = { added: 'Added', updated: 'Updated', same: 'Unchanged', skipped: 'Skipped', failed: 'Failed' }

const undoneHeads = { removed: 'Removed', restored: 'Restored', kept: 'Kept' }

export function DoneStep({ whole }: { whole: WholeImport }) {
  const { id: organization } = useOrganization()
  const { id, state, counts } = whole
  const [start] = athleteImportsApi.useStartImportMutation()
  const { busy, run } = useAction()
  return (
    <DoneLayout
      importable={athletesImportable}
      whole={whole}
      figures={
        state === 'undone' ? <Figures counts={whole} heads={undoneHeads} /> : <Figures counts={counts} heads={heads} />
      }
      continuing={
        <Button busy={busy} onClick={() => run(() => start({ organization, import: id }).unwrap())}>
          Continue
        </Button>
      }
      viewing={
        <Link to={`/organizations/${organization}/athletes`} className={buttonClass()}>
          View athletes
        </Link>
      }
      undoing={`This removes ${athletesInWords(counts.added)} it added and restores ${athletesInWords(counts.updated)} it updated. Athletes changed since the import are kept.`}
    />
  )
}
