import {
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
import { useLabels } from '../../../frame/account-context.ts'
import { ColumnRow } from '../../imports/column-row.tsx'
import { ColumnValues } from '../../imports/column-values.tsx'
import { rematch } from '../../imports/use-mapping.ts'
import { useMappingChoices } from './use-mapping-choices.ts'

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
export type Changing = { mapping: ImportMapping; onChange: (next: Partial<ImportMapping>) => void }

/** A column of athletes. */
export function AthleteColumnRow({
  whole,
  column,
  mapping,
  onChange,
  onAddField,
}: Changing & { whole: WholeImport; column: number; onAddField: (() => void) | undefined }) {
  const { targets, fields, choicesOf } = useMappingChoices()
  const labels = useLabels()
  const { name = '', distinct, suggestion } = whole.columns[column] ?? {}
  const target = mapping.targets[column] ?? null
  const suggested =
    target === null && targets.find(([id]) => id === suggestion && !mapping.targets.includes(id as ImportTarget))
  const isIdentifying = fields.some(
    ({ id, kind }) => target === `custom:${id}` && (kind === 'text' || kind === 'number'),
  )
  const isListed = target === null || targets.some(([id]) => id === target)

  function match(next: string | null) {
    if (next === NEW_FIELD) return onAddField?.()
    const { [column]: _, ...units } = mapping.units ?? {}
    onChange({
      ...rematch(mapping, column, next as ImportTarget | null),
      units,
      identifier: mapping.identifier === column ? null : mapping.identifier,
    })
  }

  return (
    <ColumnRow
      whole={whole}
      column={column}
      target={target}
      targets={[
        ...(onAddField ? [[NEW_FIELD, 'New custom field'] as const] : []),
        ...(isListed ? [] : [[target, importTargetName(target)] as const]),
        ...targets,
      ]}
      onMatch={match}
      below={
        <>
          {suggested && (
            <Button look="secondary" size="small" onClick={() => match(suggested[0])}>
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
        </>
      }
      reading={
        <>
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
        </>
      }
    >
      {distinct && distinct.length > 0 && target && (
        <ColumnValues
          column={column}
          name={name}
          distinct={distinct}
          values={mapping.values}
          choices={choicesOf(target, mapping)}
          meaningInWords={(meaning) => (target === 'stage' ? stageNamed(meaning, labels) : meaning)}
          onChange={(values) => onChange({ values })}
        />
      )}
    </ColumnRow>
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
