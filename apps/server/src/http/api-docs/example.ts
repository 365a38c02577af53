import { type JsonSchema, typesOf } from './json-schema.ts'

const uuid = '0193a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'

/** What stands in examples for a property of this name. A test checks that every example is accepted by its schema. */
const samples: Record<string, unknown> = {
  address: 'role=agent&sort=-joined',
  addressLine1: '12 Lakeside Avenue',
  addressLine2: 'Floor 3',
  additional_info: 'We represent 40 athletes.',
  billingEmail: 'invoices@agency.example',
  city: 'Chicago',
  code: '123456',
  company: 'Ridgeline Sports',
  country: 'US',
  currentPassword: 'the password you have now',
  email: 'amara@agency.example',
  full_name: 'Amara Cole',
  id: 'agency-professional',
  legalName: 'Ridgeline Sports, LLC',
  lengthMinutes: 30,
  mail: '42',
  meetingLink: 'https://meet.example/room',
  name: 'Amara Cole',
  newPassword: 'a long sentence only you know',
  password: 'a long sentence only you know',
  phone: '+1 555 0100',
  planId: 'agency-professional',
  postalCode: '60601',
  priceCents: 4900,
  reference: 'Bank transfer 1042',
  seats: 5,
  state: 'IL',
  taxId: '98-7654321',
  ticket: 'ticket-from-the-login',
  token: 'token-from-the-email',
}

/** A value that fits the schema and looks like what people send. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [firstChoice] = schema.anyOf ?? []
  if (firstChoice) return exampleOf(firstChoice, name)
  const [type] = typesOf(schema)
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, exampleOf(value, key)]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return samples[name] ?? Math.max(schema.minimum ?? 1, 1)
    case 'string':
      return exampleText(schema, name)
    default:
      return null
  }
}

function exampleText({ format }: JsonSchema, name: string) {
  if (format === 'uuid') return uuid
  // Always to come, and never more than a year away.
  if (format === 'date-time') return `${new Date().getUTCFullYear() + 1}-01-15T10:30:00Z`
  return samples[name] ?? 'text'
}
