import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { type CustomFieldKind, levels } from '@sherpa/contracts/athlete'
import {
  type DuplicateChoice,
  type DuplicateKind,
  duplicateChoices,
  duplicateKinds,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { useAction } from '../../../data/use-action.ts'
import { SelectField } from '../../../forms/select-field.tsx'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { number } from '../../imports/import-words.ts'
import { MatchLayout } from '../../imports/match-layout.tsx'
import { useMapping } from '../../imports/use-mapping.ts'
import { AthleteColumnRow, type Changing } from './athlete-column-row.tsx'
import { athletesImportable } from './athletes-importable.ts'
import { SportQuestion } from './sport-question.tsx'

/** Maps columns to fields. */
export function MatchStep({ whole, onChecking }: { whole: WholeImport; onChecking: () => void }) {
  const { id: organization, may } = useOrganization()
  const here = { organization, import: whole.id }
  const [map] = athleteImportsApi.useMapImportMutation()
  const [move] = athleteImportsApi.useMoveImportHeaderMutation()
  const [addField] = athleteImportsApi.useAddImportFieldMutation()
  const mapped = useMapping(whole.mapping, (body) => map({ ...here, body }).unwrap())
  const { mapping, change, attempt } = mapped
  const { busy, run } = useAction()

  async function addFields(columns: number[]) {
    for (const column of columns) {
      const name = whole.columns[column]?.name.slice(0, 60) ?? ''
      const kind = guessKind(whole.examples.map((row) => row[column] ?? ''))
      await attempt(() => addField({ ...here, body: { column, name, kind, choices: [] } }).unwrap())
    }
  }

  const unmatched = whole.columns.flatMap(({ filled, hidden }, at) =>
    mapping.targets[at] === null && filled > 0 && !hidden ? at : [],
  )

  return (
    <MatchLayout
      importable={athletesImportable}
      whole={whole}
      mapped={mapped}
      onMoveHeader={(row) => attempt(() => move({ ...here, body: { row } }).unwrap())}
      onChecking={onChecking}
      question={
        !mapping.targets.includes('sport') && (
          <SportQuestion
            whole={whole}
            mapping={mapping}
            onChange={(sport) => change({ defaults: { ...mapping.defaults, sport } })}
          />
        )
      }
      columnActions={
        may('organization.edit') &&
        unmatched.length > 0 && (
          <Button look="secondary" size="small" busy={busy} onClick={() => run(() => addFields(unmatched))}>
            {unmatched.length === 1
              ? `Add a custom field for ${whole.columns[unmatched[0] ?? 0]?.name.slice(0, 60)}`
              : `Add ${number(unmatched.length)} custom fields`}
          </Button>
        )
      }
      column={(at) => (
        <AthleteColumnRow
          whole={whole}
          column={at}
          mapping={mapping}
          onChange={change}
          onAddField={may('organization.edit') ? () => run(() => addFields([at])) : undefined}
        />
      )}
      options={<Options mapping={mapping} onChange={change} />}
    />
  )
}

/** Numbers and dates get fields of their kind. */
function guessKind(values: string[]): CustomFieldKind {
  const filled = values.filter((value) => value !== '')
  if (filled.length > 0 && filled.every((value) => /^-?\d{1,9}([.,]\d{1,6})?$/.test(value))) return 'number'
  return filled.length > 0 && filled.every((value) => /^\d{4}-\d\d-\d\d$/.test(value)) ? 'date' : 'text'
}

function Options({ mapping, onChange }: Changing) {
  const { defaults, duplicates, identifier, targets } = mapping
  const kinds = (Object.keys(duplicateKinds) as DuplicateKind[]).filter(
    (kind) =>
      (kind !== 'identifier' || identifier !== null) &&
      (kind !== 'email' || targets.includes('email')) &&
      (kind !== 'birth' || targets.includes('birthDate')),
  )
  const { stages } = useLabels()
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          size="small"
          label="Level"
          hint="Of rows without one"
          value={defaults.level ?? ''}
          onChange={({ target }) =>
            onChange({ defaults: { ...defaults, level: (target.value || null) as typeof defaults.level } })
          }
          options={{ '': 'Unknown', ...levels }}
        />
        <SelectField
          size="small"
          label="Stage"
          hint="Of rows without one"
          value={defaults.stage ?? ''}
          onChange={({ target }) =>
            onChange({ defaults: { ...defaults, stage: (target.value || null) as typeof defaults.stage } })
          }
          options={{ '': 'Unknown', ...stages }}
        />
      </div>
      <fieldset>
        <legend className="text-sm font-semibold text-ink">When an athlete already exists or appears twice</legend>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {kinds.map((kind) => (
            <SelectField
              size="small"
              key={kind}
              label={duplicateKinds[kind]}
              value={duplicates[kind]}
              onChange={({ target }) =>
                onChange({ duplicates: { ...duplicates, [kind]: target.value as DuplicateChoice } })
              }
              options={duplicateChoices}
            />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-3">
        <Checkbox
          checked={mapping.notUnderstood === 'leave-empty'}
          onChange={({ target }) => onChange({ notUnderstood: target.checked ? 'leave-empty' : 'leave-out-row' })}
        >
          Import rows with unrecognized values and leave those values empty
        </Checkbox>
        <Checkbox checked={mapping.lookAfter} onChange={({ target }) => onChange({ lookAfter: target.checked })}>
          Assign the new athletes to me
        </Checkbox>
      </div>
    </div>
  )
}
