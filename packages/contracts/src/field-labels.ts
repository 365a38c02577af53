import type { AthleteFact } from './athlete.ts'
import type { DealTerm } from './deal.ts'
import { ownValue } from './own-value.ts'

/** Labels of athlete facts. */
export const factLabels: Record<AthleteFact | 'lookedAfterBy' | 'tags' | 'programs', string> = {
  givenName: 'First name',
  familyName: 'Last name',
  preferredName: 'Preferred name',
  birthDate: 'Birth date',
  sport: 'Sport',
  positions: 'Positions',
  level: 'Level',
  school: 'School or club',
  classYear: 'Class of',
  hometown: 'Hometown',
  state: 'State',
  country: 'Country',
  email: 'Email',
  phone: 'Phone',
  stage: 'Stage',
  lookedAfterBy: 'Managed by',
  tags: 'Tags',
  programs: 'Programs',
}

/** Labels of deal terms. */
export const termLabels: Record<DealTerm, string> = {
  startsOn: 'Start of term',
  endsOn: 'End of term',
  currency: 'Currency',
  category: 'Category',
  mayBuy: 'May the athlete legally buy it',
  exclusivity: 'Exclusivity',
  territory: 'Territory',
  usageRights: 'Usage rights',
  businessPurpose: 'Business purpose',
  payor: 'Payor contact',
  deliverables: 'Deliverables',
  keyDates: 'Key dates',
  payments: 'Payments',
  fee: 'Fee',
  years: 'Years',
}

const labels: Record<string, string> = { ...factLabels, ...termLabels }

/** The label within a sentence. Custom fields keep their name. */
export function fieldInWords(field: string) {
  const label = ownValue(labels, field)
  return label ? label.charAt(0).toLowerCase() + label.slice(1) : field
}
