import type { CommonFindings } from '@sherpa/contracts/import'
import { Panel } from '@sherpa/ui/panel'
import { rowsInWords } from './import-words.ts'
import type { AnyImport, Meanings } from './importable.ts'
import { ValueSelect } from './value-select.tsx'
import { withMeaning } from './with-meaning.ts'

/** Unrecognized values of the check, with one meaning for all their rows. */
export function UnrecognizedValues<Whole extends AnyImport>({
  whole: { columns, mapping },
  notUnderstood,
  values,
  choicesOf,
  unset,
  mayBeEmpty,
  onChange,
}: {
  whole: Whole
  notUnderstood: CommonFindings['notUnderstood']
  values: Meanings
  /** Undefined: values of the target are corrected row by row. */
  choicesOf: (target: Whole['mapping']['targets'][number] | undefined) => Record<string, string> | undefined
  unset: string
  mayBeEmpty?: boolean
  onChange: (values: Meanings) => void
}) {
  if (notUnderstood.length === 0) return null
  return (
    <Panel title="Unrecognized values" lead="Choose what these mean in all rows.">
      <ul className="flex max-w-4xl flex-col divide-y divide-line">
        {notUnderstood.map(({ column, value, rows, message }) => {
          const choices = choicesOf(mapping.targets[column])
          return (
            <li
              key={`${column} ${value}`}
              className="grid gap-x-6 gap-y-2 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-center"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-medium text-ink">“{value}”</span> in {columns[column]?.name}, {rowsInWords(rows)}
                <span className="block text-grey">{message}</span>
              </span>
              {choices && (
                <ValueSelect
                  label={`Meaning of ${value}`}
                  choices={choices}
                  value={values[column]?.[value.toLowerCase()]}
                  unset={unset}
                  mayBeEmpty={mayBeEmpty}
                  onChange={(meaning) => onChange(withMeaning(values, column, value, meaning))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
