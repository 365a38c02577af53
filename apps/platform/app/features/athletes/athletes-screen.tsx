import { athletesApi } from '@sherpa/api-client/athletes'
import { athleteName, athletesQuery } from '@sherpa/contracts/athlete'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { sportIds } from '@sherpa/contracts/sports'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useAccount, useLabels, useOrganization } from '../../frame/account-context.ts'
import { lazyPart } from '../../frame/on-demand.tsx'
import { type PaletteCommand, useCommands } from '../../frame/palette/commands.ts'
import { useListAddress } from '../../list/list-address.ts'
import { ListHead } from '../../list/list-head.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import { useSelection } from '../../list/selection.ts'
import { useList } from '../../list/use-list.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { usePrograms } from '../programs/use-programs.ts'
import { AddAthleteButton } from './add-athlete-button.tsx'
import { athleteColumns } from './athlete-columns.tsx'
import { athleteFilters } from './athlete-filters.ts'
import { athleteRangeFilters } from './athlete-range-filters.tsx'
import { ExportFormats, ExportMenu } from './export-menu.tsx'
import { OwnRecord } from './own-record.tsx'
import { SelectionActions, wholeListOf } from './selection-actions.tsx'
import { useColleagues } from './use-colleagues.ts'
import { type ExportFormat, useExport } from './use-export.ts'

const AthletePanel = lazyPart(async () => (await import('./record/athlete-panel.tsx')).AthletePanel)

/** The roster; athletes see only their own record. */
export function Component() {
  const { role } = useOrganization()
  return role === 'athlete' ? <OwnRecord /> : <Roster />
}

function Roster() {
  const { user } = useAccount()
  const { id: organization, name: organizationName, has, may } = useOrganization()
  const { stages } = useLabels()
  const address = useListAddress(athletesQuery)
  const panel = useRecordPanel((id) => `/organizations/${organization}/athletes/${id}`)
  const list = useList(athletesApi.endpoints.athletes, { organization, query: address.state }, 'athletes')
  const tags = athletesApi.useTagsQuery({ organization }).currentData?.tags ?? []
  const fields = athletesApi.useCustomFieldsQuery({ organization }).currentData?.fields ?? []
  const sports = athletesApi.useSportsInUseQuery({ organization }).currentData?.sports ?? sportIds
  const programs = usePrograms()
  const colleagues = useColleagues()
  const here = list.rows.filter(({ id }) => !list.gone.has(id))
  const selection = useSelection(
    here.map(({ id }) => id),
    wholeListOf(address, list),
  )
  const mayEdit = may('athletes.edit')
  const mayImport = may('data.import') && may('athletes.all')
  const mayExport = has('data.export')
  const roster = `/organizations/${organization}/athletes`
  const [exportAthletes] = athletesApi.useExportAthletesMutation()
  const exporting = useExport((format) =>
    exportAthletes({ organization, query: { ...address.state, format } }).unwrap(),
  )
  useCommands([
    ...(mayEdit ? [{ title: 'Add athlete', icon: 'account' as const, run: `${roster}#add` }] : []),
    ...(mayImport ? [{ title: 'Import from a spreadsheet', icon: 'upload' as const, run: `${roster}/import` }] : []),
    ...(may('data.export') ? exportCommands(exporting.save) : []),
  ])

  return (
    <WithRecordPanel panel={panel} list={list} label="Athlete" record={(id) => <AthletePanel id={id} />}>
      <ListView
        head={({ views, isEmpty }) => (
          <ListHead
            title="Athletes"
            within={organizationName}
            count={list.total}
            views={views}
            add={mayEdit && <AddAthleteButton />}
            {...(!isEmpty && {
              tools: (
                <>
                  {mayImport && <ImportLink to="athletes/import" />}
                  {mayExport && <ExportMenu {...exporting} />}
                </>
              ),
              menu: (mayImport || mayExport) && (
                <>
                  {mayImport && <ImportLink to="athletes/import" look="item" />}
                  {mayExport && <ExportFormats onChoose={exporting.save} />}
                </>
              ),
            })}
          />
        )}
        views="athletes"
        searchLabel="Search athletes"
        filters={[
          ...athleteFilters({
            state: address.state,
            sports,
            colleagues,
            me: user.id,
            rows: list.rows,
            programs,
            tags,
            fields,
            thisYear: new Date().getFullYear(),
            stages,
            seesSensitive: may('athletes.sensitive'),
          }),
          ...athleteRangeFilters(address, may('athletes.sensitive')),
        ]}
        label="Athletes"
        list={list}
        address={address}
        columns={athleteColumns(panel, fields, programs.length > 0)}
        nameOf={athleteName}
        selection={mayEdit || mayExport ? selection : undefined}
        onOpen={({ id }) => panel.show(id)}
        opened={panel.id}
        empty={<NoAthletes />}
        noMatch="No athlete matches"
      />
      <SelectionActions
        selection={selection}
        list={list}
        address={address}
        programs={programs}
        tags={tags}
        colleagues={colleagues}
      />
    </WithRecordPanel>
  )
}

const exportCommands = (save: (format: ExportFormat) => unknown): PaletteCommand[] => [
  { title: 'Export as a spreadsheet (CSV)', icon: 'download', run: () => void save('csv') },
  { title: 'Export as JSON', icon: 'download', run: () => void save('json') },
]

function NoAthletes() {
  const { may } = useOrganization()
  const { stages } = useLabels()
  if (!may('athletes.all')) {
    return (
      <EmptyState title="No athletes yet">
        You see the athletes of your programs and those assigned to you. They appear here as soon as there are any.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No athletes yet"
      action={may('athletes.edit') && may('data.import') && <ImportLink to="athletes/import" />}
    >
      {`Keep one record per athlete through every stage: ${listInWords(Object.values(stages))}. Add the first one, or import your spreadsheet.`}
    </EmptyState>
  )
}
