import * as z from 'zod/mini'
import { countryCodes } from './country.ts'
import { listInWords } from './list-in-words.ts'
import { usStateCodes } from './us-states.ts'

export const productCategories = {
  apparel: 'Athletic apparel',
  footwear: 'Footwear',
  'energy-drinks': 'Energy drinks',
  'soft-drinks': 'Soft drinks',
  'sports-drinks': 'Sports drinks',
  'financial-services': 'Financial services',
  crypto: 'Crypto',
  /** Barred for many athletes: listed so that such a deal can be entered and refused. */
  betting: 'Betting',
  casinos: 'Casinos',
  alcohol: 'Alcohol',
  tobacco: 'Tobacco, nicotine and vaping',
  cannabis: 'Cannabis',
  adult: 'Adult entertainment',
  steroids: 'Steroids and performance-enhancing drugs',
  firearms: 'Firearms',
  automotive: 'Automotive',
  telecom: 'Telecom',
  food: 'Food',
  restaurants: 'Restaurants',
  nutrition: 'Nutrition and supplements',
  'video-games': 'Video games',
  'trading-cards': 'Trading cards and memorabilia',
  technology: 'Technology',
  travel: 'Travel',
  beauty: 'Beauty',
  health: 'Health',
  media: 'Media',
  other: 'Other',
} as const
export type ProductCategory = keyof typeof productCategories

/** A family means itself and everything below it. */
const families: Partial<Record<ProductCategory, ProductCategory>> = { casinos: 'betting' }
export const isWithin = (category: ProductCategory, family: ProductCategory) =>
  category === family || families[category] === family
const categoryIds = Object.keys(productCategories) as ProductCategory[]
export const productCategory = z.enum(categoryIds, 'Choose a category')

export const exclusivityKinds = {
  none: 'Not exclusive',
  category: 'Exclusive by category',
  company: 'Exclusive by company',
} as const

/** By category: no other company in these. By company: no other sponsor at all. */
export const exclusivity = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('category'),
    // "Other" says nothing about what the deal excludes.
    categories: z
      .array(productCategory.check(z.refine((id) => id !== 'other', 'Choose a category')))
      .check(z.minLength(1, 'Choose at least one category')),
  }),
  z.strictObject({ kind: z.literal('company') }),
])
export type Exclusivity = z.infer<typeof exclusivity>

/** States as US-TX, because CA is California and Canada. Puerto Rico and the Virgin Islands are among the states. */
const territories = new Set(['PR', 'VI'])
export const places = [
  ...countryCodes.filter((code) => !territories.has(code)),
  ...usStateCodes.map((code) => `US-${code}`),
]

export const territory = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('worldwide') }),
  z.strictObject({ kind: z.literal('us') }),
  z.strictObject({
    kind: z.literal('places'),
    places: z
      .array(z.enum(places, 'Choose a country or a state'))
      .check(z.minLength(1, 'Choose at least one country or state')),
  }),
])
export type Territory = z.infer<typeof territory>

export type ExclusiveDeal = {
  id: string
  /** The owner is the ultimate parent company; null if there is none. */
  company: { id: string; name: string; owner: string | null }
  categories: readonly ProductCategory[]
  exclusivity: Exclusivity
  territory: Territory
  /** Null: open. */
  termStart: string | null
  termEnd: string | null
}

export type Conflict<Deal> = { other: Deal; reason: string }

/** Exclusivity conflicts with the athlete's other NIL and sponsorship deals. */
export function findExclusivityConflicts<Deal extends ExclusiveDeal>(
  deal: ExclusiveDeal,
  others: readonly Deal[],
): Conflict<Deal>[] {
  return others.flatMap((other) => {
    const reason = overlaps(deal, other) ? reasonOf(deal, other) : undefined
    return reason ? [{ other, reason }] : []
  })
}

/** Different owners, overlapping terms and territories. */
function overlaps(deal: ExclusiveDeal, other: ExclusiveDeal) {
  return (
    deal.id !== other.id &&
    ownerOf(deal) !== ownerOf(other) &&
    startsInTime(deal, other) &&
    startsInTime(other, deal) &&
    placesOverlap(deal.territory, other.territory)
  )
}

function ownerOf({ company }: ExclusiveDeal) {
  return company.owner ?? company.id
}

/** Both last days are included. */
function startsInTime({ termStart }: ExclusiveDeal, { termEnd }: ExclusiveDeal) {
  return termStart === null || termEnd === null || termStart <= termEnd
}

function placesOverlap(first: Territory, second: Territory) {
  const [some, others] = [listAffiliations(first), listAffiliations(second)]
  if (!some || !others) return true
  return some.some((place) => others.some((other) => contains(place, other) || contains(other, place)))
}

/** Undefined: everywhere. */
function listAffiliations(territory: Territory) {
  if (territory.kind === 'worldwide') return undefined
  return territory.kind === 'us' ? ['US'] : territory.places
}

function contains(place: string, other: string) {
  return other === place || other.startsWith(`${place}-`)
}

function reasonOf(deal: ExclusiveDeal, other: ExclusiveDeal) {
  const { name } = other.company
  if (other.exclusivity.kind === 'company') return `The deal with ${name} allows no other sponsor.`
  if (deal.exclusivity.kind === 'company') return `This deal allows no other sponsor, but there is a deal with ${name}.`
  const barred = excludedCategories(other, deal)
  if (barred) return `The deal with ${name} is exclusive for ${barred}, which this deal also covers.`
  const barring = excludedCategories(deal, other)
  return barring && `This deal is exclusive for ${barring}, which the deal with ${name} also covers.`
}

/** Categories that the first deal reserves and the second covers. */
function excludedCategories({ exclusivity }: ExclusiveDeal, { categories }: ExclusiveDeal) {
  if (exclusivity.kind !== 'category') return undefined
  const common = exclusivity.categories.filter((family) => categories.some((id) => isWithin(id, family)))
  return common.length > 0 ? listInWords(common.map((id) => productCategories[id].toLowerCase())) : undefined
}
