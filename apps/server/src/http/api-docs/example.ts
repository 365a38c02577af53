import { ownValue } from '@sherpa/contracts/own-value'
import { type JsonSchema, typesOf } from './json-schema.ts'

const uuid = '0193a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'

/** Example values by property name. A test validates every example against its schema. */
const samples: Record<string, unknown> = {
  address: 'role=agent&sort=-joined',
  away: { from: '10:00', until: '14:30' },
  addressLine1: '12 Lakeside Avenue',
  addressLine2: 'Floor 3',
  additional_info: 'We represent 40 athletes.',
  billingEmail: 'invoices@agency.example',
  city: 'Chicago',
  code: '123456',
  company: 'Ridgeline Sports',
  country: 'US',
  currentPassword: 'the password you have now',
  directorEmail: 'director@school.example',
  email: 'amara@agency.example',
  emails: 'amara@agency.example',
  birthDate: '2007-05-12',
  checkedOn: '2026-09-04',
  classYear: 2028,
  full_name: 'Amara Cole',
  handle: '@kaia.hoops',
  id: 'agency-professional',
  list: 'stage=signed',
  legalName: 'Ridgeline Sports, LLC',
  lengthMinutes: 30,
  mail: '42',
  measuredOn: '2026-10-28',
  month: '2026-10',
  invoicePrefix: 'F-',
  meetingLink: 'https://meet.example/room',
  disclosureTag: '#ad',
  event: 'mlb-world-series-end-2027',
  hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  link: 'https://social.example/p/1042',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  signedTime: '15:00',
  time: '15:00',
  timeZone: 'America/New_York',
  zone: 'America/New_York',
  website: 'https://halden.example',
  name: 'Amara Cole',
  newPassword: 'a long sentence only you know',
  password: 'a long sentence only you know',
  positions: 'quarterback',
  phone: '+1 555 0100',
  planId: 'agency-professional',
  postalCode: '60601',
  priceCents: 4900,
  reference: 'Bank transfer 1042',
  seats: 5,
  state: 'IL',
  taxId: '98-7654321',
  ticket: 'ticket-from-the-login',
  to: 'sofia@halden.example',
  token: 'token-from-the-email',
}

/** Realistic value that matches the schema. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [firstChoice] = schema.anyOf ?? schema.oneOf ?? []
  if (firstChoice) return exampleOf(firstChoice, name)
  const [type] = typesOf(schema)
  switch (type) {
    case 'object':
      if (typeof ownValue(samples, name) === 'object') return ownValue(samples, name)
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, exampleOf(value, key)]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return ownValue(samples, name) ?? Math.max(schema.minimum ?? 1, 1)
    case 'string':
      return exampleText(schema, name)
    default:
      return null
  }
}

function exampleText({ format }: JsonSchema, name: string) {
  if (format === 'uuid') return uuid
  if (format === 'date') return ownValue(samples, name) ?? '2026-12-01'
  // Always in the future, about a year ahead at most.
  if (format === 'date-time') return `${new Date().getUTCFullYear() + 1}-01-15T10:30:00Z`
  return ownValue(samples, name) ?? 'text'
}
