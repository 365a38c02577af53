import type { ImportMapping } from '@sherpa/contracts/athlete-import'

type Values = ImportMapping['values']

/** Sets the meaning of a value. Undefined removes it. */
export function withMeaning(values: Values, column: number, value: string, meaning: string | undefined): Values {
  const { [value.toLowerCase()]: _, ...others } = values[column] ?? {}
  return { ...values, [column]: meaning === undefined ? others : { ...others, [value.toLowerCase()]: meaning } }
}
