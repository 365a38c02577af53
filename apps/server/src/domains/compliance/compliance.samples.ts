import { randomUUID } from 'node:crypto'
import type { complianceOperations } from '@sherpa/contracts/compliance-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof complianceOperations> = {
  async parameters(owner, { organization }) {
    const [association, company, school] = [randomUUID(), randomUUID(), randomUUID()]
    await owner.query(
      `insert into companies (organization_id, id, name, kind)
       values ($1, $2, 'Corvane Media', 'brand'), ($1, $3, 'Lakemont University', 'school')`,
      [organization, company, school],
    )
    await owner.query(
      `insert into company_associations (organization_id, id, company_id, school_id, reason, added_at)
       values ($1, $2, $3, $4, 'Holds the media rights', now())`,
      [organization, association, company, school],
    )
    return { association }
  },
  bodies: {
    answerVerdict: () => ({ number: 1, rule: 'barred-category', ruleVersion: 1, reason: 'The school agreed.' }),
    changeAthleteCompliance: () => ({ version: 0, changes: { division: 'ncaa-1' } }),
    changeCompanyCompliance: () => ({ version: 0, changes: { state: 'OH' } }),
    addAssociation: ({ organization }) => ({ schoolId: organization, reason: 'Founded by alumni', source: null }),
    listSponsors: () => ({ version: 0, sponsors: [] }),
    switchRules: () => ({ version: 0, rulesOff: ['barred-category'] }),
  },
}
