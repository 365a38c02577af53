import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { duplicateKinds, type WholeImport } from '@sherpa/contracts/athlete-import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useOrganization } from '../../../frame/account-context.ts'
import { number } from '../../imports/import-words.ts'
import { ShowMore } from '../../imports/show-more.tsx'
import { athletesInWords } from './athletes-importable.ts'
import { Chosen } from './chosen.tsx'
import { useMappingChoices } from './use-mapping-choices.ts'

/** What updates change, value by value. */
export function BeforeAndAfter({
  whole,
  updatesAll,
  onUpdateAll,
}: {
  whole: WholeImport
  updatesAll: boolean
  onUpdateAll: (updatesAll: boolean) => void
}) {
  const { id: organization } = useOrganization()
  const { targets } = useMappingChoices()
  const query = { outcome: 'updated' } as const
  const pages = athleteImportsApi.useImportRowsInfiniteQuery({ organization, import: whole.id, query })
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const labels = new Map(targets)
  const { counts, changedValues = 0 } = whole.findings ?? { counts: { updated: 0 } }
  return (
    <Panel
      title="Before and after"
      lead={
        counts.updated > 0
          ? `${athletesInWords(counts.updated)}, ${changedValues === 1 ? '1 value' : `${number(changedValues)} values`}. The import can be undone for 30 days.`
          : 'Known athletes keep their values.'
      }
      actions={
        <span className="flex flex-wrap gap-2">
          <Button
            look="secondary"
            size="small"
            aria-pressed={!updatesAll}
            onClick={() => updatesAll && onUpdateAll(false)}
          >
            {!updatesAll && <Chosen />}Only fill empty
          </Button>
          <Button
            look="secondary"
            size="small"
            aria-pressed={updatesAll}
            onClick={() => !updatesAll && onUpdateAll(true)}
          >
            {updatesAll && <Chosen />}Update values
          </Button>
        </span>
      }
    >
      {rows.length > 0 && (
        <div className="flex flex-col items-start gap-3">
          <table className="data-table">
            <caption className="sr-only">Values before and after the import</caption>
            <thead>
              <tr>
                <th scope="col">Athlete</th>
                <th scope="col">Field</th>
                <th scope="col">Now</th>
                <th scope="col" className="text-left!">
                  After
                </th>
              </tr>
            </thead>
            {rows.map((row) => (
              <tbody key={row.id}>
                {row.changes.map(({ field, before, after }, at) => (
                  <tr key={`${field} ${after}`}>
                    <td data-label="Athlete" className={at > 0 ? 'max-md:hidden' : ''}>
                      {at === 0 && (
                        <span>
                          <span className="block font-medium text-ink">{row.name}</span>
                          <span className="block text-xs text-grey">
                            Row {number(row.row)}
                            {row.matchedBy && `, ${duplicateKinds[row.matchedBy].toLowerCase()}`}
                          </span>
                        </span>
                      )}
                    </td>
                    <td data-label="Field">{labels.get(field) ?? 'Contact'}</td>
                    <td data-label="Now">
                      {before === null ? <span className="text-grey">Empty</span> : <del>{before}</del>}
                    </td>
                    <td data-label="After" className="text-left! [overflow-wrap:anywhere]">
                      <ins className="rounded-sm bg-success-pale px-1 text-success no-underline">
                        {after ?? 'Empty'}
                      </ins>
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
          <ShowMore pages={pages} />
        </div>
      )}
    </Panel>
  )
}
