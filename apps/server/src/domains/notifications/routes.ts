import { notificationOperations } from '@sherpa/contracts/notification-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { NotificationSettingsService } from './notification-settings.ts'
import type { Notifications } from './notifications.ts'

export function notificationRoutes(
  endpoint: DefineEndpoint,
  notifications: Notifications,
  settings: NotificationSettingsService,
) {
  endpoint(notificationOperations.notifications, { limits: 'none' }, ({ person, member, query }) =>
    notifications.list(person, member, query),
  )

  endpoint(notificationOperations.readNotifications, { limits: { person: 600 } }, ({ person, member, body }) =>
    notifications.markRead(person, member, body),
  )

  endpoint(notificationOperations.notificationSettings, { limits: 'none' }, ({ person, member }) =>
    settings.all(person, member),
  )

  endpoint(notificationOperations.changeNotificationSettings, { limits: { person: 600 } }, ({ person, member, body }) =>
    settings.change(person, member, body),
  )
}
