import { complianceApi } from '@sherpa/api-client/compliance'
import {
  type AthleteCompliance,
  type AthleteComplianceChange,
  athleteComplianceChange,
  type CompanyCompliance,
  type CompanyComplianceChange,
  companyComplianceChange,
} from '@sherpa/contracts/compliance'
import { clubLeagues, divisions } from '@sherpa/contracts/compliance/judgment'
import { countryName } from '@sherpa/contracts/country'
import { usStates } from '@sherpa/contracts/us-states'
import type { ZodMiniType } from 'zod/mini'
import { useOrganization } from '../../frame/account-context.ts'
import { plainFacts } from '../../records/plain-facts.ts'
import { useChanges } from '../../records/use-changes.tsx'
import { useAppDispatch } from '../../store.ts'

type AthleteChanges = AthleteComplianceChange['changes']
type CompanyChanges = CompanyComplianceChange['changes']
type Fact = keyof AthleteChanges | keyof CompanyChanges

export const factLabels: Record<Fact, string> = {
  division: 'Division',
  schoolId: 'School',
  enrolledOn: 'Enrolled full-time',
  juniorYearOn: 'High-school junior year began',
  ncaaId: 'NCAA ID',
  state: 'State',
  directorName: 'Athletic director',
  directorEmail: 'Their email',
  league: 'League',
  country: 'Country',
  associationsChecked: 'Associations',
}

const choices: Partial<Record<Fact, Record<string, string>>> = {
  division: divisions,
  state: usStates,
  league: clubLeagues,
}
const inWords = (fact: Fact, value: unknown) => {
  if (!value) return ''
  return fact === 'country' ? countryName(String(value)) : (choices[fact]?.[String(value)] ?? String(value))
}

/** Saves facts that rules read. */
function useFactChanges<Facts extends { version: number }, Changes extends object>({
  factOf,
  change,
  ...parts
}: {
  schema: ZodMiniType
  factOf: (facts: Facts, fact: keyof Changes & string) => unknown
  change: (body: { version: number; changes: Changes }) => Promise<Facts>
  show: (facts: Facts) => void
}) {
  return useChanges<Facts, Changes>({
    ...parts,
    ...plainFacts<Facts, Changes>(factOf),
    send: (changes, { version }) => change({ version, changes }),
    inWords: (part, changes, present) => {
      const fact = part as keyof Changes & Fact
      return {
        label: factLabels[fact],
        mine: inWords(fact, changes[fact]),
        theirs: inWords(fact, factOf(present, fact)),
      }
    },
  })
}

export function useAthleteComplianceChanges(athlete: string) {
  const of = { organization: useOrganization().id, athlete }
  const [change] = complianceApi.useChangeAthleteComplianceMutation()
  const dispatch = useAppDispatch()
  return useFactChanges<AthleteCompliance, AthleteChanges>({
    schema: athleteComplianceChange.shape.changes,
    factOf: (facts, fact) => (fact === 'schoolId' ? (facts.school?.id ?? null) : facts[fact]),
    change: (body) => change({ ...of, body }).unwrap(),
    show: (facts) => void dispatch(complianceApi.util.updateQueryData('athleteCompliance', of, () => facts)),
  })
}

export function useCompanyComplianceChanges(company: string) {
  const of = { organization: useOrganization().id, company }
  const [change] = complianceApi.useChangeCompanyComplianceMutation()
  const dispatch = useAppDispatch()
  return useFactChanges<CompanyCompliance, CompanyChanges>({
    schema: companyComplianceChange.shape.changes,
    factOf: (facts, fact) => (fact === 'associationsChecked' ? facts.checked !== null : facts[fact]),
    change: (body) => change({ ...of, body }).unwrap(),
    show: (facts) => void dispatch(complianceApi.util.updateQueryData('companyCompliance', of, () => facts)),
  })
}
