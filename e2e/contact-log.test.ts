import type { Page } from '@playwright/test'
import { askAs, enter, heading, type Member, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

// 409 for concurrent edits.
test.use({ expectedErrors: /responded with a status of 409/ })

const phone = { width: 360, height: 640 }

/** The browser goes to the phone's dialer and comes back. */
async function leaveAndReturn(page: Page) {
  for (const state of ['hidden', 'visible'])
    await page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
}

test('an agent logs a call in three taps on a phone, edits it, and is asked after a call by link', async ({
  page,
  request,
}) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Jo Park', role: 'agent' })
  const [agent] = members as [Member]
  const add = (path: string, data: object) =>
    askAs<{ id: string }>(request, owner, 'post', `organizations/${organization}/${path}`, data)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2003-03-03', level: 'college', stage: 'signed' }
  const { id } = await add('athletes', { ...facts, phone: '(541) 555-0142' })
  const ada = { name: 'Ada Okoye', relation: 'parent', title: 'Mother', reach: 'full' }
  await add(`athletes/${id}/contacts`, { ...ada, email: 'ada@okoye.example', phone: '(541) 555-0143' })
  const timeline = page.getByRole('complementary', { name: 'Timeline' })
  await page.setViewportSize(phone)
  await enter(page, agent, `/organizations/${organization}/athletes/${id}`)
  await expect(heading(page, 'Jonah Okoye')).toBeVisible()

  await test.step('three taps', async () => {
    await page.evaluate(() => {
      document.addEventListener('pointerdown', () => {
        document.body.dataset.taps = String(Number(document.body.dataset.taps ?? 0) + 1)
      })
    })
    await page.getByRole('button', { name: 'Log call' }).click()
    await page.getByText('Reached', { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Call logged.')).toBeVisible()
    expect(await page.evaluate(() => document.body.dataset.taps)).toBe('3')
    await expect(timeline).toContainText('Jo Park called Jonah Okoye')
    await expect(timeline).toContainText('Reached')
  })

  const dialog = page.getByRole('dialog', { name: 'Edit entry' })
  await test.step('edits it', async () => {
    await timeline.getByRole('button', { name: 'Change this entry' }).click()
    await timeline.getByRole('button', { name: 'Edit', exact: true }).click()
    await expectAccessibleAndResponsive(page)
    await page.setViewportSize(phone)
    await dialog.getByText('Incoming', { exact: true }).click()
    await dialog.getByLabel('With').selectOption('Ada Okoye')
    await dialog.getByLabel('Minutes').fill('2000')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter 1 to 1,440 minutes')).toBeVisible()
    await dialog.getByLabel('Minutes').fill('12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(timeline).toContainText('Jo Park got a call from Ada Okoye')
    await expect(timeline).toContainText('Reached, 12 min')
    await expect(timeline).toContainText('Edited')
  })

  await test.step('resolves a conflict with another window', async () => {
    const path = `organizations/${organization}/athletes/${id}`
    await timeline.getByRole('button', { name: 'Change this entry' }).click()
    await timeline.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Minutes').fill('15')
    type Entries = { rows: { id: string; kind: string; version: number }[] }
    const { rows } = await askAs<Entries>(request, agent, 'get', `${path}/timeline`)
    const call = rows.find(({ kind }) => kind === 'call')
    const change = { version: call?.version, changes: { minutes: 20 } }
    await askAs(request, agent, 'patch', `${path}/notes/${call?.id}`, change)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'A colleague has changed this too' })
    await expect(conflict).toContainText('20')
    await conflict.getByRole('button', { name: 'Use mine' }).click()
    await expect(timeline).toContainText('Reached, 15 min')
  })

  await test.step('asks to log a call on return', async () => {
    const number = page.getByRole('link', { name: '(541) 555-0143' })
    await expect(number).toHaveAttribute('href', 'tel:5415550143')
    await expect(page.getByRole('link', { name: 'Text Ada Okoye' })).toHaveAttribute('href', 'sms:5415550143')
    // The test browser has no dialer.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), { once: true }))
    await number.click()
    await expect(page.getByText('Log this call?')).toBeHidden()
    await leaveAndReturn(page)
    await expect(page.getByText('Log this call?')).toBeVisible()
    await expectAccessibleAndResponsive(page)
    await page.setViewportSize(phone)
    await page.getByRole('region', { name: 'Log this call?' }).getByRole('button', { name: 'Log call' }).click()
    const form = page.getByRole('dialog', { name: 'Log contact with Jonah Okoye' })
    await expect(form.getByLabel('With')).toHaveValue(/.+/)
    await form.getByText('No answer', { exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(timeline).toContainText('Jo Park called Ada Okoye')
    await expect(page.getByText('Log this call?')).toBeHidden()
  })

  await test.step('finds who was not contacted lately', async () => {
    await add('athletes', { ...facts, givenName: 'Mina', familyName: 'Vale' })
    await page.goto(`${PLATFORM}/organizations/${organization}/athletes?contact=30`)
    await expect(page.getByRole('link', { name: 'Mina Vale' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Jonah Okoye' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Not contacted for 30 days', exact: true })).toBeVisible()
  })

  await test.step('logs a call from search', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('log a call with mina')
    await page.getByRole('option', { name: 'Log a call with Mina Vale' }).click()
    const form = page.getByRole('dialog', { name: 'Log contact with Mina Vale' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(timeline).toContainText('Jo Park called Mina Vale')
  })

  await test.step('logs a call with a company', async () => {
    const { id: company } = await add('companies', { name: 'Halden Sportswear', kind: 'brand' })
    await page.goto(`${PLATFORM}/organizations/${organization}/companies/${company}#log-call`)
    const form = page.getByRole('dialog', { name: 'Log contact with Halden Sportswear' })
    await form.getByLabel('Notes').fill('New approval system since September.')
    await form.getByRole('button', { name: 'Save' }).click()
    const log = page.getByRole('region', { name: 'Contact log' })
    await expect(log).toContainText('Jo Park called Halden Sportswear')
    await expect(log).toContainText('New approval system since September.')
    await expectAccessibleAndResponsive(page)
  })
})
