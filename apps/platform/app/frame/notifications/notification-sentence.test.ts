import type { AccountOrganization } from '@sherpa/contracts/account'
import type { Notification } from '@sherpa/contracts/notification'
import { expect, test } from 'vitest'
import { notificationSentence, placeOfNotification } from './notification-sentence.ts'

const zoe = { id: '1', name: 'Zoe Quist' }
const notification = (kind: string, changes: Partial<Notification> = {}) =>
  ({ id: '1', kind, actor: null, details: {}, at: '2026-11-15T09:00:00Z', read: false, ...changes }) as Notification

test.each([
  [notification('role-changed', { actor: zoe, details: { role: 'coach' } }), 'Zoe Quist changed your role to Coach'],
  [notification('role-changed', { actor: zoe, details: { role: 'agent' } }), 'Zoe Quist changed your role to Manager'],
  [notification('ownership-received', { actor: zoe }), 'Zoe Quist transferred ownership to you'],
  [
    notification('invitation-accepted', { details: { role: 'support-staff' } }),
    'Someone accepted your invitation and joined as Support staff',
  ],
  [notification('price-offered'), 'Sherpa sent a price for your plan'],
  [notification('invoice-issued', { details: { invoice: 'S-1' } }), 'Invoice S-1 was issued'],
  [notification('invoice-overdue', { details: { invoice: 'S-1' } }), 'Invoice S-1 is overdue'],
  [notification('guardian-confirmed', { actor: zoe }), 'Zoe Quist confirmed they are the guardian of an athlete'],
  [
    notification('company-signed', {
      details: { title: 'Fall line', by: 'Ben Ito', method: 'link', linkSentTo: 'Sofia Brandt' },
    }),
    'Ben Ito signed by link sent to Sofia Brandt for the company: Fall line. Other parties still have to sign',
  ],
  [
    notification('deal-signed', { details: { title: 'Fall line', by: 'Sofia Brandt', method: 'link' } }),
    'All parties signed Fall line. Last: Sofia Brandt signed by link',
  ],
  [notification('deal-signed', { details: { title: 'Fall line' } }), 'All parties signed Fall line'],
  [
    notification('deal-to-check', { details: { title: 'Fall line', reason: 'link-not-sent' } }),
    'Check Fall line: the company got no link after the approval. Send it for signature',
  ],
  [notification('of-a-newer-server'), 'Something changed. Reload the page to see what.'],
])('formats %o', (told, words) => {
  expect(notificationSentence(told, { kind: 'collective' })).toBe(words)
})

test('links to the related screen, or Home without permission', () => {
  const organization = { id: 'o', permissions: ['people.view'] } as unknown as AccountOrganization
  expect(placeOfNotification(notification('role-changed'), organization)).toBe('/organizations/o/people')
  expect(placeOfNotification(notification('invoice-issued'), organization)).toBe('/organizations/o')
})

test('athlete notifications link to the record with athletes.view', () => {
  const confirmed = notification('guardian-confirmed', { details: { athlete: 'a' } })
  const organization = { id: 'o', permissions: ['athletes.view'] } as unknown as AccountOrganization
  expect(placeOfNotification(confirmed, organization)).toBe('/organizations/o/athletes/a')
  expect(placeOfNotification(confirmed, { ...organization, permissions: [] })).toBe('/organizations/o')
})

test('deal notifications link to the step', () => {
  const organization = { id: 'o', permissions: ['deals.view'] } as unknown as AccountOrganization
  const placeOf = (kind: string, details: object) =>
    placeOfNotification(notification(kind, { details: { deal: 'd', deliverable: 'l', ...details } }), organization)
  expect(placeOf('approval-asked', {})).toBe('/organizations/o/deals/d#review')
  expect(placeOf('signature-asked', {})).toBe('/organizations/o/deals/d/sign')
  expect(placeOf('deliverable-due', {})).toBe('/organizations/o/deals/d#prove-l')
  expect(placeOf('deliverable-submitted', {})).toBe('/organizations/o/deals/d#accept-l')
  expect(placeOf('deliverable-decided', { decision: 'declined' })).toBe('/organizations/o/deals/d#prove-l')
  expect(placeOf('deliverable-decided', { decision: 'approved' })).toBe('/organizations/o/deals/d')
  expect(placeOf('payment-late', {})).toBe('/organizations/o/finances/payments?deal=d')
})
