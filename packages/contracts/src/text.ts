import * as z from 'zod/mini'

/** What every text must be: short enough, and without the one character that no database stores. */
const storable = (maxLength: number) => [
  // Nothing further is checked on a text that is too long: patterns could take very long on it.
  z.maxLength(maxLength, { error: `Please use at most ${maxLength} characters`, abort: true }),
  z.regex(/^[^\0]*$/, 'Please remove the invisible characters'),
]

export const text = (maxLength: number) => z.string().check(z.normalize('NFC'), z.trim(), ...storable(maxLength))

export const requiredText = (maxLength: number, message: string) =>
  z
    .string(message)
    .check(z.normalize('NFC'), z.trim(), z.minLength(1, { error: message, abort: true }), ...storable(maxLength))

/** What is wrong, by field, in the order of the schema: the first message of each. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Map<string, string> {
  const errors = new Map<string, string>()
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  return errors
}
