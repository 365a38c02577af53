import * as z from 'zod/mini'
import { emailAddressOr } from './account.ts'
import { countryCodes, countryName } from './country.ts'
import { line, requiredLine } from './text.ts'

/** Countries that require state and postal code. */
const withStates: ReadonlySet<string> = new Set(['US', 'CA'])

const optional = (maxLength: number) => z._default(line(maxLength), '')

export const billingDetails = z
  .strictObject({
    billingEmail: emailAddressOr('Enter a billing email'),
    legalName: requiredLine(120, 'Enter the legal name'),
    addressLine1: requiredLine(120, 'Enter the street address'),
    addressLine2: optional(120),
    city: requiredLine(80, 'Enter the city'),
    state: optional(80),
    postalCode: optional(20),
    country: z.enum(countryCodes, 'Choose a country'),
    taxId: optional(40),
  })
  .check(
    z.refine(({ country, state }) => !withStates.has(country) || state !== '', {
      path: ['state'],
      error: 'Enter the state or province',
    }),
    z.refine(({ country, postalCode }) => !withStates.has(country) || postalCode !== '', {
      path: ['postalCode'],
      error: 'Enter the postal code',
    }),
  )
export type BillingDetails = z.infer<typeof billingDetails>

/** A rate in millionths is exact: 8.875 % is 88,750. */
export const tax = z.object({ name: z.string(), rateMillionths: z.int() })
export type Tax = z.infer<typeof tax>

export const knownBillingDetails = z.object({
  billingEmail: z.nullable(z.string()),
  legalName: z.nullable(z.string()),
  addressLine1: z.nullable(z.string()),
  addressLine2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  tax: z.nullable(tax),
})
export type KnownBillingDetails = z.infer<typeof knownBillingDetails>

/** North America puts the postal code after city and state, others before the city. */
export function addressLinesOf(details: Omit<KnownBillingDetails, 'tax'>): string[] {
  const { addressLine1, addressLine2, city, state, postalCode, country } = details
  if (!country) return []
  const place = ['US', 'CA', 'MX'].includes(country)
    ? joined(', ', [city, joined(' ', [state, postalCode])])
    : joined(', ', [joined(' ', [postalCode, city]), state])
  return [addressLine1, addressLine2, place, countryName(country)].filter((line) => typeof line === 'string')
}

function joined(separator: string, parts: (string | null)[]) {
  return parts.filter(Boolean).join(separator)
}

/** Half cents are rounded up. */
export function taxOn(subtotalCents: number, { rateMillionths }: Tax) {
  return Math.round((subtotalCents * rateMillionths) / 1_000_000)
}

/** Such as "8.25% sales tax". */
export function taxInWords({ name, rateMillionths }: Tax) {
  return `${rateMillionths / 10_000}% ${name}`
}
