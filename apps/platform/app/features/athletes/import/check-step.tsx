import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import {
  type DuplicateKind,
  duplicateChoices,
  duplicateKinds,
  type ImportMapping,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useAction } from '../../../data/use-action.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { Figures } from '../../imports/figures.tsx'
import { FixRows } from '../../imports/fix-rows.tsx'
import { number, rowsInWords } from '../../imports/import-words.ts'
import { RowList } from '../../imports/row-list.tsx'
import { UnrecognizedValues } from '../../imports/unrecognized-values.tsx'
import { athletesImportable, athletesInWords } from './athletes-importable.ts'
import { BeforeAndAfter } from './before-and-after.tsx'
import { SamePersonQuestions } from './same-person-questions.tsx'
import { useMappingChoices } from './use-mapping-choices.ts'

const TAGS_SHOWN = 10

const heads = {
  added: 'New',
  updated: 'Updated',
  same: 'Unchanged',
  open: 'Same person?',
  skipped: 'Skipped',
  failed: 'With errors',
}

/** The dry run. */
export function CheckStep({ whole, onBack }: { whole: WholeImport; onBack: () => void }) {
  const { id: organization } = useOrganization()
  const { id, findings, mapping } = whole
  const [start] = athleteImportsApi.useStartImportMutation()
  const [map] = athleteImportsApi.useMapImportMutation()
  const [check] = athleteImportsApi.useCheckImportMutation()
  const { choicesOf } = useMappingChoices()
  const { stages } = useLabels()
  const [values, setValues] = useState(mapping.values)
  const { busy, run } = useAction()
  if (!findings) return null
  const { counts, duplicates, withinFile, open, changedValues, newTags, overPlan, notUnderstood } = findings
  const updatesAll = mapping.duplicates.birth === 'update-all'
  const isChanged = values !== mapping.values
  const here = { organization, import: id }
  const toImport = counts.added + counts.updated
  const kinds = (Object.keys(duplicates) as DuplicateKind[]).filter((kind) => duplicates[kind] > 0)

  const checkWith = (change: Partial<ImportMapping>) =>
    run(async () => {
      await map({ ...here, body: { ...mapping, ...change } }).unwrap()
      await check(here).unwrap()
    })
  const chooseUpdates = (all: boolean) => {
    const choice = all ? 'update-all' : 'fill-empty'
    const choices = Object.entries(mapping.duplicates).map(([kind, chosen]) => [
      kind,
      chosen === 'fill-empty' || chosen === 'update-all' ? choice : chosen,
    ])
    return checkWith({ duplicates: Object.fromEntries(choices) })
  }

  return (
    <>
      <Panel title="Preview" lead="Nothing has been imported yet.">
        <div className="flex flex-col gap-5">
          <Figures
            counts={{ ...counts, open }}
            heads={heads}
            notes={{
              updated: changedValues === 1 ? '1 value changes' : `${number(changedValues)} values change`,
              same: 'Nothing new in the row',
              open: 'Waiting for your answer',
              failed: 'Not imported until fixed',
            }}
          />
          {overPlan > 0 && (
            <p className="max-w-[72ch] rounded-md bg-summit-pale px-4 py-3 text-sm text-summit-ink">
              Athletes with the stage {stages.signed} over your plan’s limit: {number(overPlan)}. New ones are imported
              with the stage {stages.prospect}; others keep their stage.
            </p>
          )}
          {newTags.length > 0 && (
            <p className="max-w-[72ch] text-sm">
              <span className="font-medium text-ink">
                {newTags.length === 1 ? '1 new tag: ' : `${number(newTags.length)} new tags: `}
              </span>
              {newTags.slice(0, TAGS_SHOWN).join(', ')}
              {newTags.length > TAGS_SHOWN && ' and more'}
            </p>
          )}
          {kinds.length > 0 && (
            <div className="text-sm">
              <p className="font-medium text-ink">Duplicates</p>
              <ul className="mt-1 flex flex-col gap-1">
                {kinds.map((kind) => (
                  <li key={kind}>
                    {duplicateKinds[kind]}: {rowsInWords(duplicates[kind])}.{' '}
                    {duplicateChoices[mapping.duplicates[kind]]}.
                  </li>
                ))}
                {withinFile > 0 && (
                  <li>
                    {rowsInWords(withinFile)} {withinFile === 1 ? 'repeats' : 'repeat'} an athlete of an earlier row.
                  </li>
                )}
              </ul>
            </div>
          )}
          <div className="flex flex-wrap gap-3">
            {isChanged ? (
              <Button busy={busy} onClick={() => checkWith({ values })}>
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
      {counts.failed + notUnderstood.length > 0 && (
        <FixRows
          importable={athletesImportable}
          whole={whole}
          actions={
            mapping.notUnderstood === 'leave-out-row' && (
              <Button look="secondary" size="small" onClick={() => checkWith({ notUnderstood: 'leave-empty' })}>
                Leave all empty
              </Button>
            )
          }
        />
      )}
      <SamePersonQuestions whole={whole} />
      {counts.updated + counts.same > 0 && (
        <BeforeAndAfter whole={whole} updatesAll={updatesAll} onUpdateAll={chooseUpdates} />
      )}
      <UnrecognizedValues
        whole={whole}
        notUnderstood={notUnderstood}
        values={values}
        choicesOf={(target) => (isName(target) ? undefined : choicesOf(target, mapping))}
        unset={mapping.notUnderstood === 'leave-empty' ? 'Choose a meaning' : 'Skip these rows'}
        onChange={setValues}
      />
      {counts.skipped > 0 && (
        <Panel title="Skipped rows">
          <RowList importable={athletesImportable} whole={whole} outcome="skipped" label="Skipped rows" />
        </Panel>
      )}
    </>
  )
}

/** Names are required, so they can't be left empty. */
const isName = (target: string | null | undefined) =>
  target === 'fullName' || target === 'givenName' || target === 'familyName'
