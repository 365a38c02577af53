import type { APIRequestContext, Page } from '@playwright/test'
import { addMembers, askAs, enter, heading, makeAccount, makeOrganization, PLATFORM, test } from './platform'
import { expect } from './site'

test.use({ expectedErrors: /responded with a status of 40[134]/ })

/** Alphabetical names, ten per word. No word occurs in another member's email address. */
const nameOf = (index: number) => `Member ${wordOf(Math.floor(index / 10))} ${index % 10}`
const wordOf = (ten: number) => `xq${String.fromCharCode(97 + Math.floor(ten / 10), 97 + (ten % 10))}`

/** Opens the list of an organization with 300 members, more than are rendered at once. */
async function openMembers(page: Page, request: APIRequestContext) {
  const owner = await makeAccount('Zoe Quist')
  const organization = await makeOrganization(request, owner)
  const names = Array.from({ length: 300 }, (_, index) => nameOf(index))
  const ids = await addMembers(organization, names)
  await enter(page, owner, `/organizations/${organization}/people`)
  await expect(row(page, nameOf(0))).toBeVisible()
  return { owner, organization, ids }
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const place = async (page: Page, name: string) => (await row(page, name).boundingBox())?.y

test('a colleague’s changes, additions and removals appear live without moving visible rows', {
  tag: '@quick',
}, async ({ page, request }) => {
  const { owner, organization, ids } = await openMembers(page, request)
  const at = (path: string) => `organizations/${organization}/${path}`
  const before = await place(page, nameOf(5))

  await askAs(request, owner, 'patch', at(`people/${ids[3]}`), { role: 'agent' })
  await expect(row(page, nameOf(3))).toContainText('Agent')

  await askAs(request, owner, 'delete', at(`people/${ids[2]}`))
  await expect(row(page, nameOf(2))).toContainText('No longer in this list')
  expect(await place(page, nameOf(5))).toBe(before)

  const [added] = await addMembers(organization, ['Aaron First'])
  expect(added).toBeTruthy()
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(row(page, 'Aaron First')).toHaveCount(0)
  expect(await place(page, nameOf(5))).toBe(before)
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(row(page, 'Aaron First')).toBeVisible()
  await expect(row(page, nameOf(2))).toHaveCount(0)
})

test('scrolls a long list to its end; Back, reload and a copied URL restore it', async ({ page, context, request }) => {
  const { organization } = await openMembers(page, request)
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(row(page, nameOf(299))).toBeInViewport({ timeout: 500 })
  }).toPass()
  // Virtualized: rows far above are not rendered.
  await expect(row(page, nameOf(0))).toHaveCount(0)

  await page.goto(`${PLATFORM}/organizations/${organization}/people`)
  await page.getByLabel('Search members').fill(wordOf(1))
  await expect(page.getByRole('row', { name: /Member/ })).toHaveCount(10)
  await page.getByRole('button', { name: 'Role' }).click()
  await page.getByLabel('Coach').check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByRole('row', { name: /Member/ }).first()).toContainText(nameOf(19))
  const address = page.url()
  expect(new URL(address).searchParams.get('role')).toBe('coach')
  await page.reload()
  await expect(page.getByRole('row', { name: /Member/ }).first()).toContainText(nameOf(19))
  await expect(page.getByLabel('Search members')).toHaveValue(wordOf(1))
  const copy = await context.newPage()
  await copy.goto(address)
  await expect(copy.getByRole('row', { name: /Member/ }).first()).toContainText(nameOf(19))
  await page.goBack()
  await expect(page.getByRole('row', { name: /Member/ }).first()).toContainText(nameOf(10))
})

test('keyboard: searches, moves between rows, selects and removes several members', async ({ page, request }) => {
  await openMembers(page, request)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search members')).toBeFocused()
  await page.keyboard.type(wordOf(0))
  await expect(page.getByRole('row', { name: /Member/ })).toHaveCount(10)
  await row(page, nameOf(0)).focus()
  await page.keyboard.press('j')
  await expect(row(page, nameOf(1))).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await expect(row(page, nameOf(3))).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Remove' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove 3 members?' })
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('3 members were removed')).toBeVisible()
  await expect(page.getByRole('row', { name: /Member/ })).toHaveCount(7)
})

test('a removed member loses access at once', async ({ page, request }) => {
  const owner = await makeAccount('Olive Owner')
  const organization = await makeOrganization(request, owner)
  const coach = await makeAccount('Jo Park')
  await askAs(request, owner, 'post', `organizations/${organization}/invitations`, {
    email: coach.email,
    role: 'coach',
  })
  const account = await askAs<{ invitations: { id: string }[]; user: { id: string } }>(request, coach, 'get', 'account')
  await askAs(request, coach, 'post', `invitations/${account.invitations[0]?.id}/acceptance`)
  await enter(page, coach, `/organizations/${organization}/people`)
  await expect(row(page, 'Olive Owner')).toBeVisible()
  await askAs(request, owner, 'delete', `organizations/${organization}/people/${account.user.id}`)
  await expect(heading(page, 'You don’t have access')).toBeVisible()
  await expect(row(page, 'Olive Owner')).toHaveCount(0)
})
