import type { APIRequestContext, Page } from '@playwright/test'
import { askAs, assumeSecondFactor, enter, heading, type Member, makeTeam, password, test } from './platform'
import { expect } from './site'

// 409 for concurrent edits, 404 for an erased record.
test.use({ expectedErrors: /responded with a status of (404|409)/ })

const kaia = {
  givenName: 'Kaia',
  familyName: 'Nakamura',
  birthDate: '2012-03-03',
  sport: 'basketball',
  positions: ['point-guard'],
  level: 'high-school',
  school: 'Alder Basin High',
  classYear: 2030,
  hometown: 'Bend',
  state: 'OR',
  stage: 'recruiting',
}

const fact = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^(Edit|Add) ${label}`) })
/** Beside the overview, or on its own tab. */
const timeline = (page: Page) =>
  page.getByRole('complementary', { name: 'Timeline' }).or(page.getByRole('region', { name: 'Timeline' }))
const openTab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Record' }).getByRole('link', { name }).click()

async function edit(page: Page, label: string, text: string) {
  await fact(page, label).click()
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

async function openRecord(page: Page, request: APIRequestContext) {
  const { owner, organization, members } = await makeTeam(request, { name: 'Jo Park', role: 'agent' })
  const athletes = `organizations/${organization}/athletes`
  const { id } = await askAs<{ id: string }>(request, owner, 'post', athletes, kaia)
  const open = async (page: Page, person: Member) => {
    await enter(page, person, `/${athletes}/${id}`)
    await expect(heading(page, 'Kaia Nakamura')).toBeVisible()
    await page.getByRole('button', { name: 'All details' }).click()
  }
  await assumeSecondFactor(owner, false)
  await open(page, owner)
  return { owner, colleague: members[0] as Member, athlete: `${athletes}/${id}`, open }
}

test('edits a record by keyboard, undoes a change, adds a note and a measurement, and logs views of a contact', async ({
  page,
  request,
}) => {
  const { owner, athlete } = await openRecord(page, request)
  await expect(page).toHaveTitle(/^Kaia Nakamura/)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('AthletesKaia Nakamura')
  await page.getByRole('button', { name: 'Under 18' }).focus()
  await expect(page.getByRole('tooltip')).toContainText('is logged')

  await heading(page, 'Kaia Nakamura').focus()
  const isReached = () => fact(page, 'Hometown').evaluate((button) => button === document.activeElement)
  for (let stop = 0; stop < 60 && !(await isReached()); stop++) await page.keyboard.press('Tab')
  await expect(fact(page, 'Hometown')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Portland')
  await page.keyboard.press('Enter')
  await expect(fact(page, 'Hometown')).toBeFocused()
  await expect(fact(page, 'Hometown')).toContainText('Portland')
  await expect(timeline(page)).toContainText('Olive Owner changed hometown from Bend to Portland')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(fact(page, 'Hometown')).toContainText('Bend')

  await edit(page, 'Class of', 'soon')
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a year' })).toBeVisible()
  await expect(page.getByLabel('Class of')).toHaveValue('soon')
  await page.keyboard.press('Escape')
  await expect(fact(page, 'Class of')).toContainText('2030')

  await page.getByRole('button', { name: 'Stage: Recruiting' }).click()
  await page.getByRole('button', { name: 'Signed', exact: true }).click()
  await expect(timeline(page)).toContainText('Olive Owner changed stage from Recruiting to Signed')

  await fact(page, 'Tags').click()
  await page.getByLabel('Find or add a tag').fill('Top 50')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Top 50')).toBeChecked()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(fact(page, 'Tags')).toContainText('Top 50')

  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByLabel('Write a note')).toBeFocused()
  await page.keyboard.type('Family prefers cash.')
  await page.getByRole('group', { name: 'Log contact' }).getByRole('button', { name: 'Call' }).click()
  const entry = page.getByRole('dialog', { name: /^Log contact with / })
  await expect(entry.getByLabel('Notes')).toHaveValue('Family prefers cash.')
  await entry.getByRole('button', { name: 'Save' }).click()
  await expect(timeline(page)).toContainText('Olive Owner called Kaia Nakamura')
  const readers = timeline(page).getByRole('button', { name: 'Visible to people who see deals. Change' })
  await readers.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note visible to: Only me.')).toBeVisible()
  await expect(timeline(page).getByTitle('Only me')).toBeVisible()
  await expect(page.getByLabel('Write a note')).toHaveValue('')
  await openTab(page, /^Activity/)
  await timeline(page).getByRole('button', { name: 'Notes', exact: true }).click()
  await expect(timeline(page)).not.toContainText('Family prefers cash.')
  await timeline(page).getByRole('button', { name: 'Contacts' }).click()
  await timeline(page).getByRole('button', { name: 'Change this entry' }).click()
  await timeline(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(timeline(page)).toContainText('No entries yet')
  await openTab(page, /^Overview/)

  await page.getByRole('button', { name: 'Add measurement' }).click()
  await page.getByLabel('Value').fill('5\'9"')
  await expect(page.getByText('Saved as 5 ft 9 in')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Height: all values' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Measurables' })).toContainText('5 ft 9 in')

  await askAs(request, owner, 'post', `${athlete}/contacts`, {
    name: 'Mari Nakamura',
    relation: 'parent',
    title: 'Mother',
    reach: 'full',
    email: 'mari@nakamura.example',
    phone: '(541) 555-0142',
  })
  await expect(page.getByText('•••••@•••••.example')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Mari Nakamura' }).click()
  await page.getByRole('button', { name: 'Show and edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit contact' })
  await expect(dialog.getByLabel('Email')).toHaveValue('mari@nakamura.example')
  await dialog.getByLabel('Phone').fill('(541) 555-0199')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('•••••••99')).toBeVisible()
  await page.getByRole('button', { name: 'Show contact details of Mari Nakamura (logged)' }).click()
  await expect(page.getByRole('link', { name: 'mari@nakamura.example' })).toBeVisible()
  await openTab(page, /^Activity/)
  await timeline(page).getByRole('button', { name: 'Changes' }).click()
  await expect(timeline(page)).toContainText('viewed contact details of Mari Nakamura (parent)')
})

test('merges and unmerges a duplicate, and erases an athlete', async ({ page, request }) => {
  const { owner, athlete } = await openRecord(page, request)
  const roster = athlete.slice(0, athlete.lastIndexOf('/'))
  await askAs(request, owner, 'post', roster, { ...kaia, school: null, email: 'kaia@nakamura.example' })
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: action, exact: true }).click()
  }

  await choose('Find duplicates')
  const dialog = page.getByRole('dialog', { name: 'Duplicates' })
  await dialog.getByRole('button', { name: 'Merge Kaia Nakamura into this record' }).click()
  await dialog.getByRole('button', { name: 'Undo merge of Kaia Nakamura' }).click()
  await expect(dialog.getByRole('button', { name: 'Merge Kaia Nakamura into this record' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(timeline(page)).toContainText('undid a merge')

  await choose('Erase')
  await page.getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByText('Kaia Nakamura was erased.')).toBeVisible()
  await expect(heading(page, 'Athletes')).toBeVisible()
})

test('concurrent edits of a record lose nothing', async ({ page, request, openBeside }) => {
  const { colleague, open } = await openRecord(page, request)
  const other = await openBeside()
  await open(other, colleague)

  // Different fields: both changes are kept without a dialog.
  await fact(page, 'Hometown').click()
  await page.getByLabel('Hometown').fill('Portland')
  await edit(other, 'School or club', 'Port Lowell High')
  await expect(fact(page, 'School or club')).toContainText('Port Lowell High')
  await expect(page.getByLabel('Hometown')).toHaveValue('Portland')
  await page.getByLabel('Hometown').press('Enter')
  await expect(fact(other, 'Hometown')).toContainText('Portland')
  await expect(fact(page, 'School or club')).toContainText('Port Lowell High')

  // Same field: the second person chooses between both values.
  await fact(page, 'Hometown').click()
  await page.getByLabel('Hometown').fill('Salem')
  await edit(other, 'Hometown', 'Eugene')
  await expect(timeline(page)).toContainText('Jo Park changed hometown from Portland to Eugene')
  await page.getByLabel('Hometown').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A colleague has changed this too' })
  await expect(dialog).toContainText('Eugene')
  await expect(dialog).toContainText('Salem')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Hometown')).toHaveValue('Salem')
  await page.getByLabel('Hometown').press('Enter')
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(fact(page, 'Hometown')).toContainText('Eugene')

  await fact(page, 'Hometown').click()
  await page.getByLabel('Hometown').fill('Salem')
  await edit(other, 'Hometown', 'Ashland')
  await expect(timeline(page)).toContainText('from Eugene to Ashland')
  await page.getByLabel('Hometown').press('Enter')
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await expect(fact(other, 'Hometown')).toContainText('Salem')
})
