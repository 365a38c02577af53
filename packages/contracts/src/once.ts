import * as z from 'zod/mini'

const checks = new WeakSet<object>()

/** Check of a list: each item once, by its key. The second of two has the error, at its field. Null: the item may repeat. */
export function once<Item>(
  keyOf: (item: Item) => string | null,
  message = 'Enter each only once',
  field?: keyof Item & string,
) {
  const check = z.check<readonly Item[]>(({ value, issues }) => {
    const seen = new Set<string>()
    for (const [index, item] of value.entries()) {
      const key = keyOf(item)?.toLowerCase()
      if (key === undefined) continue
      if (seen.has(key)) issues.push({ code: 'custom', path: field ? [index, field] : [index], message, input: value })
      seen.add(key)
    }
  })
  checks.add(check)
  return check
}

/** Of a list of ids. */
export const eachOnce = once<string>((id) => id, 'Name each only once')

export const isOnce = (check: object) => checks.has(check)
