import { ownValue } from '@sherpa/contracts/own-value'
import { type JsonSchema, typesOf } from './json-schema.ts'
import { asHtml, code } from './words.ts'

/** Renders a schema as a list of properties, with nested objects collapsed. */
export function renderSchema(schema: JsonSchema): string {
  const choices = withoutNull(schema)
  if (choices.length > 1)
    return choices.map((choice, index) => fold(`Choice ${index + 1}`, renderSchema(choice))).join('')
  const [only = schema] = choices
  if (only.properties) return renderProperties(only)
  if (only.type === 'array' && only.items) return `<p class="type">${describeType(only)}</p>${renderSchema(only.items)}`
  return `<p class="type">${describeType(schema)}</p>`
}

function renderProperties({ properties = {}, required = [] }: JsonSchema) {
  const items = Object.entries(properties).map(([name, schema]) => {
    const inside = foldable(schema)
    return [
      '<li>',
      `<span class="property">${code(name)} <span class="type">${describeType(schema)}</span> ${requiredOrOptional(required.includes(name))}</span>`,
      describeLimits(schema),
      inside ? fold(`Inside ${code(name)}`, renderSchema(inside)) : '',
      '</li>',
    ].join('')
  })
  return `<ul class="properties">${items.join('')}</ul>`
}

export const requiredOrOptional = (required: boolean) =>
  required ? '<strong class="required">required</strong>' : '<span class="optional">optional</span>'

const fold = (title: string, content: string) =>
  `<details class="inside"><summary>${title}</summary>${content}</details>`

/** Nested object schema of a property, if any. */
function foldable(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === 'array') return schema.items && foldable(schema.items)
  const choices = withoutNull(schema)
  if (choices.length > 1) return choices.some(foldable) ? schema : undefined
  const [only] = choices
  return only?.properties ? only : only && only !== schema ? foldable(only) : undefined
}

function withoutNull(schema: JsonSchema) {
  return (schema.anyOf ?? schema.oneOf ?? [schema]).filter(({ type }) => type !== 'null')
}

const formats: Record<string, string> = {
  uuid: 'UUID',
  email: 'email address',
  'date-time': 'date and time (ISO 8601)',
  binary: 'binary file',
}

export function describeType(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(describeType))].join(' or ')
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return `one of ${listValues(schema.enum.map((value) => JSON.stringify(value)))}`
  if (schema.type === 'array') return `array of ${schema.items ? describeType(schema.items) : 'anything'}`
  const format = schema.format && (ownValue(formats, schema.format) ?? schema.format)
  return asHtml([typesOf(schema).join(' or ') || 'anything', format].filter(Boolean).join(', '))
}

/** Longer enums, such as countries, share one <code> element to keep the page light. */
const MAX_LISTED_VALUES = 20

function listValues(values: string[]) {
  return values.length > MAX_LISTED_VALUES ? code(values.join(', ')) : values.map(code).join(', ')
}

/** Bounds of the integer type itself are not worth documenting. */
const isLimit = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

/** Not documented: every text has this pattern. */
const NO_NUL = '^[^\\0]*$'

/** Constraints of a value, as short sentences. */
export function describeLimits(schema: JsonSchema): string {
  const [only, ...others] = withoutNull(schema)
  const {
    description,
    minLength,
    maxLength,
    minimum,
    maximum,
    format,
    pattern,
    allOf = [],
    ...more
  } = others.length === 0 ? { ...schema, ...only } : schema
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined && one !== NO_NUL)
  const sentences = [
    description ? asHtml(description.replace(/\.$/, '')) : '',
    range(minLength, maxLength, ' characters'),
    range(isLimit(minimum) ? minimum : undefined, isLimit(maximum) ? maximum : undefined, ''),
    more.default === undefined ? '' : `Without it: ${code(JSON.stringify(more.default))}`,
    // A named format already covers its pattern.
    ...(format ? [] : patterns.map((one) => `Matches ${code(String(one))}`)),
  ].filter((sentence) => sentence !== '')
  return sentences.length > 0 ? `<p class="limits">${sentences.map((sentence) => `${sentence}.`).join(' ')}</p>` : ''
}

function range(least: number | undefined, most: number | undefined, unit: string) {
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `At most ${most}${unit}`
  if (most === undefined) return `At least ${least}${unit}`
  return least === most ? `Exactly ${least}${unit}` : `${least} to ${most}${unit}`
}
