import { api } from '@sherpa/api-client/api'
import { createStore } from '@sherpa/api-client/store'
import type { Athlete, Contact } from '@sherpa/contracts/athlete'
import type { Guardian } from '@sherpa/contracts/guardian'
import { permissionsOf } from '@sherpa/contracts/organization'
import { type ProblemCode, problemOf } from '@sherpa/contracts/problem'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OrganizationContext } from '../../../frame/account-context.ts'
import { GuardianNeed } from './guardian-need.tsx'
import { GuardianState } from './guardian-state.tsx'
import { GuardiansPanel } from './guardians-panel.tsx'
import { InviteAthleteDialog } from './invite-athlete-dialog.tsx'
import { InviteGuardianButton } from './invite-guardian-button.tsx'

/** Recorded requests and refusals of the fake server. */
let asked: { method: string; path: string; body: unknown }[]
let refusal: ProblemCode | undefined

beforeEach(() => {
  asked = []
  refusal = undefined
  vi.spyOn(window, 'fetch').mockImplementation(async (given) => {
    const request = given as Request
    const text = await request.text()
    asked.push({ method: request.method, path: new URL(request.url).pathname, body: text && JSON.parse(text) })
    return refusal
      ? Response.json(problemOf(refusal), { status: 409, headers: { 'Content-Type': 'application/problem+json' } })
      : new Response(null, { status: 204 })
  })
})
afterEach(() => vi.restoreAllMocks())

const at = '2026-03-09T10:00:00.000Z'
const mari: Contact = {
  id: 'c1',
  name: 'Mari Nakamura',
  relation: 'parent',
  title: null,
  reach: 'full',
  email: '•••••@•••••.example',
  phone: null,
  masked: true,
  guardian: null,
}
const guardian: Guardian = {
  id: 'g1',
  contact: 'c1',
  name: 'Mari Nakamura',
  state: 'confirmed',
  reach: 'full',
  consentsToAccount: true,
  invitedAt: at,
  confirmedAt: at,
  verified: null,
  isMember: false,
  verifying: 'open',
}
const kaia: Athlete = {
  id: 'a1',
  givenName: 'Kaia',
  familyName: 'Nakamura',
  preferredName: null,
  picture: null,
  stage: 'signed',
  sport: 'basketball',
  positions: [],
  level: 'high-school',
  school: null,
  classYear: null,
  state: null,
  country: null,
  minor: true,
  lookedAfterBy: [],
  tags: [],
  programs: [],
  programDays: [],
  custom: {},
  lastActiveAt: at,
  lastContactAt: null,
  version: 1,
  birthDate: '2009-03-03',
  hometown: null,
  email: 'kaia@school.example',
  phone: null,
  reachMasked: false,
  sensitive: true,
  age: 17,
  contacts: [mari],
  eligibility: [],
  measurements: [],
  social: [],
  createdAt: at,
  guardians: [],
  account: 'none',
  editable: true,
}

const organization = {
  id: 'o1',
  name: 'Ridgeline',
  kind: 'agency',
  sample: false,
  role: 'owner',
  timeZone: 'America/New_York',
  permissions: permissionsOf('owner', []),
} as const

const show = (children: ReactNode) =>
  render(
    <Provider store={createStore(api, { baseUrl: `${location.origin}/api` })}>
      <OrganizationContext value={{ ...organization, permissions: [...organization.permissions] }}>
        <MemoryRouter>{children}</MemoryRouter>
      </OrganizationContext>
    </Provider>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('requests confirmation from a parent, and resends it until confirmed', async () => {
  const shown = await show(<InviteGuardianButton athlete={kaia} contact={mari} />)
  await button('Ask to confirm as guardian').click()
  await inDialog('Send request').click()
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toEqual({
    method: 'POST',
    path: '/api/organizations/o1/athletes/a1/contacts/c1/guardianship',
    body: {},
  })
  await shown.unmount()

  const again = await show(<InviteGuardianButton athlete={kaia} contact={{ ...mari, guardian: 'invited' }} />)
  await button('Resend request').click()
  await inDialog('Send request').click()
  await expect.poll(() => asked[1]?.body).toEqual({ replace: true })
  await again.unmount()
})

test('a missing guardian needs attention until one confirmed', async () => {
  const shown = await show(<GuardianNeed athlete={{ ...kaia, contacts: [mari] }} />)
  await expect.element(page.getByText('No confirmed guardian')).toBeVisible()
  await button('Ask to confirm').click()
  await inDialog('Send request').click()
  await expect.poll(() => asked.at(-1)?.body).toEqual({})
  await shown.unmount()

  const again = await show(<GuardianNeed athlete={{ ...kaia, contacts: [{ ...mari, guardian: 'invited' }] }} />)
  await expect.element(page.getByText('Guardian not confirmed yet')).toBeVisible()
  await expect.element(button('Resend request')).toBeVisible()
  await again.unmount()

  const none = await show(<GuardianNeed athlete={{ ...kaia, contacts: [] }} />)
  await expect.element(page.getByRole('link', { name: 'Add contact' })).toHaveAttribute('href', '/#add-contact')
  await none.unmount()
})

test.each([
  ['who has confirmed', kaia, { ...mari, guardian: 'confirmed' }],
  ['of an adult', { ...kaia, minor: false }, mari],
  ['who is a coach', kaia, { ...mari, relation: 'coach' }],
  ['without an address', kaia, { ...mari, email: null }],
  ['of a record that one may not change', { ...kaia, editable: false }, mari],
] as [string, Athlete, Contact][])('nobody is asked %s', async (_, athlete, contact) => {
  await show(<InviteGuardianButton athlete={athlete} contact={contact} />)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('invites an athlete without an account, and resends on request', async () => {
  const onClose = vi.fn()
  const shown = await show(<InviteAthleteDialog open athlete={kaia} onClose={onClose} />)
  refusal = 'guardian-consent-needed'
  await inDialog('Send invitation').click()
  await expect.element(page.getByRole('dialog').getByText(/A parent or guardian must confirm/)).toBeVisible()
  refusal = undefined
  await inDialog('Send invitation').click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  await shown.unmount()

  await show(<InviteAthleteDialog open athlete={{ ...kaia, account: 'invited' }} onClose={onClose} />)
  await inDialog('Resend').click()
  await expect.poll(() => asked.at(-1)?.body).toEqual({ replace: true })
})

test('asks for the email address that an invitation needs, and saves it', async () => {
  const onClose = vi.fn()
  await show(<InviteAthleteDialog open athlete={{ ...kaia, email: null }} onClose={onClose} />)
  await inDialog('Send invitation').click()
  await expect.element(page.getByText('Enter an email address')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByLabelText('Email of Kaia Nakamura').fill('kaia@school.example')
  await inDialog('Send invitation').click()
  await expect
    .poll(() => asked.map(({ method, path, body }) => [method, path.split('/athletes/')[1], body]))
    .toEqual([
      ['PATCH', 'a1', { version: 1, changes: { email: 'kaia@school.example' } }],
      ['POST', 'a1/invitation', {}],
    ])
  expect(onClose).toHaveBeenCalled()
})

test('verifies a confirmed guardian with a method', async () => {
  await show(<GuardiansPanel athlete={{ ...kaia, guardians: [guardian] }} />)
  await expect.element(page.getByText(/account allowed/)).toBeVisible()
  await button('Verify Mari Nakamura').click()
  await inDialog('Verify').click()
  await expect.element(page.getByText('Choose how you verified them')).toBeVisible()
  await page.getByLabelText('How did you verify them?').selectOptions('Phone call')
  await inDialog('Verify').click()
  await expect
    .poll(() => asked)
    .toEqual([
      { method: 'PUT', path: '/api/organizations/o1/athletes/a1/guardians/g1/verification', body: { how: 'call' } },
    ])
})

test('withdraws a request and ends a guardianship', async () => {
  const invited: Guardian = { ...guardian, id: 'g2', name: 'Ken Nakamura', state: 'invited', confirmedAt: null }
  await show(<GuardiansPanel athlete={{ ...kaia, guardians: [guardian, invited] }} />)
  await button('Withdraw request to Ken Nakamura').click()
  await inDialog('Withdraw').click()
  await expect.poll(() => asked.at(-1)?.path).toBe('/api/organizations/o1/athletes/a1/guardians/g2')
  await button('End guardianship of Mari Nakamura').click()
  await inDialog('End guardianship').click()
  await expect.poll(() => asked.at(-1)?.path).toBe('/api/organizations/o1/athletes/a1/guardians/g1')
})

test('the inviter leaves verification to a colleague, or gives a reason if there is none', async () => {
  const byColleague: Guardian = { ...guardian, verifying: 'by-colleague' }
  const shown = await show(<GuardiansPanel athlete={{ ...kaia, guardians: [byColleague] }} />)
  await expect.element(page.getByText(/a colleague must verify them/)).toBeVisible()
  await expect.element(button('Verify Mari Nakamura')).not.toBeInTheDocument()
  await shown.unmount()

  await show(<GuardiansPanel athlete={{ ...kaia, guardians: [{ ...guardian, verifying: 'alone' }] }} />)
  await button('Verify Mari Nakamura').click()
  await page.getByLabelText('How did you verify them?').selectOptions('Phone call')
  await inDialog('Verify').click()
  await expect.element(page.getByText('Enter why you are verifying them yourself')).toBeVisible()
  await page.getByLabelText('Why are you verifying them yourself?').fill('I work alone')
  await inDialog('Verify').click()
  await expect.poll(() => asked.at(-1)?.body).toEqual({ how: 'call', reason: 'I work alone' })
})

test('marks guardians who are members and self-verified ones', async () => {
  const selfVerificationReason = 'I work alone'
  const marked: Guardian = {
    ...guardian,
    state: 'verified',
    isMember: true,
    verified: { at, by: 'Jo Park', how: 'id-seen', selfVerificationReason },
  }
  await show(<GuardiansPanel athlete={{ ...kaia, guardians: [marked] }} />)
  await expect.element(page.getByText('Member, can’t sign')).toBeVisible()
  await expect.element(page.getByText(/self-verified: “I work alone”/)).toBeVisible()
})

test('shows verifier and method; adults have no guardians', async () => {
  const verified: Guardian = {
    ...guardian,
    state: 'verified',
    verified: { at, by: 'Jo Park', how: 'id-seen', selfVerificationReason: null },
  }
  const shown = await show(
    <>
      <GuardiansPanel athlete={{ ...kaia, guardians: [verified] }} />
      <GuardianState state="invited" />
    </>,
  )
  await expect.element(page.getByText('Verified guardian')).toBeVisible()
  await expect.element(page.getByText(/Checked an ID or document, Jo Park/)).toBeVisible()
  await expect.element(page.getByText('Asked as guardian')).toBeVisible()
  await shown.unmount()
  await show(<GuardiansPanel athlete={{ ...kaia, minor: false, guardians: [] }} />)
  await expect.element(page.getByText('Guardians', { exact: true })).not.toBeInTheDocument()
})
