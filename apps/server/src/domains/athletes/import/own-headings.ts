import { type CustomField, socialPlatforms } from '@sherpa/contracts/athlete'
import { contactNumbers, type SimpleTarget } from '@sherpa/contracts/athlete-import'
import { type Measurable, measurables } from '@sherpa/contracts/measurable'

export const ATHLETE_ID_HEADING = 'Athlete ID'
/** Measurements that an export has. */
export const exportedMeasurables = ['height', 'weight'] as const satisfies Measurable[]

/** Headings of exports. Null: not imported. */
const headings = new Map<string, SimpleTarget | null>([
  [ATHLETE_ID_HEADING, 'athleteId'],
  ['Last name', 'familyName'],
  ['First name', 'givenName'],
  ['Preferred name', 'preferredName'],
  ['Stage', 'stage'],
  ['Sport', 'sport'],
  ['Positions', 'positions'],
  ['Level', 'level'],
  ['School or club', 'school'],
  ['Class', 'classYear'],
  ['Hometown', 'hometown'],
  ['State', 'state'],
  ['Country', 'country'],
  ['Managed by', 'lookedAfterBy'],
  ['Programs', 'programs'],
  ['Tags', 'tags'],
  ['Last active', null],
  ['Last contact', null],
  ['Added', null],
  ['Birth date', 'birthDate'],
  ['Email', 'email'],
  ['Phone', 'phone'],
  ...exportedMeasurables.map((kind): [string, SimpleTarget] => [measurables[kind].name, `measured:${kind}`]),
  ...Object.entries(socialPlatforms).flatMap(([platform, name]): [string, SimpleTarget][] => [
    [name, `social:${platform as keyof typeof socialPlatforms}`],
    [`${name} followers`, `followers:${platform as keyof typeof socialPlatforms}`],
  ]),
  ...contactNumbers.flatMap((number): [string, SimpleTarget][] => [
    [`Contact ${number} name`, `contact${number}Name`],
    [`Contact ${number} relationship`, `contact${number}Relation`],
    [`Contact ${number} email`, `contact${number}Email`],
    [`Contact ${number} phone`, `contact${number}Phone`],
  ]),
])

const customSuffix = ' (custom field)'

/** A custom field that is named like another column gets a suffix. */
export const headingOfField = ({ name }: Pick<CustomField, 'name'>) =>
  headings.has(name) || /^Contact \d /.test(name) || name.endsWith(customSuffix) ? `${name}${customSuffix}` : name

/** Exports are recognized by the column of IDs. */
export const isOwnExport = (columns: readonly { name: string }[]) =>
  columns.some(({ name }) => name === ATHLETE_ID_HEADING)

export function recognizeOwnHeading(name: string, fields: readonly CustomField[]): SimpleTarget | undefined {
  const field = fields.find((one) => headingOfField(one) === name)
  return field ? `custom:${field.id}` : (headings.get(name) ?? undefined)
}
