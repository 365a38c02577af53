// Server: domains/athletes/athletes.test.ts (stages), domains/organizations/organizations.test.ts (roles)
import type { ActivityEvent } from '@sherpa/contracts/activity'
import type { Athlete } from '@sherpa/contracts/athlete'
import { labels } from '@sherpa/contracts/labels'
import { allRoles, type OpenInvitation, type PermissionTable, permissionsOf } from '@sherpa/contracts/organization'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { athleteRow } from '../../../test/athlete-row.ts'
import { expectFitsPhones } from '../../../test/fits-phones.ts'
import { fakeServer, organization, owner, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as AthletesScreen } from '../athletes/athletes-screen.tsx'
import { RecordHead } from '../athletes/record/record-head.tsx'
import { Component as ActivityScreen } from '../audit/activity-screen.tsx'
import { InvitationsList } from './people/invitations-list.tsx'
import { Component as PermissionsScreen } from './permissions/permissions-screen.tsx'

const id = (number: number) => `018f0000-0000-7000-8000-0000000000f${number}`
const at = '2026-11-02T10:00:00Z'
const email = 'max@lakemont.example'
const ruiz = athleteRow({ id: id(1), givenName: 'Ana', familyName: 'Ruiz' })
const bell = athleteRow({ id: id(2), givenName: 'Ana', familyName: 'Bell', stage: 'recruiting' })
const invitation: OpenInvitation = { id: id(3), email, role: 'agent', sentAt: at, expiresAt: at }
const invited: ActivityEvent = {
  id: id(4),
  at,
  event: 'invited',
  actor: { id: owner.id, name: owner.name },
  bySystem: false,
  person: null,
  athlete: null,
  deal: null,
  email,
  details: 'Agent',
  changes: [],
}
const table: PermissionTable = { roles: allRoles.map((role) => ({ role, permissions: permissionsOf(role, []) })) }

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

beforeEach(async () => {
  await page.viewport(1280, 800)
  fakeServer({
    'GET athletes': pageOf(ruiz, bell),
    'GET people': pageOf(),
    'GET programs': { programs: [] },
    'GET tags': { tags: [] },
    'GET custom-fields': { fields: [] },
    'GET sports': { sports: [] },
    'GET views': { views: [] },
    'GET invitations': pageOf(invitation),
    'GET permissions': table,
    'GET activity': pageOf(invited),
  })
})
afterEach(() => vi.restoreAllMocks())

test.each([
  ['athletic-department', { signed: 'Enrolled', recruiting: 'Recruiting', agent: 'Administrator' }],
  ['collective', { signed: 'Member', recruiting: 'In talks', agent: 'Manager' }],
] as const)('an organization of the kind %s has its own labels', async (kind, { signed, recruiting, agent }) => {
  const as = { ...organization, kind }
  await showScreen(<AthletesScreen />, { as })
  await expect.element(row('Ruiz')).toMatchTextContent(new RegExp(signed))
  await expect.element(row('Bell')).toMatchTextContent(new RegExp(recruiting))
  await expectAccessible()
  await expectFitsPhones()

  await showScreen(<InvitationsList roles={allRoles} />, { as })
  await expect.element(row(email)).toMatchTextContent(new RegExp(agent))
  await showScreen(<PermissionsScreen />, { as })
  await expect.element(page.getByLabelText(`${agent}: View money`)).toBeVisible()
  await showScreen(<ActivityScreen />, { as })
  await expect.element(page.getByText(new RegExp(`invited ${email} as ${agent}`))).toBeVisible()
})

test('the stage of a record is chosen by its label', async () => {
  const save = vi.fn().mockResolvedValue(undefined)
  const athlete = { ...ruiz, editable: true, minor: false } as Athlete
  await showScreen(<RecordHead athlete={athlete} save={save} onAddNote={vi.fn()} title={<h1>Ana Ruiz</h1>} />, {
    as: { ...organization, kind: 'collective', permissions: [] },
  })
  await page.getByRole('button', { name: 'Stage: Member' }).click()
  const choices = Object.values(labels.collective.stages)
  expect(choices.map((name) => page.getByRole('button', { name, exact: true }).elements().length)).toEqual(
    choices.map(() => 1),
  )
  await page.getByRole('button', { name: 'In talks' }).click()
  expect(save).toHaveBeenCalledWith({ stage: 'recruiting' }, athlete)
})
