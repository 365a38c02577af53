import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { pdfWithScript } from '../../apps/server/test/sample-files'
import { monthly } from '../../apps/server/test/signed-deal'
import { totp } from '../../apps/server/test/totp'
import {
  askAs,
  assumeSecondFactor,
  linkAthlete,
  linkTo,
  type Member,
  makeAccount,
  makeOrganization,
  makeSignedDeal,
  makeTeam,
  newAddress,
  password,
} from '../platform'
import { enter, PLATFORM, SITE, test } from './engines.ts'
import type { Window } from './window.ts'

const kaia = { givenName: 'Kaia', familyName: 'Nakamura', hometown: 'Bend', level: 'college', stage: 'recruiting' }
const heading = (name: string) => ({ role: 'heading', name, exact: true }) as const

test('site: menu before hydration, navigation and a demo request', async ({ openWindow, width }) => {
  const window = await openWindow()
  await window.goto(SITE)
  if (width < 600) {
    await window.press('button', 'Open menu')
    await window.sees({ role: 'dialog', name: 'Menu' })
    await window.press('link', 'About')
    await window.misses({ role: 'dialog', name: 'Menu' })
  } else {
    await window.press('link', { name: 'About', exact: true, within: 'header' })
  }
  await window.waitForHydration()
  await window.goto(`${SITE}/faqs`)
  await window.waitForHydration()
  await window.pressText('How does pricing work?')
  await window.sees({ text: 'tiered packages' })

  await window.goto(SITE)
  await window.waitForHydration()
  const email = newAddress('visitor')
  await window.fill('Full name', 'Amara Cole')
  await window.fill('Email address', email, { within: 'form:has([name=preferredDate])' })
  await window.press('button', { name: 'Schedule Demo', within: 'form:has([name=preferredDate])' })
  await window.sees({ text: 'Please select a preferred date and time' })
  await window.evaluateOn({ label: 'Preferred date and time' }, (field) => (field as HTMLElement).click())
  // Past times are not offered: choose a later day once the calendar has loaded.
  await expect(async () => {
    const isChosen = await window.evaluateOn({ role: 'dialog', name: 'Preferred date and time' }, (picker) => {
      const days = [...picker.querySelectorAll<HTMLButtonElement>('td button, [role=gridcell] button')]
      const later = days.findLast((day) => !day.disabled)
      later?.click()
      return later !== undefined
    })
    expect(isChosen).toBe(true)
  }).toPass()
  await window.pressText('10:30 AM', { exact: true })
  await window.press('button', 'Use this time')
  await window.press('button', { name: 'Schedule Demo', within: 'form:has([name=preferredDate])' })
  await window.sees({ text: 'Demo scheduled successfully' })
})

test('registers with the mailed link and sets up a second factor', async ({ openWindow }) => {
  const window = await openWindow()
  const email = newAddress()
  await window.goto(`${PLATFORM}/register`)
  await window.fill('Work email', email)
  await window.press('button', 'Continue')
  await window.sees(heading('Check your inbox'))
  await window.goto(await linkTo(email, /finish creating your sherpa account/i))
  await window.sees({ label: 'Your name' })
  await window.fill('Your name', 'Amara Cole')
  await window.fill('Password', password, { exact: true })
  await window.press('button', 'Create account')
  await window.sees({ role: 'heading', name: 'Welcome, Amara' })
  await window.goto(`${PLATFORM}/account/security`)
  await setUpSecondFactor(window)
  await window.sees({ text: 'recovery codes' })
})

test('imports, checks and corrects a roster file', async ({ openWindow, request }, testInfo) => {
  const { owner, organization } = await makeTeam(request)
  const window = await openWindow()
  const file = testInfo.outputPath('roster.csv')
  await writeFile(
    file,
    'Name,DOB,Status\nTheo Lind,3/9/2005,Client\nMia Lind,4/9/2005,Prospect\nAda Lind,31/31/2005,\n',
  )
  await enter(window, request, owner, `/organizations/${organization}/athletes/import`)
  await window.sees(heading('Import athletes'))
  await window.upload('Choose a file', file)
  await window.sees(heading('roster.csv'))
  await window.press('button', 'Check rows')
  await window.sees({ text: '31/31/2005' })
  await window.press('button', 'Import 3 athletes')
  await window.sees(heading('Imported'))
  await window.goto(`${PLATFORM}/organizations/${organization}/athletes`)
  await window.sees({ text: 'Theo Lind', exact: true })
  await window.sees({ text: 'Mia Lind', exact: true })
  await window.sees({ text: 'Ada Lind', exact: true })
})

test('edits a record in place, and a note of eight lines fits', async ({ openWindow, request }) => {
  const { owner, organization } = await makeTeam(request)
  const { id } = await askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/athletes`, kaia)
  const window = await openWindow()
  await enter(window, request, owner, `/organizations/${organization}/athletes/${id}`)
  await window.sees(heading('Kaia Nakamura'))
  await window.press('button', 'All details')
  await window.press('button', { name: 'Edit Hometown' })
  await window.fill('Hometown', 'Portland', { exact: true })
  await window.key('Enter')
  await window.sees({ role: 'button', name: 'Edit Hometown: Portland' })
  const lines = Array.from({ length: 8 }, (_, line) => `Line ${line + 1}`).join('\n')
  await window.fill('Write a note', lines)
  const hidden = await window.evaluateOn({ label: 'Write a note' }, (area) => area.scrollHeight - area.clientHeight)
  expect(hidden).toBeLessThanOrEqual(0)
  await window.press('button', { name: 'Save', exact: true, within: 'form:has(textarea[name=text])' })
  await window.sees({ text: 'Line 8' })
})

test('takes a deal from draft to signed, with upload and download', async ({ openWindow, request }, testInfo) => {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Amara Cole', role: 'agent' },
    { name: 'Jonah Okoye', role: 'athlete' },
  )
  const [agent, player] = members as [Member, Member]
  const add = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const jonah = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '1998-03-03', level: 'pro', stage: 'signed' }
  const athlete = await add('athletes', jonah)
  await linkAthlete(athlete.id, player)
  await add('companies', { name: 'Halden Sportswear', kind: 'brand' })

  const window = await openWindow()
  await enter(window, request, agent, `/organizations/${organization}/deals#new`)
  await pick(window, 'Athlete', 'Jonah Okoye')
  await pick(window, 'Company', 'Halden Sportswear')
  await window.fill('Starts', '2026-08-03')
  await window.fill('Amount', '48,000')
  await window.press('button', 'Create draft')
  await window.sees(heading('Jonah Okoye × Halden Sportswear'))
  const deal = await window.evaluate(() => location.pathname)
  await window.press('button', { name: 'Add Business purpose' })
  await window.fill('Business purpose', 'Promotion of the fall line', { exact: true })
  await window.press('button', { name: 'Save', within: 'form:has(textarea)' })
  await window.sees({ role: 'button', name: 'Edit Business purpose' })
  await window.press('button', 'Submit for approval')
  await window.press('button', 'Submit')
  await window.misses({ role: 'dialog' })

  const ofOwner = await openWindow()
  await enter(ofOwner, request, owner, deal)
  await ofOwner.press('button', 'Approve')
  await ofOwner.press('button', 'Approve')
  await ofOwner.misses({ role: 'dialog' })

  const ofAthlete = await openWindow()
  await enter(ofAthlete, request, player, deal)
  await ofAthlete.press('link', 'Read and sign')
  await ofAthlete.fill('Your full name', 'Jonah Okoye')
  await ofAthlete.press('checkbox', {})
  await ofAthlete.fill('Your password', password, { exact: true })
  await ofAthlete.press('button', 'Sign version 1')
  await ofAthlete.sees({ role: 'heading', name: 'Version 1 is waiting for' })

  // From here on the agent confirms with the password.
  await assumeSecondFactor(agent, false)
  const paper = testInfo.outputPath('signed.pdf')
  await writeFile(paper, await pdfWithScript())
  await window.goto(PLATFORM + deal)
  await window.press('button', 'Add signed copies')
  await window.fill('Signed for the company by', 'Sofia Brandt')
  await window.upload('Company’s signed copy', paper)
  await window.press('button', 'Continue')
  await window.fill('Your password', password, { exact: true })
  await window.press('button', 'Add signed copy')
  await window.sees({ role: 'heading', name: 'Version 1 is in force' })

  await window.press('button', { name: ', show' })
  await window.sees({ role: 'region', name: 'Page 1 of' })
  const signed = await window.download(() => window.press('button', { name: 'Download', exact: true }))
  expect(signed.subarray(0, 5).toString()).toBe('%PDF-')
})

test('finances: shows the chart axis and records a payment', async ({ openWindow, request, width }) => {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  const add = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const athlete = await add('athletes', { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' })
  const company = await add('companies', { name: 'Halden Sportswear', kind: 'brand' })
  const payments = [monthly(25_000_000, { from: '2026-01-15', times: 3 })]
  await makeSignedDeal({ organization, athlete: athlete.id, company: company.id, terms: { payments } })
  const window = await openWindow()
  await enter(window, request, owner, `/organizations/${organization}/finances`)
  await window.sees(heading('Finances'))
  await window.sees({ text: '$750,000' })
  if (width < 600) await window.press('button', { name: 'Overview' })
  await window.press('link', { name: 'Payments', exact: true, within: 'main' })
  await window.press('button', 'Record payment')
  await pick(window, 'Payer', 'Halden')
  await window.fill('Amount', '250,000', { exact: true })
  await window.press('button', 'Record payment')
  await window.misses({ role: 'dialog' })
  await window.goto(`${PLATFORM}/organizations/${organization}/finances`)
  await window.sees({ text: '$500,000' })
  const axis = await window.evaluate(() =>
    [...document.querySelectorAll('.month-axis text')].map((one) => one.textContent),
  )
  expect(axis.length).toBeGreaterThan(0)
  for (const amount of axis) expect(amount).toMatch(/^\$\d+(\.[1-9])?k?$/)
})

test('a change appears in a second window without a reload', async ({ openWindow, request }) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Jo Park', role: 'agent' })
  const { id } = await askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/athletes`, kaia)
  const [mine, theirs] = [await openWindow(), await openWindow()]
  const record = `/organizations/${organization}/athletes/${id}`
  await enter(theirs, request, members[0] as Member, record)
  await theirs.press('button', 'All details')
  await theirs.sees({ role: 'button', name: 'Edit Hometown: Bend' })
  await enter(mine, request, owner, record)
  await mine.press('button', 'All details')
  await mine.press('button', { name: 'Edit Hometown' })
  await mine.fill('Hometown', 'Portland', { exact: true })
  await mine.key('Enter')
  await theirs.sees({ role: 'button', name: 'Edit Hometown: Portland' })
})

test('goes to forty screens by address, each while others are preloaded', async ({ openWindow, request }) => {
  const { owner, organization } = await makeTeam(request)
  const window = await openWindow()
  await enter(window, request, owner, `/organizations/${organization}`)
  for (const screen of screens) {
    const path = `/organizations/${organization}/${screen}`
    await window.goto(PLATFORM + path)
    await window.sees({ role: 'heading', within: 'main' })
    expect(await window.evaluate(() => location.pathname)).toBe(path)
  }
})

test('logs out and in again', async ({ openWindow, width }) => {
  // WebKit logs the 401 of a wrong password.
  const window = await openWindow({ expectedErrors: /status of 401/ })
  const someone = await makeAccount('Amara Cole')
  await logIn(window, someone, 'not-the-password')
  await window.sees({ text: 'Incorrect email or password' })
  await logIn(window, someone, password)
  await window.sees({ role: 'heading', name: 'Welcome, Amara' })
  await window.press('button', width < 600 ? 'More' : { name: 'Account of' })
  await window.press('button', 'Log out')
  await window.sees(heading('Log in'))
  const stored = await window.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain('token')
  await logIn(window, someone, password)
  await window.sees({ role: 'heading', name: 'Welcome, Amara' })
})

const screens = [
  ...['athletes', 'athletes/import', 'deals', 'deals/board', 'deals/agreements', 'deals/check', 'deals/import'],
  ...[
    'compliance',
    'compliance/rules',
    'compliance/news',
    'compliance/payors',
    'compliance/agent-notices',
    'tasks',
    'companies',
  ],
  ...['finances', 'finances/forecast', 'finances/payments', 'finances/receipts', 'finances/receipts/bank'],
  ...['finances/fees', 'finances/expenses', 'finances/payables', 'finances/statements', 'finances/ledger'],
  ...['calendar', 'calendar/deliverables', 'calendar/league-days', 'people', 'people/invitations', 'licenses'],
  ...['permissions', 'billing', 'activity', 'programs', 'tags', 'custom-fields', 'sports', 'approvals', 'accounting'],
  ...['archives', 'settings'],
]

async function logIn(window: Window, { email }: Member, secret: string) {
  await window.goto(`${PLATFORM}/login`)
  await window.fill('Email', email)
  await window.fill('Password', secret, { exact: true })
  await window.press('button', 'Log in')
}

async function setUpSecondFactor(window: Window) {
  await window.press('button', { name: 'Set up' })
  await window.fill('Your password', password, { exact: true })
  await window.press('button', 'Continue')
  await window.sees({ label: '6-digit code from the app' })
  const shown = await window.evaluate(() =>
    [...document.querySelectorAll('dialog *, main *')]
      .map((element) => element.textContent ?? '')
      .find((text) => /^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/.test(text)),
  )
  await window.fill('6-digit code from the app', totp((shown ?? '').replaceAll(' ', '')))
  await window.press('button', 'Turn on')
  await window.press('button', { name: 'saved my codes' })
}

/** Types into a combobox and chooses the first result. */
async function pick(window: Window, label: string, text: string) {
  await window.fill(label, text)
  await window.press('option', { name: text })
}
