import { randomUUID } from 'node:crypto'
import type { accountOperations } from '@sherpa/contracts/account-operations'
import { goodPassword } from '../../../test/people.ts'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof accountOperations> = {
  parameters: async () => ({ session: randomUUID() }),
  bodies: {
    changeProfile: () => ({ name: 'Another name' }),
    changePassword: () => ({ currentPassword: 'not the one', newPassword: goodPassword }),
    rejectSecondFactor: () => ({ token: 'none' }),
    startSecondFactor: () => ({ password: 'not the one' }),
    turnOnSecondFactor: () => ({ code: '000000' }),
    turnOffSecondFactor: () => ({ password: 'not the one', code: '000000' }),
    requestEmailChange: () => ({ email: 'other@agency.example', password: 'not the one' }),
    renewRecoveryCodes: () => ({ password: 'not the one', code: '000000' }),
    deleteAccount: () => ({ password: 'not the one' }),
  },
}
