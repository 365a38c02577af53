import type { AthleteFact } from './athlete.ts'
import type { DealTerm } from './deal.ts'

/** What screens call the facts of an athlete. */
export const factLabels: Record<AthleteFact | 'lookedAfterBy' | 'tags', string> = {
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
  email: 'Email',
  phone: 'Phone',
  stage: 'Stage',
  lookedAfterBy: 'Looked after by',
  tags: 'Tags',
}

/** What screens call the terms of a deal. */
export const termLabels: Record<DealTerm, string> = {
  startsOn: 'Start of term',
  endsOn: 'End of term',
  currency: 'Currency',
  category: 'Category',
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

/** Within a sentence. Fields of the organization are called as it calls them. */
export function fieldInWords(field: string) {
  const label = Object.hasOwn(labels, field) ? labels[field] : undefined
  return label ? label.charAt(0).toLowerCase() + label.slice(1) : field
}
