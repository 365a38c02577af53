import { randomUUID } from 'node:crypto'
import type { searchOperations } from '@sherpa/contracts/search-operations'
import type { sonarOperations } from '@sherpa/contracts/sonar-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof sonarOperations & typeof searchOperations> = {
  async parameters(owner, { organization, person }) {
    const search = randomUUID()
    await owner.query(
      "insert into searches (organization_id, user_id, id, question, asked_at) values ($1, $2, $3, 'late payments', now())",
      [organization, person, search],
    )
    return { search }
  },
  queries: { findRecords: '?search=sofia' },
  bodies: {
    askSonar: () => ({ question: 'quarterbacks from Texas' }),
    recordSearch: () => ({ question: 'quarterbacks from Texas' }),
    setSonarEngine: () => ({ on: true }),
  },
}
