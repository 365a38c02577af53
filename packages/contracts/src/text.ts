import * as z from 'zod/mini'

/** Whatever shows nothing or turns the direction of writing; but first, to be kept, a joiner within a word or an emoji. */
const unseen =
  /([\p{L}\p{M}\p{S}][\u200c\u200d](?=[\p{L}\p{M}\p{S}]))|[\p{Cs}\p{Bidi_C}\u00ad\u200b-\u200d\u2060-\u2064\u2800\u3164\ufeff\uffa0]/gu

/** A text as it is kept in one line: in one Unicode form, with single spaces, and nothing in it that cannot be seen. */
export function singleLine(text: string) {
  return text
    .replace(unseen, '$1')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

// Nothing further is checked on a text that is too long: patterns could take very long on it.
const shortEnough = (maxLength: number) =>
  z.maxLength(maxLength, { error: `Please use at most ${maxLength} characters`, abort: true })

/** What every text must be: short enough, and without what no database stores: a zero, or half of a character. */
const storable = (maxLength: number) => [
  shortEnough(maxLength),
  // Not a pattern of the API document: in a JSON schema it would lose its flag, and mean something else.
  z.refine<string>((text) => !/[\0\p{Cs}]/u.test(text), 'Please remove the invisible characters'),
]

export const text = (maxLength: number) => z.string().check(z.normalize('NFC'), z.trim(), ...storable(maxLength))

export const requiredText = (maxLength: number, message: string) =>
  z
    .string(message)
    .check(z.normalize('NFC'), z.trim(), z.minLength(1, { error: message, abort: true }), ...storable(maxLength))

/** For names and the like. */
export const line = (maxLength: number) => z.string().check(z.overwrite(singleLine), shortEnough(maxLength))

export const requiredLine = (maxLength: number, message: string) =>
  z
    .string(message)
    .check(z.overwrite(singleLine), z.minLength(1, { error: message, abort: true }), shortEnough(maxLength))

/** What is wrong, by field, in the order of the schema: the first message of each. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Map<string, string> {
  const errors = new Map<string, string>()
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  return errors
}
