import type { Verdicts } from '@sherpa/contracts/compliance'
import type { MissingInput, VerdictState } from '@sherpa/contracts/compliance/judgment'
import type { Tone } from '@sherpa/ui/status-badge'

export const NOT_ADVICE = 'Information, not legal advice.'

export const stateTones: Record<VerdictState, Tone> = {
  blocked: 'bad',
  attention: 'warning',
  'cannot-judge': 'info',
  fine: 'good',
  'not-applicable': 'quiet',
}

/** Terms of a deal whose editors have another name. */
const termOf: Partial<Record<MissingInput, string>> = {
  'deal.amount': 'payments',
  'deal.dollars': 'currency',
}

type Records = Verdicts['records']

/** The field in which a person enters what a rule lacks; undefined if it follows from something else, such as signing. */
export function addressOfInput(
  input: MissingInput,
  { organization, deal, records }: { organization: string; deal?: string | undefined; records: Records },
): string | undefined {
  const home = `/organizations/${organization}`
  const [record = '', fact = ''] = input.split('.')
  if (record === 'deal') {
    return deal && input !== 'deal.agreedOn' ? `${home}/deals/${deal}#term-${termOf[input] ?? fact}` : undefined
  }
  if (record === 'organization') return `${home}/compliance/rules#sponsors`
  if (record === 'agreement') return `${home}/athletes/${records.athlete}/documents`
  if (record === 'school') return records.school ? `${home}/companies/${records.school}#compliance` : undefined
  if (record === 'company') {
    return records.company
      ? `${home}/companies/${records.company}${fact === 'association' ? '#compliance' : ''}`
      : undefined
  }
  const isOfCompliance = ['division', 'enrolledOn', 'juniorYearOn', 'school'].includes(fact)
  return `${home}/athletes/${records.athlete}${isOfCompliance ? '#compliance' : ''}`
}
