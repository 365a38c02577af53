// Server: domains/licenses/licenses.test.ts
import type { AgentNotice, NewAgentNotice } from '@sherpa/contracts/agent-notice'
import { addDays, dayIn } from '@sherpa/contracts/days'
import type { Need } from '@sherpa/contracts/home'
import type { License, NewLicense } from '@sherpa/contracts/license'
import { permissionsOf } from '@sherpa/contracts/organization'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { athleteRow } from '../../../test/athlete-row.ts'
import { catchUploads } from '../../../test/fake-upload.ts'
import { expectFitsPhones } from '../../../test/fits-phones.ts'
import { fakeServer, organization, owner, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { NeedRow } from '../home/needs-list.tsx'
import { Component as AgentNoticesScreen } from './agent-notices-screen.tsx'
import { Component as LicensesScreen } from './licenses-screen.tsx'

const today = dayIn(new Date().toISOString(), organization.timeZone)
const agent = { ...organization, role: 'agent', permissions: permissionsOf('agent', []) } as const
const id = '018f0000-0000-7000-8000-0000000000d1'
const jonah = athleteRow()
const texas: License = {
  id,
  person: { id: owner.id, name: owner.name },
  isMember: true,
  state: 'TX',
  number: 'TX-1042',
  from: addDays(today, -300),
  until: addDays(today, 5),
  note: null,
  standing: 'expiring',
  file: null,
  editable: true,
  version: 1,
}
const pdf = { name: 'Texas.pdf', type: 'application/pdf', size: 2048, sha256: 'a'.repeat(64) } as const

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialogNamed = (name: string) => page.getByRole('dialog', { name })

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('an agent adds a license with its document on a phone, opens and renews it', async () => {
  const licenses: License[] = []
  const sent = catchUploads()
  const server = fakeServer({
    'GET licenses': () => pageOf(...licenses),
    'POST licenses': ({ body }) => {
      const [number, standing] = [licenses.length + 1, licenses.length ? 'upcoming' : 'expiring'] as const
      const added = { ...texas, ...(body as NewLicense), standing, id: `${id.slice(0, -1)}${number}` }
      licenses.push(added)
      return added
    },
  })
  await page.viewport(360, 740)
  await showScreen(<LicensesScreen />, { as: agent })
  await expect.element(page.getByText('No licenses yet')).toBeVisible()
  await button('Add license').first().click()
  const form = dialogNamed('Add license')
  const field = (label: string | RegExp) => form.getByLabelText(label)
  await form.getByRole('button', { name: 'Add license' }).click()
  await expect.element(field('License number')).toHaveAccessibleDescription('Enter the license number')
  await field('State').selectOptions('Texas')
  await field('License number').fill('TX-1042')
  await field('First day').fill(texas.from)
  await field(/^Last day/).fill(addDays(today, 5))
  await form.getByLabelText('Document', { exact: true }).upload(new File(['%PDF'], 'Texas.pdf', { type: pdf.type }))
  await form.getByRole('button', { name: 'Add license' }).click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.address).toMatch(/licenses\/.+\/file\?name=Texas\.pdf$/)
  licenses[0] = { ...texas, file: pdf }
  sent[0]?.answer(201, texas)
  await expect.element(page.getByText('License added.')).toBeVisible()
  expect(server.bodyOf('POST licenses')).toEqual({
    state: 'TX',
    number: 'TX-1042',
    from: texas.from,
    until: texas.until,
    note: null,
  })
  const list = page.getByRole('table', { name: 'Licenses' })
  await expect.element(list.getByText('5 days left')).toBeVisible()
  await expectFitsPhones()
  await expectAccessible()

  await list.getByRole('button', { name: owner.name, exact: true }).click()
  const record = dialogNamed('Texas license')
  await expect.element(record.getByRole('button', { name: 'Show Texas.pdf' })).toBeVisible()
  await record.getByRole('button', { name: 'Cancel' }).click()

  await button(`Renew: ${owner.name}, Texas`).click()
  const renewal = dialogNamed('Renew license')
  await expect.element(renewal.getByLabelText('First day')).toHaveValue(addDays(today, 6))
  await renewal.getByLabelText('License number').fill('TX-1043')
  await renewal.getByLabelText(/^Last day/).fill(addDays(today, 370))
  await renewal.getByRole('button', { name: 'Renew license' }).click()
  await expect.element(page.getByText('License renewed.')).toBeVisible()
  await expect.poll(() => list.getByRole('row', { name: /Texas/ }).elements().length).toBe(2)
  await expect.element(button(`Renew: ${owner.name}, Texas`)).not.toBeInTheDocument()
})

test('Home offers to renew a license', async () => {
  const need: Need = {
    kind: 'license',
    id,
    day: texas.until,
    since: null,
    title: 'Texas license',
    about: null,
    deal: null,
    athlete: null,
    company: null,
    amount: null,
    trail: [],
    remindedAt: null,
  }
  await showScreen(
    <ul>
      <NeedRow need={need} today={today} isNext onRemind={vi.fn()} />
    </ul>,
  )
  await expect
    .element(page.getByRole('link', { name: 'Renew: Texas license' }))
    .toHaveAttribute('href', `/organizations/${organization.id}/licenses`)
})

test('compliance records an agent notice and exports the records for an inquiry', async () => {
  const notices: AgentNotice[] = []
  const server = fakeServer({
    'GET agent-notices': () => pageOf(...notices),
    'GET athletes': pageOf(jonah),
    'POST agent-notices': ({ body }) => {
      const { athleteId, ...facts } = body as NewAgentNotice
      const athlete = { id: athleteId, name: 'Jonah Okoye' }
      notices.push({ ...facts, id, athlete, file: null, addedAt: '2026-11-12T10:00:00Z', addedBy: null, version: 1 })
      return notices[0] as AgentNotice
    },
    'GET agent-notices/inquiry': () => Promise.resolve(new Response(new Blob(['PK'], { type: 'application/zip' }))),
  })
  await showScreen(<AgentNoticesScreen />)
  await button('Record agent notice').first().click()
  const form = dialogNamed('Record agent notice')
  await form.getByRole('combobox', { name: 'Athlete' }).fill('Jonah')
  await form.getByRole('option', { name: /^Jonah/ }).click()
  await form.getByLabelText('Agent', { exact: true }).fill('Dana Whitfield')
  await form.getByLabelText('Notice received').fill(today)
  await form.getByLabelText(/^Contract signed/).fill(addDays(today, -2))
  await form.getByRole('button', { name: 'Record agent notice' }).click()
  await expect.element(page.getByText('Agent notice recorded.')).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '2 days' })).toBeVisible()
  expect(server.bodyOf('POST agent-notices')).toMatchObject({ athleteId: jonah.id, agency: null, receivedOn: today })
  await expectAccessible()
  await expectFitsPhones()

  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await button('Export for an audit').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  await expect
    .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
    .toEqual([`inquiry-${today.slice(0, 4)}-01-01-${today}.zip`])
})
