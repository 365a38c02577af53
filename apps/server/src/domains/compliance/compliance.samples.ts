import type { complianceOperations } from '@sherpa/contracts/compliance-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof complianceOperations> = {
  bodies: {
    answerVerdict: () => ({ number: 1, rule: 'barred-category', ruleVersion: 1, reason: 'The school agreed.' }),
    changeAthleteCompliance: () => ({ version: 0, changes: { division: 'ncaa-1' } }),
    changeCompanyCompliance: () => ({ version: 0, changes: { state: 'OH' } }),
    addAssociation: ({ person }) => ({ schoolId: person, reason: 'Founded by alumni', source: null }),
    listSponsors: () => ({ version: 0, sponsors: [] }),
    switchRules: () => ({ version: 0, rulesOff: ['barred-category'] }),
  },
  queries: { touchedByRule: '?rule=fee-cap&version=1&state=fine' },
}
