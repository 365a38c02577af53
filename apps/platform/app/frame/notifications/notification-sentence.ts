import type { AccountOrganization } from '@sherpa/contracts/account'
import type { Notification, NotificationKind } from '@sherpa/contracts/notification'
import { roles } from '@sherpa/contracts/organization'
import { type OrganizationSection, settingsSections } from '../organization-sections.ts'

type Kind = {
  sentence: (words: { who: string; as: string; to: string; invoice: string }) => string
  section: OrganizationSection
}

const { people, billing } = settingsSections

const kinds: Record<NotificationKind, Kind> = {
  'role-changed': { sentence: ({ who, to }) => `${who} changed your role${to}`, section: people },
  'ownership-received': { sentence: ({ who }) => `${who} transferred ownership to you`, section: people },
  'invitation-accepted': {
    sentence: ({ who, as }) => `${who} accepted your invitation and joined${as}`,
    section: people,
  },
  'price-offered': { sentence: () => 'Sherpa sent a price for your plan', section: billing },
  'invoice-issued': { sentence: ({ invoice }) => `Invoice${invoice} was issued`, section: billing },
  'invoice-overdue': { sentence: ({ invoice }) => `Invoice${invoice} is overdue`, section: billing },
}

/** A newer server than this page may know more kinds. */
const kindOf = ({ kind }: Notification) => kinds[kind] as Kind | undefined

export function notificationSentence(notification: Notification) {
  const { actor, details } = notification
  const words = {
    // Whoever has deleted their account has no name any more.
    who: actor?.name ?? 'Someone',
    as: details.role ? ` as ${roles[details.role]}` : '',
    to: details.role ? ` to ${roles[details.role]}` : '',
    invoice: details.invoice ? ` ${details.invoice}` : '',
  }
  return kindOf(notification)?.sentence(words) ?? 'Something changed. Reload the page to see what.'
}

/** Where one sees more of it; at home, whoever may not. */
export function placeOfNotification(notification: Notification, { id, permissions }: AccountOrganization) {
  const section = kindOf(notification)?.section
  const isOpen = section?.permission && permissions.includes(section.permission)
  return `/organizations/${id}${isOpen ? `/${section.path}` : ''}`
}
