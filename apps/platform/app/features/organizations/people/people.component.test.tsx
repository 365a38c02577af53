// Server: domains/organizations/organizations.test.ts
import type { HandoverPreview } from '@sherpa/contracts/handover'
import type { NewInvitation } from '@sherpa/contracts/invitation'
import {
  allRoles,
  type Member,
  type OpenInvitation,
  type PermissionTable,
  permissionsOf,
  type Role,
} from '@sherpa/contracts/organization'
import type { Organization } from '@sherpa/contracts/organization-settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { fakeServer, organization, owner, pageOf, showScreen } from '../../../../test/show-screen.tsx'
import { Component as PermissionsScreen } from '../permissions/permissions-screen.tsx'
import { Component as InvitationsScreen } from './invitations-screen.tsx'
import { Component as PeopleScreen } from './people-screen.tsx'

const id = (number: number) => `018f0000-0000-7000-8000-0000000000e${number}`
const joinedAt = '2026-01-15T10:00:00Z'
const one = (count: number) => ({ count, exact: true })
const details: Organization = {
  id: organization.id,
  name: organization.name,
  kind: organization.kind,
  timeZone: organization.timeZone,
  currency: 'USD',
  fiscalMonth: 1,
  guardiansSeePayments: false,
  reviewContactData: false,
  createdAt: joinedAt,
  sample: false,
  owners: [owner.name],
  people: { members: one(2), invitations: one(0) },
}
const table: PermissionTable = {
  roles: allRoles.map((role) => ({ role, permissions: permissionsOf(role, []) })),
}
const noWork: HandoverPreview = { parts: [], dates: 0, expenses: 0, people: [] }

/** Keeps roles and open invitations. */
function peopleServer() {
  const jo: Member = { id: id(1), name: 'Jo Park', email: 'jo@ridgeline.example', role: 'agent', joinedAt }
  const olive: Member = { id: owner.id, name: owner.name, email: owner.email, role: 'owner', joinedAt }
  const invitations: OpenInvitation[] = []
  const server = fakeServer({
    'GET ': details,
    'GET permissions': table,
    'GET programs': { programs: [] },
    'GET handovers': { handovers: [] },
    'GET people': () => pageOf(olive, jo),
    [`GET people/${jo.id}/handover`]: noWork,
    [`PATCH people/${jo.id}`]: ({ body }) => {
      jo.role = (body as { role: Role }).role
      return {}
    },
    'GET invitations': () => pageOf(...invitations),
    'POST invitations': ({ body }) => {
      const { email, role, replace } = body as NewInvitation
      if (invitations.length > 0 && !replace) return 'already-invited'
      invitations[0] = { id: id(2), email, role, sentAt: joinedAt, expiresAt: '2027-01-15T10:00:00Z' }
      return {}
    },
  })
  return { jo, server }
}

const button = (name: string) => page.getByRole('button', { name })
const dialogNamed = (name: string) => page.getByRole('dialog', { name })
const press = (keys: string) => userEvent.keyboard(keys)
const focus = (element: Element) => (element as HTMLElement).focus()

async function invite(email: string, role?: Role) {
  await button('Invite people').click()
  const dialog = dialogNamed('Invite people')
  await dialog.getByLabelText('Email').fill(email)
  if (role) await dialog.getByLabelText('Role').selectOptions(role)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

test('making or inviting an owner needs a confirmation', async () => {
  const { jo, server } = peopleServer()
  await showScreen(<PeopleScreen />)
  await expect.element(button('Actions for Jo Park')).toBeVisible()
  await expect.element(button('Actions for Olive Owner')).not.toBeInTheDocument()
  focus(button('Actions for Jo Park').element())
  await press('{Enter}{Tab}{Enter}')
  const choice = dialogNamed('Change role of Jo Park')
  const role = (name: string) => choice.getByRole('radio', { name: new RegExp(`^${name}`) })
  await expect.element(role('Agent')).toHaveFocus()
  await expect.element(role('Agent')).toHaveAccessibleDescription(/^Can edit athletes, .+, and invite people\.$/)
  await press('{ArrowUp}')
  await expect.element(role('Owner')).toBeChecked()
  await press('{Enter}')
  const question = dialogNamed('Make Jo Park an owner?')
  await expect.element(question.getByText('Manage permissions')).toBeVisible()
  await expectAccessible()
  await press('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(jo.role).toBe('agent')

  await button('Actions for Jo Park').click()
  await button('Change role').click()
  await role('Owner').click()
  await choice.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Make owner' }).click()
  await expect.element(page.getByText('Jo Park is now Owner.')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Jo Park/ })).toMatchTextContent(/Owner/)
  expect(server.bodyOf(`PATCH people/${jo.id}`)).toEqual({ role: 'owner', handover: {} })

  await invite('max@ridgeline.example', 'owner')
  const invitation = dialogNamed('Invite max@ridgeline.example as an owner?')
  await expect.element(invitation.getByText('Manage permissions')).toBeVisible()
  expect(server.asked.map(({ call }) => call)).not.toContain('POST invitations')
  await invitation.getByRole('button', { name: 'Invite as owner' }).click()
  await expect.element(page.getByText('Invitation sent to max@ridgeline.example.')).toBeVisible()
  expect(server.bodyOf('POST invitations')).toEqual({ email: 'max@ridgeline.example', role: 'owner' })
})

test('replacing an open invitation needs a confirmation, and resending keeps its role', async () => {
  peopleServer()
  const max = 'max@ridgeline.example'
  await showScreen(<InvitationsScreen />)
  const row = page.getByRole('row', { name: new RegExp(max) })
  await invite(max, 'coach')
  await expect.element(row).toMatchTextContent(/Coach/)

  await invite(max, 'agent')
  const question = dialogNamed('Resend invitation?')
  await expect
    .element(question.getByText(/already has an open invitation as Coach\. Resend it as Agent\?/))
    .toBeVisible()
  await expectAccessible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row).toMatchTextContent(/Coach/)
  await press('{Escape}')
  await button('Discard').click()
  await button(`Actions for ${max}`).click()
  await button('Resend').click()
  await expect.element(page.getByText(`Invitation resent to ${max}.`)).toBeVisible()
  await expect.element(row).toMatchTextContent(/Coach/)

  await invite(max)
  await question.getByRole('button', { name: 'Resend as Agent' }).click()
  await expect.element(row).toMatchTextContent(/Agent/)
})

test('permissions have sticky headers, and a failed change is reverted with an error', async () => {
  fakeServer({
    'GET permissions': table,
    'PUT permissions': () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await page.viewport(1280, 500)
  await showScreen(<PermissionsScreen />)
  const scrollTo = (label: string) => page.getByLabelText(label).element().scrollIntoView({ block: 'center' })
  await expect.element(page.getByLabelText('Compliance: Transfer ownership')).toBeInTheDocument()
  scrollTo('Compliance: Transfer ownership')
  await expect.element(page.getByRole('columnheader', { name: 'Compliance' })).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('rowheader', { name: /Transfer ownership/ })).toBeInViewport({ ratio: 0.9 })

  const chosen = page.getByLabelText('Role')
  for (const width of [1024, 360]) {
    await page.viewport(width, 500)
    await chosen.selectOptions('coach')
    scrollTo('Coach: Transfer ownership')
    await expect.element(chosen).toBeInViewport({ ratio: 1 })
    await expect.element(page.getByLabelText('Agent: Transfer ownership')).not.toBeVisible()
  }

  const tick = page.getByLabelText('Coach: View activity')
  await tick.click()
  await expect.element(tick).toHaveAccessibleDescription(/was not saved\. We can’t reach Sherpa/)
  await expect.element(page.getByText('Not saved')).toBeVisible()
  await expect.element(tick).not.toBeChecked()
  await expectAccessible()
})
