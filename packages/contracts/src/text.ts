import * as z from 'zod/mini'

/** Invisible and bidirectional control characters, except joiners within words and emoji. */
const unseen =
  /([\p{L}\p{M}\p{S}][\u200c\u200d](?=[\p{L}\p{M}\p{S}]))|[\p{Cs}\p{Bidi_C}\u00ad\u200b-\u200d\u2060-\u2064\u2800\u3164\ufeff\uffa0]/gu

const withoutUnseen = (text: string) => text.replace(unseen, '$1')

const inOneLine = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Normalizes a line: NFC, single spaces, no invisible characters. */
export function singleLine(text: string) {
  return inOneLine(withoutUnseen(text))
}

const shortEnough = (maxLength: number, error = `Please use at most ${maxLength} characters`) =>
  z.maxLength(maxLength, { error, abort: true })

/** Checks the length before patterns and trimming, which can be slow. */
export const boundedString = (maxLength: number, error?: string) => z.string(error).check(shortEnough(maxLength, error))

/** A limit before normalization, which may shorten the text. */
const shortEnoughAsSent = (maxLength: number) =>
  shortEnough(3 * maxLength + 100, `Please use at most ${maxLength} characters`)

/** Normalization sorts the combining marks of a letter in quadratic time. No script stacks more: Tibetan has eight in Sanskrit words. */
const fewMarks = z.refine<string>((text) => !/\p{M}{9}/u.test(text), {
  error: 'Please use fewer accents on one letter',
  abort: true,
})

/** Rejects long texts, NUL and lone surrogates, which PostgreSQL can't store. */
const storable = (maxLength: number) => [
  shortEnough(maxLength),
  // Not a regex check: JSON Schema would drop its flag.
  z.refine<string>((text) => !/[\0\p{Cs}]/u.test(text), 'Please remove the invisible characters'),
]

const asText = (maxLength: number) => [shortEnoughAsSent(maxLength), fewMarks, z.normalize('NFC'), z.trim()]
// Invisible characters first: they may separate marks.
const asLine = (maxLength: number) => [
  shortEnoughAsSent(maxLength),
  z.overwrite(withoutUnseen),
  fewMarks,
  z.overwrite(inOneLine),
]
const present = (message: string) => z.minLength(1, { error: message, abort: true })

export const text = (maxLength: number) => z.string().check(...asText(maxLength), ...storable(maxLength))

/** For texts that other people copy: no invisible and bidirectional control characters. */
export const visibleText = (maxLength: number) =>
  z
    .string()
    .check(shortEnoughAsSent(maxLength), z.overwrite(withoutUnseen), ...asText(maxLength), ...storable(maxLength))

export const requiredText = (maxLength: number, message: string) =>
  z.string(message).check(...asText(maxLength), present(message), ...storable(maxLength))

/** For names and the like. */
export const line = (maxLength: number) => z.string().check(...asLine(maxLength), shortEnough(maxLength))

export const requiredLine = (maxLength: number, message: string) =>
  z.string(message).check(...asLine(maxLength), present(message), shortEnough(maxLength))

const withScheme = (address: string) =>
  /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]|$)/u.test(address) ? `https://${address}` : address

const isWebAddress = (address: string) => /^https?:\/\/[^\s<>"]+\.[^\s<>"]+$/i.test(address) && URL.canParse(address)

/** The address of a post or website as people type it: without a scheme it is https. May be empty. */
export const webAddress = (maxLength: number) =>
  z.string().check(
    ...asLine(maxLength),
    z.overwrite(withScheme),
    shortEnough(maxLength),
    z.refine((address) => address === '' || isWebAddress(address), 'Enter an address such as instagram.com/p/…'),
  )

/** The first error of each field, in schema order. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Map<string, string> {
  const errors = new Map<string, string>()
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  return errors
}
