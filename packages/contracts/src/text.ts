import * as z from 'zod/mini'

/** Whatever shows nothing or turns the direction of writing; but first, to be kept, a joiner within a word or an emoji. */
const unseen =
  /([\p{L}\p{M}\p{S}][\u200c\u200d](?=[\p{L}\p{M}\p{S}]))|[\p{Cs}\p{Bidi_C}\u00ad\u200b-\u200d\u2060-\u2064\u2800\u3164\ufeff\uffa0]/gu

const withoutUnseen = (text: string) => text.replace(unseen, '$1')

const inOneLine = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** A text as it is kept in one line: in one Unicode form, with single spaces, and nothing in it that cannot be seen. */
export function singleLine(text: string) {
  return inOneLine(withoutUnseen(text))
}

const shortEnough = (maxLength: number, error = `Please use at most ${maxLength} characters`) =>
  z.maxLength(maxLength, { error, abort: true })

/** For text that is taken as it is: the length is checked before patterns and trimming, which could take long. */
export const boundedString = (maxLength: number, error?: string) => z.string(error).check(shortEnough(maxLength, error))

/** What is kept may be shorter: a Korean syllable is sent as up to three characters, and spaces around a text are dropped. */
const shortEnoughAsSent = (maxLength: number) =>
  shortEnough(3 * maxLength + 100, `Please use at most ${maxLength} characters`)

/** Normalization sorts the combining marks of a letter in quadratic time. No script stacks more: Tibetan has eight in Sanskrit words. */
const fewMarks = z.refine<string>((text) => !/\p{M}{9}/u.test(text), {
  error: 'Please use fewer accents on one letter',
  abort: true,
})

/** What every text must be: short enough, and without what no database stores: a zero, or half of a character. */
const storable = (maxLength: number) => [
  shortEnough(maxLength),
  // Not a pattern of the API document: in a JSON schema it would lose its flag, and mean something else.
  z.refine<string>((text) => !/[\0\p{Cs}]/u.test(text), 'Please remove the invisible characters'),
]

const asText = (maxLength: number) => [shortEnoughAsSent(maxLength), fewMarks, z.normalize('NFC'), z.trim()]
// What cannot be seen goes first: it may stand between marks.
const asLine = (maxLength: number) => [
  shortEnoughAsSent(maxLength),
  z.overwrite(withoutUnseen),
  fewMarks,
  z.overwrite(inOneLine),
]
const present = (message: string) => z.minLength(1, { error: message, abort: true })

export const text = (maxLength: number) => z.string().check(...asText(maxLength), ...storable(maxLength))

export const requiredText = (maxLength: number, message: string) =>
  z.string(message).check(...asText(maxLength), present(message), ...storable(maxLength))

/** For names and the like. */
export const line = (maxLength: number) => z.string().check(...asLine(maxLength), shortEnough(maxLength))

export const requiredLine = (maxLength: number, message: string) =>
  z.string(message).check(...asLine(maxLength), present(message), shortEnough(maxLength))

/** What is wrong, by field, in the order of the schema: the first message of each. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Map<string, string> {
  const errors = new Map<string, string>()
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  return errors
}
