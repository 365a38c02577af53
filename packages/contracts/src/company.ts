import * as z from 'zod/mini'
import { accountMessages, emailAddressOr } from './account.ts'
import { contactGap, logEntry } from './contact-log.ts'
import { productCategory } from './exclusivity.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { dayRange } from './range.ts'
import { line, requiredLine, webAddress } from './text.ts'

export const companyKinds = {
  brand: 'Brand',
  club: 'Club',
  school: 'School',
  collective: 'Collective',
  league: 'League',
  other: 'Other',
} as const
export type CompanyKind = keyof typeof companyKinds
const companyKind = z.enum(Object.keys(companyKinds) as CompanyKind[], 'Choose a kind')

const uuid = z.uuid().check(z.toLowerCase())

const facts = {
  name: requiredLine(120, 'Enter the company’s name'),
  kind: companyKind,
  /** Used for exclusivity. */
  category: z.nullable(productCategory),
  website: z.nullable(webAddress(200)),
  parentId: z.nullable(uuid),
}

export const newCompany = z.strictObject({
  ...facts,
  category: z.optional(facts.category),
  website: z.optional(facts.website),
  parentId: z.optional(facts.parentId),
})
export type NewCompany = z.infer<typeof newCompany>

/** Optimistic locking by `version`. */
export const companyChange = z.strictObject({ version: z.int(), changes: z.partial(z.strictObject(facts)) })
export type CompanyChange = z.infer<typeof companyChange>

const named = z.object({ id: z.uuid(), name: z.string() })

export const companyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: companyKind,
  category: z.nullable(productCategory),
  website: z.nullable(z.string()),
  parent: z.nullable(named),
  /** The organization itself: it pays under these deals. */
  isSelf: z.boolean(),
  /** Number of deals visible to the caller. */
  deals: z.int(),
  createdAt: z.iso.datetime(),
  /** Of the entries that the caller may read, except private ones. Null: never. */
  lastContactAt: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type CompanyRow = z.infer<typeof companyRow>

export const companySorts = ['name', 'added', 'contact'] as const
export const companiesQuery = listQuery(companySorts, {
  kind: z.optional(severalOf(companyKind)),
  category: z.optional(severalOf(productCategory)),
  /** Days without contact. */
  contact: z.optional(contactGap),
  /** The day of the last contact. Without a first day, companies that were never contacted match. */
  contacted: z.optional(dayRange),
  /** Companies that these own. */
  parent: z.optional(severalOf(uuid)),
  /** Leaves out the organization's own company. */
  own: z.optional(z.literal('no')),
})
export type CompaniesQuery = z.infer<typeof companiesQuery>
export const companiesPage = listPage(companyRow)

export const newCompanyContact = z.strictObject({
  name: requiredLine(120, 'Enter a name'),
  title: z.nullable(line(80)),
  email: z.nullable(emailAddressOr(accountMessages.emailRequired)),
  phone: z.nullable(line(40)),
})
export type NewCompanyContact = z.infer<typeof newCompanyContact>
export const companyContact = z.extend(newCompanyContact, { id: z.uuid(), email: z.nullable(z.string()) })
export type CompanyContact = z.infer<typeof companyContact>

const contactOfRecord = z.extend(companyContact, {
  /** Got a signing link that is open or was signed. */
  signs: z.boolean(),
  /** Is the payor of a deal in force, or got a payment reminder. */
  getsReminders: z.boolean(),
  /** When the mail server refused their address. Null: it did not lately. */
  refusedAt: z.nullable(z.iso.datetime()),
})
export type ContactOfRecord = z.infer<typeof contactOfRecord>

/** Results of the contact search. */
export const MOST_FOUND_CONTACTS = 6
export const contactSearch = z.strictObject({ search: requiredLine(100, 'Enter a name') })
export const foundContacts = z.object({
  contacts: z.array(z.object({ id: z.uuid(), name: z.string(), title: z.nullable(z.string()), company: named })),
})
export type FoundContact = z.infer<typeof foundContacts>['contacts'][number]

const mergedCompany = z.object({ id: z.uuid(), name: z.string(), mergedAt: z.iso.datetime() })
export type MergedCompany = z.infer<typeof mergedCompany>

export const company = z.extend(companyRow, {
  contacts: z.array(contactOfRecord),
  /** Subsidiaries. */
  owns: z.array(named),
  /** By similar names. */
  duplicates: z.array(named),
  /** Recent merges that can be undone. */
  merged: z.array(mergedCompany),
})
export type Company = z.infer<typeof company>

export const companyMerge = z.strictObject({ other: uuid })

export const companyLogQuery = listQuery(['time'], {})
export type CompanyLogQuery = z.infer<typeof companyLogQuery>
export const companyLogPage = listPage(logEntry)
