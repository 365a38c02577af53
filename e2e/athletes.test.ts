import type { Page } from '@playwright/test'
import { askAs, enter, heading, type Member, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect, expectAccessible } from './site'

test.use({ expectedErrors: /responded with a status of 40[134]/ })

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const rows = (page: Page) => page.locator('tr[data-row]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** Heads of columns have the same names. */
const outsideTable = (page: Page, name: string) => button(page, name).and(page.locator('button:not(th button)'))

async function openRoster(page: Page, member: Member, organization: string) {
  await enter(page, member, `/organizations/${organization}/athletes`)
  await expect(heading(page, 'Athletes')).toBeVisible()
}

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
}

test('adds athletes, finds a misspelled name, filters, saves a view and changes stages in bulk', async ({
  page,
  openBeside,
  request,
}) => {
  const { owner, organization, members } = await makeTeam(
    request,
    { name: 'Jo Park', role: 'agent' },
    { name: 'Coach Carr', role: 'coach' },
  )
  const [agent, coach] = members as [Member, Member]
  const add = (givenName: string, familyName: string, stage: string, sport: string) =>
    askAs(request, owner, 'post', `organizations/${organization}/athletes`, {
      givenName,
      familyName,
      level: 'college',
      stage,
      sport,
    })
  await add('Jonah', 'Okoye', 'recruiting', 'baseball')
  await add('Theo', 'Lind', 'recruiting', 'football')
  await add('Priya', 'Nair', 'former', 'soccer')

  // By keyboard, from any screen.
  await openRoster(page, agent, organization)
  await expect(rows(page)).toHaveCount(3)
  await page.goto(`${PLATFORM}/organizations/${organization}`)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('Add athl')
  await expect(page.getByRole('option', { name: /Add athlete/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add athlete' })
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter the first name')).toBeVisible()
  await page.keyboard.type('Kaia')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nakamura')
  await dialog.getByLabel('Level').selectOption('High school')
  await dialog.getByLabel('Sport').selectOption('Basketball')
  await dialog.getByLabel('Positions').selectOption('Point guard')
  await dialog.getByLabel('School or club').fill('Alder Basin High')
  await dialog.getByLabel('Class year').fill('2027')
  await dialog.getByLabel('Class year').press('Enter')
  await expect(page).toHaveURL(/\/athletes\/[\da-f-]{36}$/)

  await page.goto(`${PLATFORM}/organizations/${organization}/athletes`)
  await expect(rows(page)).toHaveCount(4)
  await openPalette(page)
  await page.keyboard.type('nakamoora')
  await expect(page.getByRole('option', { name: /^Kaia Nakamura/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('nakamoora')
  await expect(row(page, 'Kaia Nakamura')).toContainText('Point guard Basketball')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Search athletes').fill('')
  await expect(rows(page)).toHaveCount(4)

  // A colleague has the same list open.
  const other = await openBeside()
  await openRoster(other, owner, organization)
  await expect(rows(other)).toHaveCount(4)

  await button(page, 'Filter').press('Enter')
  await outsideTable(page, 'Stage').press('Enter')
  await page.getByLabel('Recruiting').press(' ')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Stage is Recruiting')).toBeFocused()
  await expect(rows(page)).toHaveCount(2)
  await button(page, 'Save view').click()
  const saving = page.getByRole('dialog', { name: 'Save view' })
  await saving.getByLabel('Name').fill('To sign')
  await saving.getByRole('button', { name: 'Save' }).click()
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await expect(views.getByRole('link', { name: 'To sign' })).toHaveAttribute('aria-current', 'page')

  // Selects both and creates a tag.
  await rows(page).first().focus()
  await page.keyboard.press('x')
  await button(page, 'Select all 2').press('Enter')
  await expect(page.getByText('2 selected')).toBeVisible()
  await button(page, 'Tag').press('Enter')
  await page.getByLabel('Find or add a tag').fill('Draft 2027')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 athletes tagged Draft 2027.')).toBeVisible()
  await expect(row(page, 'Theo Lind')).toContainText('Draft 2027')
  await rows(page).first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 selected')).toBeVisible()
  await outsideTable(page, 'Stage').press('Enter')
  await button(page, 'Signed').press('Enter')
  await expect(page.getByText('2 athletes changed to Signed.')).toBeVisible()
  await expect(page.getByText('No athlete matches')).toBeVisible()

  // The other window updates live.
  await expect(row(other, 'Jonah Okoye')).toContainText('Signed')
  await expect(row(other, 'Theo Lind')).toContainText('Signed')
  await expect(row(other, 'Priya Nair')).toContainText('Former')
  await button(other, 'Filter').click()
  await button(other, 'Tag').click()
  await other.getByLabel('Draft 2027').check()
  await expect(rows(other)).toHaveCount(2)
  await expectAccessibleAndResponsive(other)
  await other.close()

  // Read-only members cannot select or add.
  const coached = await openBeside()
  await openRoster(coached, coach, organization)
  await expect(rows(coached)).toHaveCount(4)
  await expect(button(coached, 'Add athlete')).toHaveCount(0)
  await expect(coached.getByRole('checkbox')).toHaveCount(0)
})

test('opens an athlete beside the roster; Back, reload and stage changes keep both in sync', async ({
  page,
  request,
}) => {
  const { owner, organization } = await makeTeam(request)
  const add = (givenName: string, familyName: string) =>
    askAs(request, owner, 'post', `organizations/${organization}/athletes`, {
      givenName,
      familyName,
      level: 'college',
      stage: 'prospect',
    })
  await add('Theo', 'Lind')
  await add('Jonah', 'Okoye')
  await enter(page, owner, `/organizations/${organization}/athletes?sort=name`)
  const panel = page.getByRole('complementary', { name: 'Athlete' })
  await page.getByRole('link', { name: 'Theo Lind' }).click()
  await expect(panel.getByRole('heading', { level: 2, name: 'Theo Lind' })).toBeVisible()
  await expect(panel).toContainText('1 of 2')

  await button(page, 'Stage: Prospect').click()
  await button(page, 'Signed').click()
  await expect(row(page, 'Theo Lind')).toContainText('Signed')

  await page.reload()
  await expect(panel.getByRole('heading', { level: 2, name: 'Theo Lind' })).toBeVisible()
  await expect(panel).toContainText('1 of 2')
  await page.locator('tr[data-row]').first().focus()
  await page.keyboard.press('j')
  await expect(panel.getByRole('heading', { level: 2, name: 'Jonah Okoye' })).toBeVisible()
  await expectAccessible(page)
  // The command palette offers actions of the record.
  await openPalette(page)
  await page.keyboard.type('a note')
  await expect(page.getByRole('option', { name: 'Add note' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Write a note')).toBeFocused()
  await page.goBack()
  await expect(panel).toHaveCount(0)

  // On narrow screens it opens as a page.
  await page.setViewportSize({ width: 768, height: 800 })
  await page.getByRole('link', { name: 'Theo Lind' }).click()
  await expect(heading(page, 'Theo Lind')).toBeVisible()
})

test('keeps the selection after a visit to a record, and confirms and undoes a bulk change', async ({
  page,
  request,
}) => {
  const { owner, organization } = await makeTeam(request)
  for (let number = 1; number <= 21; number++) {
    await askAs(request, owner, 'post', `organizations/${organization}/athletes`, {
      givenName: 'Player',
      familyName: `Number${String(number).padStart(2, '0')}`,
      level: 'college',
      stage: number === 1 ? 'recruiting' : 'prospect',
    })
  }
  await page.setViewportSize({ width: 768, height: 800 })
  await enter(page, owner, `/organizations/${organization}/athletes?sort=name`)
  await page.getByLabel('Select Player Number01').check()
  await page.getByLabel('Select Player Number02').check()
  await page.getByRole('link', { name: 'Player Number03' }).click()
  await expect(heading(page, 'Player Number03')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('2 selected')).toBeVisible()

  await button(page, 'Export').last().click()
  const saved = page.waitForEvent('download')
  await button(page, 'Spreadsheet (CSV)').last().click()
  const file = await (await saved).createReadStream()
  const text = (await file.toArray()).join('')
  expect(text.match(/Number\d\d/g)).toEqual(['Number01', 'Number02'])

  await page.getByLabel('Select all loaded rows').check()
  await outsideTable(page, 'Stage').click()
  await button(page, 'Signed').click()
  const question = page.getByRole('dialog', { name: 'Change the stage of 21 athletes to Signed?' })
  await question.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByText('21 athletes changed to Signed.')).toBeVisible()
  await expect(row(page, 'Number01')).toContainText('Signed')
  await button(page, 'Undo').click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(row(page, 'Number01')).toContainText('Recruiting')
  await expect(row(page, 'Number02')).toContainText('Prospect')
})
