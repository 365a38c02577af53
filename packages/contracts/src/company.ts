import * as z from 'zod/mini'
import { accountMessages, emailAddressOr } from './account.ts'
import { productCategory } from './exclusivity.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { line, requiredLine } from './text.ts'

/** What a company that deals are made with is. */
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
  /** What it sells: exclusivity is by category. */
  category: z.nullable(productCategory),
  website: z.nullable(line(200).check(z.regex(/^$|^https?:\/\/\S+$/, 'Enter an address that begins with https://'))),
  /** The company that owns it. */
  parentId: z.nullable(uuid),
}

export const newCompany = z.strictObject({
  ...facts,
  category: z.optional(facts.category),
  website: z.optional(facts.website),
  parentId: z.optional(facts.parentId),
})
export type NewCompany = z.infer<typeof newCompany>

/** What is to be changed, and the version that was seen. */
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
  /** The organization itself: deals with it are money that it pays. */
  isSelf: z.boolean(),
  /** How many deals there are with it, of those that the caller sees. */
  deals: z.int(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type CompanyRow = z.infer<typeof companyRow>

export const companySorts = ['name', 'added'] as const
export const companiesQuery = listQuery(companySorts, {
  kind: z.optional(severalOf(companyKind)),
  category: z.optional(severalOf(productCategory)),
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

const mergedCompany = z.object({ id: z.uuid(), name: z.string(), mergedAt: z.iso.datetime() })
export type MergedCompany = z.infer<typeof mergedCompany>

export const company = z.extend(companyRow, {
  contacts: z.array(companyContact),
  /** Companies that it owns. */
  owns: z.array(named),
  /** Companies that may be the same one, by their names. */
  duplicates: z.array(named),
  /** Companies that were merged into it lately: this can be taken back, by the id. */
  merged: z.array(mergedCompany),
})
export type Company = z.infer<typeof company>

export const companyMerge = z.strictObject({ other: uuid })
