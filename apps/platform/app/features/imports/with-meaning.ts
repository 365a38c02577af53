import type { ImportMapping } from '@sherpa/contracts/athlete-import'

type Values = ImportMapping['values']

/** What someone says that a value of a column means. Undefined takes back what was said. */
export function withMeaning(values: Values, column: number, value: string, meaning: string | undefined): Values {
  const { [value.toLowerCase()]: _, ...others } = values[column] ?? {}
  return { ...values, [column]: meaning === undefined ? others : { ...others, [value.toLowerCase()]: meaning } }
}
