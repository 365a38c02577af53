import type { Disclosure } from '@sherpa/contracts/disclosure'
import { ownValue } from '@sherpa/contracts/own-value'

const termOf: Record<string, string> = {
  payorContact: 'payor',
  dealValue: 'payments',
  term: 'startsOn',
  obligations: 'deliverables',
  purpose: 'businessPurpose',
}
const ofAthlete = new Set(['athleteName', 'schoolEmail', 'sport', 'handles'])
const ofCompliance = new Set(['ncaaId', 'school'])
const ofAgreement = new Set(['agents', 'signedOn', 'scope', 'term'])

/** Where the value of a field of the packet is entered; undefined if it is entered in the packet itself. */
export function addressOfField(
  key: string,
  { kind, athlete, deal, companyId }: Pick<Disclosure, 'kind' | 'athlete' | 'deal' | 'companyId'>,
  organization: string,
): string | undefined {
  const home = `/organizations/${organization}`
  const record = `${home}/athletes/${athlete.id}`
  if (ofAthlete.has(key)) return record
  if (ofCompliance.has(key)) return `${record}#compliance`
  if (kind === 'school-72h') return ofAgreement.has(key) ? `${record}/documents` : undefined
  const term = ownValue(termOf, key)
  if (deal && term) return `${home}/deals/${deal.id}#term-${term}`
  if (deal && key === 'contract') return `${home}/deals/${deal.id}`
  if (companyId && key === 'payorName') return `${home}/companies/${companyId}`
  return companyId && key === 'association' ? `${home}/companies/${companyId}#compliance` : undefined
}
