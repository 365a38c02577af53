import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sheetOfTexts, workbook } from '../apps/server/test/write-workbook'
import { askAs, enter, heading, makeTeam, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of 422/ })

const ROWS = 2000
/** Invalid rows. */
const broken: Record<number, string> = {
  10: '#10;QB;3/9/2005;Sr;6\'1";Prospect;;Lakeside',
  300: 'Lind, Theo;QB;31/31/2005;Sr;6\'1";Prospect;;Lakeside',
  700: 'Lind, Ada;QB;3/9/2005;Sr;tall;Prospect;;Lakeside',
  1100: 'Lind, Mia;QB;3/9/2005;Sr;6\'1";Prospect;not an address;Lakeside',
  1900: ';QB;3/9/2005;Sr;6\'1";Prospect;;Lakeside',
}
/** Number of rows with an unknown position. */
const WIZARDS = 4

/** Realistic spreadsheet: semicolons, Windows-1252, reversed names, abbreviations, gaps and duplicates. */
function untidyFile() {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    if (broken[n]) return broken[n]
    // Every hundredth row repeats the athlete of the previous one.
    const who = n % 100 === 50 ? n - 1 : n
    const position = n % 500 === 1 ? 'Wizard' : ['QB', 'wr', 'Kicker', 'OL/DL', 'n/a'][n % 5]
    const height = ['6\'3"', '1.91 m', '75 in', '5-11', '-'][n % 5]
    const status = ['Client', 'Prospect', '', 'lead'][n % 4]
    return `Nú${who}ez, José;${position};${(n % 12) + 1}/${(n % 28) + 1}/200${n % 8};${['Sr', 'Jr.', "'28", '2029'][n % 4]};"${height?.replaceAll('"', '""')}";${status};jose${who}@mail.example;Lakeside`
  })
  return Buffer.from(`Player;Pos;DOB;Yr;HT;Status;E-mail;School\r\n${rows.join('\r\n')}\r\n`, 'latin1')
}

const figure = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })

test('maps, checks, imports and undoes a spreadsheet of 2,000 untidy rows', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  const athletes = `organizations/${organization}/athletes`
  await askAs(request, owner, 'post', athletes, {
    givenName: 'José',
    familyName: 'Nú2ez',
    email: 'jose2@mail.example',
    level: 'college',
    stage: 'recruiting',
  })
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page
    .getByRole('link', { name: /Import athletes/ })
    .first()
    .click()
  await expect(heading(page, 'Import athletes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download a template' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Imports' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Paste rows instead' }).click()
  await page.getByLabel('Rows').fill('Name')
  await page.getByRole('button', { name: 'Use these rows' }).click()
  await expect(page.getByText('This table has no rows.')).toBeVisible()

  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer: untidyFile() })
  await expect(heading(page, 'roster.csv')).toBeVisible()
  await expect(page.getByLabel('Field for Player')).toHaveValue('fullName')
  await expect(page.getByLabel('Field for HT')).toHaveValue('measured:height')
  await expect(page.getByText('Nú2ez, José').first()).toBeVisible()
  // The sport is guessed from positions.
  await expect(page.getByLabel('Sport', { exact: true })).toHaveValue('football')
  await expect(page.getByText(/fit football/)).toBeVisible()
  await expect(page.getByText('1 unrecognized')).toBeVisible()
  await page.getByLabel(/^Import rows with unrecognized values/).uncheck()
  await page.getByLabel('Field for School').selectOption('Hometown')
  await expect(page.getByLabel('Field for School')).toHaveValue('hometown')
  await expectAccessibleAndResponsive(page)

  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(figure(page, 'With errors')).toContainText(String(5 + WIZARDS), { timeout: 240_000 })
  await expect(page.getByText(/^Same email address: /)).toBeVisible()
  // Rows with the address of the row before, but another birth date.
  await expect(figure(page, 'Same person?')).toContainText('20')
  await expect(page.getByRole('button', { name: 'Answer row by row' })).toBeVisible()
  await expectAccessibleAndResponsive(page)
  const height = page.getByRole('textbox', { name: 'HT, row 702' })
  await expect(height).toHaveValue('tall')
  await height.fill('6-1')
  await height.press('Enter')
  await expect(figure(page, 'With errors')).toContainText(String(4 + WIZARDS))
  await expect(height).toBeHidden()
  await page.getByLabel('Meaning of Wizard').selectOption('Kicker')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(figure(page, 'With errors')).toContainText('errors4', { timeout: 240_000 })

  await page.getByRole('button', { name: /^Import [\d,]+ athletes$/ }).click()
  await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible({ timeout: 240_000 })
  await expect(figure(page, 'Failed')).toContainText('4')
  await expectAccessibleAndResponsive(page)
  const count = async (search: string) =>
    (await askAs<{ total: { count: number } }>(request, owner, 'get', `${athletes}?${search}`)).total.count
  // 2,000 rows without four invalid ones and the 20 that were not answered. One row matches the existing athlete.
  expect(await count('sort=name')).toBe(ROWS - 4 - 20)
  expect(await count('position=football.quarterback&limit=1')).toBeGreaterThan(300)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain('Enter a first and a last name')

  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Everything was undone.')).toBeVisible({ timeout: 240_000 })
  expect(await count('sort=name')).toBe(1)
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: /roster\.csv/ })).toContainText('Undone')
  await expectAccessibleAndResponsive(page)

  // The column mapping is remembered.
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: untidyFile() })
  await expect(page.getByText('Matched as in your last import with these columns.')).toBeVisible()
  await expect(page.getByLabel('Field for School')).toHaveValue('hometown')
})

test('reads a workbook with titles: sheet, header row, units and new fields', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner, `/organizations/${organization}/athletes/import`)
  await page.getByLabel('Choose a file').setInputFiles('apps/server/test/import-corpus/49-workbook-titles.xlsx')
  await expect(heading(page, '49-workbook-titles.xlsx')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Row 4 has the column names' })).toBeChecked()
  await expect(page.getByLabel('Field for Student Name')).toHaveValue('fullName')
  await expect(page.getByLabel('Unit of Weight (kg)')).toHaveValue('kg')
  await expectAccessibleAndResponsive(page, { standsFor: 'import' })

  // The server answers before the choice shows.
  await page.getByRole('radio', { name: 'Row 5 has the column names' }).click()
  await expect(page.getByLabel('Field for Ashcroft, Devin (C)')).toBeVisible()
  await page.getByRole('radio', { name: 'Row 4 has the column names' }).click()
  await page.getByLabel('Field for Hudl').selectOption('New custom field')
  await expect(page.getByLabel('Field for Hudl')).toHaveValue(/^custom:/)

  await expect(page.getByLabel('Sheet')).toHaveValue('Fall roster')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(figure(page, 'New')).toContainText('3', { timeout: 60_000 })
})

test('switches the sheet, fixes a value in place, and takes back corrected rows', { tag: '@quick' }, async ({
  page,
  request,
}) => {
  const { owner, organization } = await makeTeam(request)
  const book = workbook({
    Seniors: sheetOfTexts([
      ['Player', 'Pos', 'Height'],
      ['Theo Lind', 'QB', '6-1'],
      ['Mia Chen', 'WR', '5-9'],
    ]),
    Juniors: sheetOfTexts([
      ['Player', 'Pos', 'Height', 'Email'],
      ['Ada Okafor', 'LB', '6-0', 'ada@mail.example'],
      ['#7', 'K', '5-8', 'finn@mail.example'],
      ['#9', 'QB', '6-2', 'noor@mail.example'],
    ]),
  })
  await enter(page, owner, `/organizations/${organization}/athletes/import`)
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'teams.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: book,
  })
  await expect(page.getByLabel('Sheet')).toHaveValue('Juniors')
  await page.getByLabel('Sheet').selectOption('Seniors')
  await expect(page.getByLabel('Sheet')).toHaveValue('Seniors')
  await expect(page.getByLabel('Field for Email')).toBeHidden()
  await page.getByLabel('Sheet').selectOption('Juniors')
  await expect(page.getByLabel('Field for Email')).toHaveValue('email')
  // Only the chosen sheet is an import.
  const imports = `organizations/${organization}/imports?limit=10`
  await expect.poll(async () => (await askAs<{ rows: unknown[] }>(request, owner, 'get', imports)).rows.length).toBe(1)

  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(figure(page, 'With errors')).toContainText('errors2', { timeout: 60_000 })
  const name = page.getByRole('textbox', { name: 'Player, row 3' })
  await name.fill('Finn Berg')
  await name.press('Enter')
  await expect(figure(page, 'With errors')).toContainText('errors1')
  await page.getByRole('button', { name: 'Import 2 athletes' }).click()
  await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible({ timeout: 60_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  const failed = await readFile(await download.path(), 'utf8')
  await page.getByRole('link', { name: 'All imports' }).click()
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'corrected.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(failed.replace('#9', 'Noor Rahimi')),
  })
  await expect(page.getByText('Matched as in your last import with these columns.')).toBeVisible()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(figure(page, 'New')).toContainText('1', { timeout: 60_000 })
  await expect(figure(page, 'With errors')).toContainText('errors0')
  await page.getByRole('button', { name: 'Import 1 athlete' }).click()
  await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible({ timeout: 60_000 })
  const { rows } = await askAs<{ rows: { familyName: string }[] }>(
    request,
    owner,
    'get',
    `organizations/${organization}/athletes?sort=name`,
  )
  expect(rows.map(({ familyName }) => familyName)).toEqual(['Berg', 'Okafor', 'Rahimi'])
})
