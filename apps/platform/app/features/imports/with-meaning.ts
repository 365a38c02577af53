import type { Meanings } from './importable.ts'

/** Sets the meaning of a value. Undefined removes it. */
export function withMeaning(values: Meanings, column: number, value: string, meaning: string | undefined): Meanings {
  const { [value.toLowerCase()]: _, ...others } = values[column] ?? {}
  return { ...values, [column]: meaning === undefined ? others : { ...others, [value.toLowerCase()]: meaning } }
}
