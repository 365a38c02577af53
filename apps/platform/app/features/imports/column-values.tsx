import type { CommonColumn } from '@sherpa/contracts/import'
import { Button } from '@sherpa/ui/button'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { number, rowsInWords } from './import-words.ts'
import type { Meanings } from './importable.ts'
import { ValueSelect } from './value-select.tsx'
import { withMeaning } from './with-meaning.ts'

type Distinct = NonNullable<CommonColumn['distinct']>[number]
type Values = {
  column: number
  /** The name of the column. */
  name: string
  distinct: Distinct[]
  values: Meanings
  choices: Record<string, string>
  meaningInWords?: (meaning: string) => string
  mayBeEmpty?: boolean
  onChange: (values: Meanings) => void
}

/** Meanings of values. Unrecognized ones come first, and stay there once they have a meaning. */
export function ColumnValues(props: Values) {
  const { column, distinct, values, mayBeEmpty = true, onChange } = props
  const unclear = distinct.filter(({ meaning }) => meaning === null)
  const chosen = values[column] ?? {}
  const isAsked = ({ value, meaning }: Distinct) => meaning === null || chosen[value.toLowerCase()] !== undefined
  const asked = distinct.filter(isAsked)
  const recognized = distinct.filter((one) => !isAsked(one))
  const leaveEmpty = () =>
    onChange(unclear.reduce((changed, { value }) => withMeaning(changed, column, value, ''), values))
  return (
    <div className="flex flex-col gap-2 lg:col-span-3 lg:pl-7">
      {unclear.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <StatusBadge tone="warning">{`${number(unclear.length)} unrecognized`}</StatusBadge>
          {mayBeEmpty && (
            <Button look="secondary" size="small" onClick={leaveEmpty}>
              {unclear.length === 1 ? 'Leave it empty' : 'Leave all unrecognized empty'}
            </Button>
          )}
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

function ValueList({
  column,
  name,
  distinct,
  values,
  choices,
  meaningInWords = (meaning) => meaning,
  mayBeEmpty,
  onChange,
}: Values) {
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
            {meaning === null ? 'Unrecognized' : meaning === '' ? 'Empty' : meaningInWords(meaning)}
          </span>
          <ValueSelect
            label={`Meaning of ${value} in ${name}`}
            choices={choices}
            value={values[column]?.[value.toLowerCase()]}
            unset={meaning === null ? 'Choose a meaning' : 'Use as is'}
            mayBeEmpty={mayBeEmpty}
            onChange={(chosen) => onChange(withMeaning(values, column, value, chosen))}
          />
        </li>
      ))}
    </ul>
  )
}
