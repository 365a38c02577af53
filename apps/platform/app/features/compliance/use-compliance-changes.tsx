import { complianceApi } from '@sherpa/api-client/compliance'
import {
  type AthleteCompliance,
  type AthleteComplianceChange,
  athleteComplianceChange,
  type CompanyCompliance,
  type CompanyComplianceChange,
  companyComplianceChange,
} from '@sherpa/contracts/compliance'
import { divisions } from '@sherpa/contracts/compliance/judgment'
import { usStates } from '@sherpa/contracts/us-states'
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
  juniorYearOn: 'Junior year started',
  ncaaId: 'NCAA ID',
  state: 'State',
  directorName: 'Athletic director',
  directorEmail: 'Their email',
  associationsChecked: 'Associations',
}

const choices: Partial<Record<Fact, Record<string, string>>> = { division: divisions, state: usStates }
const inWords = (fact: Fact, value: unknown) => (value ? (choices[fact]?.[String(value)] ?? String(value)) : '')

const athleteFact = (facts: AthleteCompliance, fact: keyof AthleteChanges) =>
  fact === 'schoolId' ? (facts.school?.id ?? null) : facts[fact]
const companyFact = (facts: CompanyCompliance, fact: keyof CompanyChanges) =>
  fact === 'associationsChecked' ? facts.checked !== null : facts[fact]

/** Saves facts of an athlete that rules read. */
export function useAthleteComplianceChanges(athlete: string) {
  const of = { organization: useOrganization().id, athlete }
  const [change] = complianceApi.useChangeAthleteComplianceMutation()
  const dispatch = useAppDispatch()
  return useChanges<AthleteCompliance, AthleteChanges>({
    schema: athleteComplianceChange.shape.changes,
    send: (changes, { version }) => change({ ...of, body: { version, changes } }).unwrap(),
    show: (facts) => void dispatch(complianceApi.util.updateQueryData('athleteCompliance', of, () => facts)),
    ...plainFacts<AthleteCompliance, AthleteChanges>(athleteFact),
    inWords: (part, changes, present) => {
      const fact = part as keyof AthleteChanges
      const theirs = fact === 'schoolId' ? present.school?.name : present[fact]
      return { label: factLabels[fact], mine: inWords(fact, changes[fact]), theirs: inWords(fact, theirs) }
    },
  })
}

/** Saves facts of a company that rules read. */
export function useCompanyComplianceChanges(company: string) {
  const of = { organization: useOrganization().id, company }
  const [change] = complianceApi.useChangeCompanyComplianceMutation()
  const dispatch = useAppDispatch()
  return useChanges<CompanyCompliance, CompanyChanges>({
    schema: companyComplianceChange.shape.changes,
    send: (changes, { version }) => change({ ...of, body: { version, changes } }).unwrap(),
    show: (facts) => void dispatch(complianceApi.util.updateQueryData('companyCompliance', of, () => facts)),
    ...plainFacts<CompanyCompliance, CompanyChanges>(companyFact),
    inWords: (part, changes, present) => {
      const fact = part as keyof CompanyChanges
      return {
        label: factLabels[fact],
        mine: inWords(fact, changes[fact]),
        theirs: inWords(fact, companyFact(present, fact)),
      }
    },
  })
}
