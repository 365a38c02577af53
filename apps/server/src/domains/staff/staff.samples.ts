import { randomUUID } from 'node:crypto'
import type { staffOperations } from '@sherpa/contracts/staff-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof staffOperations> = {
  async parameters(owner, { organization }) {
    const job = randomUUID()
    await owner.query(
      "insert into jobs (id, organization_id, name, data, state, failed_at) values ($1, $2, 'any', '{}', 'failed', now())",
      [job, organization],
    )
    return { job }
  },
  bodies: {
    recordPayment: () => ({ reference: 'Transfer 1' }),
    offerPrice: () => ({ priceCents: 4900 }),
    setTaxExemption: () => ({ exempt: true }),
  },
}
