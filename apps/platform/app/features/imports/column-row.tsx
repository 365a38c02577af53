import {
  type ImportColumn,
  type ImportMapping,
  type ImportTarget,
  importTargetName,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import { stageNamed } from '@sherpa/contracts/labels'
import { type Measurable, unitsOfMeasurable, type WrittenUnit } from '@sherpa/contracts/measurable'
import { Button } from '@sherpa/ui/button'
import { Checkbox } from '@sherpa/ui/choice'
import { Select } from '@sherpa/ui/select'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useLabels } from '../../frame/account-context.ts'
import { number, rowsInWords } from './import-words.ts'
import { useMappingChoices } from './use-mapping-choices.ts'
import { ValueSelect } from './value-select.tsx'
import { withMeaning } from './with-meaning.ts'

const EXAMPLES_SHOWN = 3
const NEW_FIELD = 'new-field'
const unitNames: Record<WrittenUnit, string> = {
  in: 'Inches',
  ft: 'Feet and inches (6.2 is 6 ft 2 in)',
  'ft-decimal': 'Feet with decimals (6.5 is 6 ft 6 in)',
  cm: 'Centimeters',
  m: 'Meters',
  lb: 'Pounds',
  kg: 'Kilograms',
  s: 'Seconds',
  mph: 'Miles per hour',
  'km/h': 'Kilometers per hour',
}
const noColumn: ImportColumn = { name: '', filled: 0, hidden: false, distinct: null, suggestion: null, note: null }

/** Shared by rows and their head. */
export const columnGrid = 'gap-x-4 lg:grid-cols-[minmax(0,5fr)_14rem_minmax(0,6fr)]'

export type Changing = { mapping: ImportMapping; onChange: (next: Partial<ImportMapping>) => void }

/** A column of the file, its field, and how its values are read. */
export function ColumnRow({
  whole,
  column,
  mapping,
  onChange,
  onAddField,
}: Changing & { whole: WholeImport; column: number; onAddField: (() => void) | undefined }) {
  const { targets, fields } = useMappingChoices()
  const { name, filled, hidden, distinct, suggestion, note } = whole.columns[column] ?? noColumn
  const target = mapping.targets[column] ?? null
  const suggested =
    target === null && targets.find(([id]) => id === suggestion && !mapping.targets.includes(id as ImportTarget))
  const examples = whole.examples.map((row) => row[column]).filter((cell) => cell)
  const isIdentifying = fields.some(
    ({ id, kind }) => target === `custom:${id}` && (kind === 'text' || kind === 'number'),
  )
  const unclear = distinct?.filter(({ meaning }) => meaning === null).length ?? 0
  const isListed = target === null || targets.some(([id]) => id === target)

  /** A target is mapped once: another column loses it. */
  function match(next: ImportTarget | null) {
    const { [column]: _, ...values } = mapping.values
    const { [column]: __, ...units } = mapping.units ?? {}
    onChange({
      targets: mapping.targets.map((one, at) => (at === column ? next : one === next ? null : one)),
      values,
      units,
      identifier: mapping.identifier === column ? null : mapping.identifier,
    })
  }

  return (
    <div className={`${columnGrid} grid gap-y-2 py-3 text-sm lg:items-start`}>
      <div className="flex min-w-0 gap-3">
        <span className="pt-0.5">
          <Mark isMatched={target !== null} isUnclear={unclear > 0 || Boolean(note?.includes('not possible'))} />
        </span>
        <div className="min-w-0">
          <span className="font-medium text-ink [overflow-wrap:anywhere]">{name}</span>
          <span className="block truncate text-grey">
            {hidden
              ? 'Hidden: only the person who uploaded the file can see it'
              : examples.slice(0, EXAMPLES_SHOWN).join(' · ') || (filled === 0 ? 'Empty' : '')}
          </span>
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <Select
          size="small"
          aria-label={`Field for ${name}`}
          value={target ?? ''}
          onChange={({ target: { value } }) =>
            value === NEW_FIELD ? onAddField?.() : match((value || null) as ImportTarget | null)
          }
        >
          <option value="">Don’t import</option>
          {onAddField && <option value={NEW_FIELD}>New custom field</option>}
          {!isListed && target && <option value={target}>{importTargetName(target)}</option>}
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
      <div className="flex min-w-0 flex-col gap-2">
        {note && <span className="[overflow-wrap:anywhere]">{note}.</span>}
        {target === 'birthDate' && (
          <Select
            size="small"
            aria-label={`Order of day and month in ${name}`}
            value={mapping.dayFirst ? 'day' : 'month'}
            onChange={({ target: { value } }) => onChange({ dayFirst: value === 'day' })}
          >
            <option value="month">Month first: 3/9/2005 is March 9</option>
            <option value="day">Day first: 3/9/2005 is September 3</option>
          </Select>
        )}
        <UnitSelect column={column} name={name} mapping={mapping} onChange={onChange} />
        {target === null && filled > 0 && <span className="text-grey">Not imported</span>}
      </div>
      {distinct && distinct.length > 0 && target && (
        <Values column={column} name={name} target={target} distinct={distinct} mapping={mapping} onChange={onChange} />
      )}
    </div>
  )
}

function Mark({ isMatched, isUnclear }: { isMatched: boolean; isUnclear: boolean }) {
  if (!isMatched)
    return <span aria-hidden="true" className="mt-0.5 block size-3.5 rounded-full border border-line-strong" />
  return (
    <span className={isUnclear ? 'text-summit-ink' : 'text-success'}>
      <ToolIcon name={isUnclear ? 'warning' : 'check'} />
    </span>
  )
}

/** The unit of bare numbers; a unit in a cell wins. */
function UnitSelect({ column, name, mapping, onChange }: Changing & { column: number; name: string }) {
  const target = mapping.targets[column]
  const kind = target?.startsWith('measured:') && !/[.+]/.test(target) ? (target.slice(9) as Measurable) : undefined
  const units = kind ? unitsOfMeasurable(kind) : []
  if (units.length < 2) return null
  return (
    <Select
      size="small"
      aria-label={`Unit of ${name}`}
      value={mapping.units?.[column] ?? ''}
      onChange={({ target: { value } }) => {
        const { [column]: _, ...others } = mapping.units ?? {}
        onChange({ units: value ? { ...others, [column]: value as WrittenUnit } : others })
      }}
    >
      <option value="">Unit as written in each cell</option>
      {units.map((unit) => (
        <option key={unit} value={unit}>
          {unitNames[unit]}
        </option>
      ))}
    </Select>
  )
}

/** Meanings of values. Unrecognized ones come first, and stay there once they have a meaning. */
function Values(props: Changing & ValuesOf) {
  const { column, distinct, mapping, onChange } = props
  const unclear = distinct.filter(({ meaning }) => meaning === null)
  const chosen = mapping.values[column] ?? {}
  const isAsked = ({ value, meaning }: Distinct) => meaning === null || chosen[value.toLowerCase()] !== undefined
  const asked = distinct.filter(isAsked)
  const recognized = distinct.filter((one) => !isAsked(one))
  const leaveEmpty = () =>
    onChange({
      values: unclear.reduce((values, { value }) => withMeaning(values, column, value, ''), mapping.values),
    })
  return (
    <div className="flex flex-col gap-2 lg:col-span-3 lg:pl-7">
      {unclear.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <StatusBadge tone="warning">{`${number(unclear.length)} unrecognized`}</StatusBadge>
          <Button look="secondary" size="small" onClick={leaveEmpty}>
            {unclear.length === 1 ? 'Leave it empty' : 'Leave all unrecognized empty'}
          </Button>
        </div>
      )}
      {asked.length > 0 && <ValueList {...props} distinct={asked} />}
      {recognized.length > 0 && (
        <details>
          <summary className="cursor-pointer max-md:py-3">
            {recognized.length === 1 ? '1 recognized value' : `${number(recognized.length)} recognized values`}
          </summary>
          <div className="mt-2">
            <ValueList {...props} distinct={recognized} />
          </div>
        </details>
      )}
    </div>
  )
}

type Distinct = NonNullable<ImportColumn['distinct']>[number]
type ValuesOf = { column: number; name: string; target: ImportTarget; distinct: Distinct[] }

function ValueList({ column, name, target, distinct, mapping, onChange }: Changing & ValuesOf) {
  const { choicesOf } = useMappingChoices()
  const labels = useLabels()
  return (
    <ul className="flex flex-col gap-2 border-l border-line pl-4">
      {distinct.map(({ value, rows, meaning }) => (
        <li
          key={value}
          className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem] sm:items-center"
        >
          <span className="truncate text-ink">
            {value} <span className="text-grey tabular-nums">({rowsInWords(rows)})</span>
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
            unset={meaning === null ? 'Choose a meaning' : 'Use as is'}
            onChange={(chosen) => onChange({ values: withMeaning(mapping.values, column, value, chosen) })}
          />
        </li>
      ))}
    </ul>
  )
}
