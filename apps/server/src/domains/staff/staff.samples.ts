import type { staffOperations } from '@sherpa/contracts/staff-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof staffOperations> = {
  bodies: {
    recordPayment: () => ({ reference: 'Transfer 1' }),
    offerPrice: () => ({ priceCents: 4900 }),
    setTaxExemption: () => ({ exempt: true }),
  },
}
