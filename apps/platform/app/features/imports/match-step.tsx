import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { levels } from '@sherpa/contracts/athlete'
import {
  type DuplicateChoice,
  type DuplicateKind,
  duplicateChoices,
  duplicateKinds,
  type ImportMapping,
  type ImportTarget,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import { stageNamed } from '@sherpa/contracts/labels'
import { sportNames } from '@sherpa/contracts/sports'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Field } from '@sherpa/ui/field'
import { MessageBox } from '@sherpa/ui/message-box'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { type ComponentProps, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../data/use-action.ts'
import { failureOf } from '../../forms/failure.ts'
import { useLabels, useOrganization } from '../../frame/account-context.ts'
import { number } from './import-words.ts'
import { useMappingChoices } from './use-mapping-choices.ts'
import { ValueSelect } from './value-select.tsx'
import { withMeaning } from './with-meaning.ts'

const EXAMPLES_SHOWN = 3

/** Maps columns to fields. Every change is saved at once and returns the new meanings. */
export function MatchStep({ whole, onChecking }: { whole: WholeImport; onChecking: () => void }) {
  const { id: organization } = useOrganization()
  const here = { organization, import: whole.id }
  const [map] = athleteImportsApi.useMapImportMutation()
  const [check] = athleteImportsApi.useCheckImportMutation()
  const [discard] = athleteImportsApi.useRemoveImportMutation()
  const navigate = useNavigate()
  const [mapping, setMapping] = useState(whole.mapping)
  const [failure, setFailure] = useState<string>()
  const { busy, run } = useAction()
  const saved = useRef<Promise<unknown>>(Promise.resolve())

  /** Serialized, so that the last change wins. */
  function change(next: Partial<ImportMapping>) {
    const body = { ...mapping, ...next }
    setMapping(body)
    setFailure(undefined)
    saved.current = saved.current
      .then(() => map({ ...here, body }).unwrap())
      .catch((error) => setFailure(textOf(error)))
  }

  const startCheck = () =>
    run(async () => {
      await saved.current
      try {
        await check(here).unwrap()
        onChecking()
      } catch (error) {
        setFailure(textOf(error))
      }
    })

  return (
    <>
      <Panel
        title="Columns"
        lead={
          whole.remembered
            ? 'Matched as in your last import with these columns.'
            : 'Matched by name and content. Correct any that are wrong.'
        }
      >
        <ul className="flex max-w-4xl flex-col divide-y divide-line">
          {whole.columns.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
            <li key={at}>
              <ColumnRow whole={whole} column={at} mapping={mapping} onChange={change} />
            </li>
          ))}
        </ul>
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer max-md:py-3">
            Preview of the first {number(whole.examples.length)} rows
          </summary>
          <Preview whole={whole} />
        </details>
      </Panel>
      <Panel title="Options">
        <Options mapping={mapping} onChange={change} />
      </Panel>
      <div>
        <div className={failure === undefined ? '' : 'mb-4'}>
          <MessageBox message={failure === undefined ? undefined : { kind: 'error', text: failure }} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={startCheck}>
            Check rows
          </Button>
          <Button
            look="secondary"
            onClick={() =>
              run(async () => {
                await discard(here).unwrap()
                navigate(`/organizations/${organization}/athletes/import`)
              }, 'File discarded.')
            }
          >
            Discard file
          </Button>
        </div>
      </div>
    </>
  )
}

function textOf(error: unknown) {
  const { text, fields } = failureOf(error)
  return [...fields.values()][0] ?? text
}

type Changing = { mapping: ImportMapping; onChange: (next: Partial<ImportMapping>) => void }

function ColumnRow({ whole, column, mapping, onChange }: Changing & { whole: WholeImport; column: number }) {
  const { targets, fields, choicesOf } = useMappingChoices()
  const { name, filled, hidden, distinct, suggestion, note } = whole.columns[column] ?? {
    name: '',
    filled: 0,
    hidden: false,
    distinct: null,
    suggestion: null,
    note: null,
  }
  const target = mapping.targets[column] ?? null
  const suggested =
    target === null && targets.find(([id]) => id === suggestion && !mapping.targets.includes(id as ImportTarget))
  const examples = whole.examples.map((row) => row[column]).filter((cell) => cell)
  const isIdentifying = fields.some(
    ({ id, kind }) => target === `custom:${id}` && (kind === 'text' || kind === 'number'),
  )
  const labels = useLabels()
  const unclear = distinct?.filter(({ meaning }) => meaning === null).length ?? 0

  /** A target is mapped once: another column loses it. */
  function match(next: ImportTarget | null) {
    const { [column]: _, ...values } = mapping.values
    onChange({
      targets: mapping.targets.map((one, at) => (at === column ? next : one === next ? null : one)),
      values,
      identifier: mapping.identifier === column ? null : mapping.identifier,
    })
  }

  return (
    <div className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-start">
      <div className="min-w-0 text-sm">
        <span className="font-medium text-ink [overflow-wrap:anywhere]">{name}</span>
        <span className="block truncate text-grey">
          {hidden
            ? 'Hidden: only the person who uploaded the file can see it'
            : examples.slice(0, EXAMPLES_SHOWN).join(' · ') || (filled === 0 ? 'Empty' : '')}
        </span>
        {note && target === 'birthDate' && <span className="block text-grey">{note}.</span>}
      </div>
      <div className="flex flex-col gap-2">
        <Select
          size="small"
          aria-label={`Field for ${name}`}
          value={target ?? ''}
          onChange={({ target: chosen }) => match((chosen.value || null) as ImportTarget | null)}
        >
          <option value="">Don’t import</option>
          {targets.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
        {suggested && (
          <Button look="secondary" size="small" onClick={() => match(suggested[0] as ImportTarget)}>
            {`Use suggestion: ${suggested[1]}`}
          </Button>
        )}
        {isIdentifying && (
          <Checkbox
            checked={mapping.identifier === column}
            onChange={({ target: box }) => onChange({ identifier: box.checked ? column : null })}
          >
            Unique ID
          </Checkbox>
        )}
      </div>
      {distinct && distinct.length > 0 && target && (
        <details className="text-sm sm:col-span-2" open={unclear > 0}>
          <summary className="cursor-pointer max-md:py-3">
            {distinct.length === 1 ? '1 value' : `${number(distinct.length)} values`}{' '}
            {unclear > 0 && <StatusBadge tone="warning">{`${number(unclear)} unrecognized`}</StatusBadge>}
          </summary>
          <ul className="mt-2 flex flex-col gap-2 border-l border-line pl-4">
            {distinct.map(({ value, rows, meaning }) => (
              <li
                key={value}
                className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem] sm:items-center"
              >
                <span className="truncate text-ink">
                  {value} <span className="text-grey tabular-nums">({number(rows)})</span>
                </span>
                <span className={meaning === null ? 'text-error' : ''}>
                  {meaning === null
                    ? 'Unrecognized'
                    : meaning === ''
                      ? 'Empty'
                      : target === 'stage'
                        ? stageNamed(meaning, labels)
                        : meaning}
                </span>
                <ValueSelect
                  label={`Meaning of ${value} in ${name}`}
                  choices={choicesOf(target, mapping)}
                  value={mapping.values[column]?.[value.toLowerCase()]}
                  unset="Use as is"
                  onChange={(chosen) => onChange({ values: withMeaning(mapping.values, column, value, chosen) })}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Preview({ whole: { columns, examples } }: { whole: WholeImport }) {
  return (
    <section aria-label="Preview of the file" tabIndex={0} className="mt-2 max-h-96 overflow-auto border border-line">
      <table className="text-xs">
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th
                key={name}
                scope="col"
                className="sticky top-0 bg-snow px-3 py-2 text-left font-semibold whitespace-nowrap"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index.
            <tr key={line} className="border-t border-line">
              {columns.map(({ name }, at) => (
                <td key={name} className="max-w-64 truncate px-3 py-1.5">
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
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
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          label="Sport"
          hint="Default if no column is mapped"
          value={defaults.sport ?? ''}
          onChange={({ target }) =>
            onChange({ defaults: { ...defaults, sport: (target.value || null) as typeof defaults.sport } })
          }
          choices={{ '': 'None', ...sportNames }}
        />
        <Choice
          label="Level"
          hint="Default if no column is mapped"
          value={defaults.level}
          onChange={({ target }) =>
            onChange({ defaults: { ...defaults, level: target.value as typeof defaults.level } })
          }
          choices={levels}
        />
        <Choice
          label="Stage"
          hint="Default if no column is mapped"
          value={defaults.stage}
          onChange={({ target }) =>
            onChange({ defaults: { ...defaults, stage: target.value as typeof defaults.stage } })
          }
          choices={stages}
        />
      </div>
      <fieldset>
        <legend className="text-sm font-semibold text-ink">When an athlete already exists or appears twice</legend>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {kinds.map((kind) => (
            <Choice
              key={kind}
              label={duplicateKinds[kind]}
              value={duplicates[kind]}
              onChange={({ target }) =>
                onChange({ duplicates: { ...duplicates, [kind]: target.value as DuplicateChoice } })
              }
              choices={duplicateChoices}
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
        <Checkbox checked={mapping.dayFirst} onChange={({ target }) => onChange({ dayFirst: target.checked })}>
          Day comes first: 3/9/2005 is September 3
        </Checkbox>
        <Checkbox checked={mapping.lookAfter} onChange={({ target }) => onChange({ lookAfter: target.checked })}>
          Assign the new athletes to me
        </Checkbox>
      </div>
    </div>
  )
}

function Choice({
  label,
  hint,
  choices,
  ...select
}: { label: string; hint?: string; choices: Record<string, string> } & Pick<
  ComponentProps<'select'>,
  'value' | 'onChange'
>) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} {...select} size="small">
          {Object.entries(choices).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
