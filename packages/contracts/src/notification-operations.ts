import {
  notificationSettings,
  notificationSettingsChange,
  notificationsPage,
  notificationsQuery,
  readNotifications,
} from './notification.ts'
import { operations } from './operation.ts'

export const notificationOperations = operations({
  notifications: {
    method: 'GET',
    path: '/organizations/:organization/notifications',
    summary: 'What one is told about in the organization, as far as one may still see it',
    access: 'member',
    query: notificationsQuery,
    answer: { status: 200, about: 'A page of notifications, the newest first', schema: notificationsPage },
    pages: true,
  },
  readNotifications: {
    method: 'POST',
    path: '/organizations/:organization/notifications/read',
    summary: 'Mark one’s own notifications as read',
    access: 'member',
    body: readNotifications,
    answer: { status: 204, about: 'Marked' },
    changes: ['Notification'],
  },
  notificationSettings: {
    method: 'GET',
    path: '/organizations/:organization/notification-settings',
    summary: 'How the caller is notified in the organization, by kind',
    access: 'member',
    answer: { status: 200, about: 'The settings', schema: notificationSettings },
    reads: ['Notification'],
  },
  changeNotificationSettings: {
    method: 'PUT',
    path: '/organizations/:organization/notification-settings',
    summary: 'Choose how to be notified of some kinds: by email at once, in the daily digest, or only in Sherpa',
    access: 'member',
    body: notificationSettingsChange,
    answer: { status: 200, about: 'The settings', schema: notificationSettings },
    changes: ['Notification'],
  },
})
