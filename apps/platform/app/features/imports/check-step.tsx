import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import {
  type DuplicateKind,
  duplicateChoices,
  duplicateKinds,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { FailedRowsButton } from './failed-rows-button.tsx'
import { Figures } from './figures.tsx'
import { athletesInWords, number, rowsInWords } from './import-words.ts'
import { RowList } from './row-list.tsx'
import { useMappingChoices } from './use-mapping-choices.ts'
import { ValueSelect } from './value-select.tsx'
import { withMeaning } from './with-meaning.ts'

const TAGS_SHOWN = 10

const heads = { added: 'New', updated: 'To update', same: 'Unchanged', skipped: 'Skipped', failed: 'With mistakes' }

/** What would happen. Nothing has been changed yet. */
export function CheckStep({ whole, onBack }: { whole: WholeImport; onBack: () => void }) {
  const { id: organization } = useOrganization()
  const { id, findings, mapping } = whole
  const [start] = athleteImportsApi.useStartImportMutation()
  const [map] = athleteImportsApi.useMapImportMutation()
  const [check] = athleteImportsApi.useCheckImportMutation()
  const { choicesOf } = useMappingChoices()
  const [values, setValues] = useState(mapping.values)
  const { busy, run } = useAction()
  if (!findings) return null
  const { counts, duplicates, withinFile, newTags, overPlan, notUnderstood } = findings
  const isChanged = values !== mapping.values
  const here = { organization, import: id }
  const toImport = counts.added + counts.updated
  const kinds = (Object.keys(duplicates) as DuplicateKind[]).filter((kind) => duplicates[kind] > 0)

  const checkAgain = () =>
    run(async () => {
      await map({ ...here, body: { ...mapping, values } }).unwrap()
      await check(here).unwrap()
    })

  return (
    <>
      <Panel title="What will happen" lead="Nothing has been imported yet.">
        <div className="flex flex-col gap-5">
          <Figures counts={counts} heads={heads} />
          {overPlan > 0 && (
            <p className="max-w-[72ch] rounded-md bg-summit-pale px-4 py-3 text-sm text-summit-ink">
              Your plan has no room for {athletesInWords(overPlan)} of those who are signed. New ones become prospects,
              the others stay what they are.
            </p>
          )}
          {newTags.length > 0 && (
            <p className="max-w-[72ch] text-sm">
              <span className="font-medium text-ink">
                {newTags.length === 1 ? 'A new tag is made: ' : `${number(newTags.length)} new tags are made: `}
              </span>
              {newTags.slice(0, TAGS_SHOWN).join(', ')}
              {newTags.length > TAGS_SHOWN && ' and others'}
            </p>
          )}
          {kinds.length > 0 && (
            <div className="text-sm">
              <p className="font-medium text-ink">Rows about someone you have, or who is in the file twice</p>
              <ul className="mt-1 flex flex-col gap-1">
                {kinds.map((kind) => (
                  <li key={kind}>
                    {duplicateKinds[kind]}: {rowsInWords(duplicates[kind])}.{' '}
                    {duplicateChoices[mapping.duplicates[kind]]}.
                  </li>
                ))}
                {withinFile > 0 && (
                  <li>
                    {rowsInWords(withinFile)} {withinFile === 1 ? 'is' : 'are'} about the same athlete as an earlier
                    row.
                  </li>
                )}
              </ul>
            </div>
          )}
          <div className="flex flex-wrap gap-3">
            {isChanged ? (
              <Button busy={busy} onClick={checkAgain}>
                Check again
              </Button>
            ) : (
              <Button busy={busy} disabled={toImport === 0} onClick={() => run(() => start(here).unwrap())}>
                {`Import ${athletesInWords(toImport)}`}
              </Button>
            )}
            <Button look="secondary" onClick={onBack}>
              Change columns
            </Button>
          </div>
        </div>
      </Panel>
      {notUnderstood.length > 0 && (
        <Panel title="Not understood" lead="Say what these mean, or correct them in the file and upload it again.">
          <ul className="flex max-w-4xl flex-col divide-y divide-line">
            {notUnderstood.map(({ column, value, rows, message }) => {
              const target = mapping.targets[column]
              return (
                <li
                  key={`${column} ${value}`}
                  className="grid gap-x-6 gap-y-2 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-center"
                >
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    <span className="font-medium text-ink">“{value}”</span> in {whole.columns[column]?.name},{' '}
                    {rowsInWords(rows)}
                    <span className="block text-grey">{message}</span>
                  </span>
                  {!isName(target) && (
                    <ValueSelect
                      label={`Meaning of ${value}`}
                      choices={choicesOf(target, mapping)}
                      value={values[column]?.[value.toLowerCase()]}
                      unset="Leave these rows out"
                      onChange={(meaning) => setValues(withMeaning(values, column, value, meaning))}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </Panel>
      )}
      {counts.failed > 0 && (
        <Panel
          title="Rows with mistakes"
          actions={<FailedRowsButton id={id} />}
          lead={`${number(counts.failed)} in all. They are not imported. Rows have the numbers of your spreadsheet.`}
        >
          <RowList whole={whole} outcome="failed" label="Rows with mistakes" />
        </Panel>
      )}
      {counts.skipped > 0 && (
        <Panel title="Rows that are skipped">
          <RowList whole={whole} outcome="skipped" label="Rows that are skipped" />
        </Panel>
      )}
    </>
  )
}

/** Without a name there is no athlete: it cannot be left empty. */
const isName = (target: string | null | undefined) =>
  target === 'fullName' || target === 'givenName' || target === 'familyName'
