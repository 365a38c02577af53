import type { Page } from '@playwright/test'
import { askAs, enter, heading, makeTeam, PLATFORM, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

const answer = (page: Page) => page.getByRole('region', { name: 'Answer of Sonar' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })

async function type(page: Page, question: string) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search, jump or ask' })
  await expect(field).toBeFocused()
  await field.fill(question)
}

test('a question becomes a list with chips, from the palette and from Home', async ({ page, request, openBeside }) => {
  const { owner, organization, members } = await makeTeam(request, { name: 'Cora Coach', role: 'coach' })
  const home = `/organizations/${organization}`
  for (const [givenName, state] of [
    ['Kaia', 'NC'],
    ['Theo', 'SC'],
    ['Malik', 'TX'],
  ]) {
    await askAs(request, owner, 'post', `organizations/${organization}/athletes`, {
      givenName,
      familyName: 'Lind',
      level: 'college',
      stage: 'signed',
      sport: 'football',
      positions: ['wide-receiver'],
      state,
    })
  }
  await enter(page, owner, home)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()

  await test.step('the palette shows the reading before it is opened', async () => {
    await type(page, 'wide receivers from carolina lowkey fast')
    const option = results(page).getByRole('option', { name: /^3 athletes/ })
    await expect(option).toContainText('Wide receiver')
    await expect(option).toContainText('North Carolina or South Carolina?')
    await expect(option).toContainText('Not used: lowkey fast')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/athletes\?position=football\.wide-receiver&sonar=/)
  })

  await test.step('the answer says what it counted, and asks what is unclear', async () => {
    await expect(answer(page)).toContainText('3 of the 3 athletes you can see')
    await expect(answer(page)).toContainText('Not used: lowkey fast')
    await expectAccessibleAndResponsive(page)
    await answer(page).getByRole('link', { name: 'Both 2' }).click()
    await expect(answer(page)).toContainText('2 of the 3 athletes you can see')
    await page.goBack()
    await expect(answer(page)).toContainText('3 of the 3 athletes you can see')
    await answer(page).getByRole('link', { name: 'North Carolina 1' }).click()
    await expect(answer(page)).toContainText('1 of the 3 athletes you can see')
    await expect(page.getByRole('link', { name: 'Kaia Lind' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Theo Lind' })).toHaveCount(0)
    await expect(page.getByText('1 found')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  })

  await test.step('a chip is removed as any filter', async () => {
    await page.getByRole('button', { name: 'Remove filter North Carolina' }).click()
    await expect(page.getByRole('link', { name: 'Theo Lind' })).toBeVisible()
    await expect(answer(page)).toContainText('You changed the filters')
    await expect(page.getByText('3 found')).toBeVisible()
  })

  await test.step('it is saved with an alert', async () => {
    await answer(page).getByRole('button', { name: 'Save search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save search' })
    await dialog.getByLabel('Name').fill('Receivers')
    await dialog.getByLabel(/Mail me new results/).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: 'Receivers' })).toBeVisible()
    const { views } = await askAs<{ views: { id: string }[] }>(
      request,
      owner,
      'get',
      `organizations/${organization}/views`,
    )
    expect(views).toMatchObject([{ name: 'Receivers', alert: true, question: expect.stringContaining('receivers') }])
  })

  await test.step('the mail opens it by its id', async () => {
    const { views } = await askAs<{ views: { id: string }[] }>(
      request,
      owner,
      'get',
      `organizations/${organization}/views`,
    )
    const question = new URL(page.url()).searchParams.get('sonar') ?? ''
    await page.goto(`${PLATFORM}${home}/athletes?view=${views[0]?.id}`)
    await expect(page).toHaveURL(/athletes\?position=football\.wide-receiver$/)
    await page.goto(`${PLATFORM}${home}?${new URLSearchParams({ sonar: question })}`)
  })

  await test.step('a misspelled word is shown as it was read, and undone', async () => {
    await page.goto(`${PLATFORM}${home}?sonar=recievers from Texas`)
    await expect(answer(page)).toContainText('Read “recievers” as receivers')
    await answer(page).getByRole('link', { name: /Undo/ }).click()
    await expect(answer(page)).toContainText('Not used: recievers')
    await page.goto(`${PLATFORM}${home}?${new URLSearchParams({ sonar: 'wide receivers from carolina lowkey fast' })}`)
  })

  await test.step('words are searched as text', async () => {
    await answer(page).getByRole('link', { name: 'Search as text' }).click()
    await expect(page).toHaveURL(/athletes\?search=wide/)
    await expect(answer(page)).toHaveCount(0)
  })

  await test.step('a figure is a number that opens to its entries', async () => {
    await page.goto(PLATFORM + home)
    await page.getByLabel('Ask Sonar').fill('how much did we earn last year')
    await page.keyboard.press('Enter')
    await expect(answer(page)).toContainText('Fees earned')
    await expectAccessibleAndResponsive(page)
    await answer(page).getByRole('link', { name: /\$0/ }).click()
    await expect(page).toHaveURL(/finances\/ledger\?account=fees/)
  })

  await test.step('questions are listed, and deleted', async () => {
    await page.goto(PLATFORM + home)
    await page.getByLabel('Ask Sonar').focus()
    await page.getByRole('button', { name: 'Your questions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your questions' })
    await expect(dialog.getByRole('link')).toHaveText([
      'how much did we earn last year',
      'wide receivers from carolina lowkey fast',
      'recievers from Texas',
    ])
    await dialog.getByRole('button', { name: 'Delete “how much did we earn last year”' }).click()
    await expect(dialog.getByRole('link')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Delete all' }).click()
    await expect(dialog).toContainText('No questions yet')
  })

  await test.step('a question without its permission is refused by name', async () => {
    const beside = await openBeside()
    const [coach] = members
    if (coach) await enter(beside, coach, home)
    await beside.getByLabel('Ask Sonar').fill('deals over $10,000')
    await beside.keyboard.press('Enter')
    await expect(answer(beside)).toContainText('Your role does not include “View deals”. Ask an owner: ')
  })
})

test('an answer without filters is not replaced by the first view of its list', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  const home = `/organizations/${organization}`
  await enter(page, owner, home)
  for (const [question, address] of [
    ['payments blorf', /finances\/payments\?sonar=/],
    ['deliverables blorf', /calendar\/deliverables\?sonar=/],
  ] as const) {
    await page.goto(`${PLATFORM}${home}?${new URLSearchParams({ sonar: question })}`)
    await expect(page).toHaveURL(address)
    await expect(answer(page)).toContainText('Not used: blorf')
    await expect(answer(page).getByRole('link', { name: 'Search as text' })).toBeVisible()
  }
})
