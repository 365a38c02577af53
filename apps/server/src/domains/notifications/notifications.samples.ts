import type { notificationOperations } from '@sherpa/contracts/notification-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof notificationOperations> = {
  async parameters(owner, { organization, person }) {
    await owner.query(
      "insert into notifications (organization_id, user_id, kind, details) values ($1, $2, 'role-changed', $3)",
      [organization, person, { role: 'athlete' }],
    )
    return {}
  },
  bodies: {
    readNotifications: () => ({ ids: null }),
    changeNotificationSettings: () => ({ kinds: ['signature-asked'], delivery: 'digest' }),
  },
}
