import type { Page } from '@playwright/test'
import {
  enter,
  heading,
  logOut,
  type Member,
  makeAccount,
  makeOrganization,
  makeStaff,
  makeTeam,
  PLATFORM,
  test,
} from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect, expectAccessible } from './site'

test.use({ expectedErrors: /responded with a status of 4\d\d|net::ERR_FAILED/ })

const phone = { width: 360, height: 740 }

const search = (page: Page) => page.getByRole('combobox', { name: 'Search, jump or ask' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const marked = (page: Page) => page.getByRole('option', { selected: true })

test('finds screens and people by keyboard from any screen, ignoring accents and case', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(
    request,
    { name: 'Dejan Marković', role: 'coach' },
    { name: 'Peony Sørensen', role: 'agent' },
  )
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()

  await test.step('opens over every screen and restores focus', async () => {
    await page.getByRole('link', { name: 'Settings' }).focus()
    await page.keyboard.press('Control+k')
    await expect(search(page)).toBeFocused()
    await expect(page.getByRole('group', { name: 'Screens' }).getByRole('option')).toHaveCount(26)
    await expect(page.getByRole('group', { name: 'Actions' }).getByRole('option', { name: /^Invite/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused()
  })

  await test.step('arrow keys move the active option for assistive technology', async () => {
    await page.keyboard.press('Control+k')
    await expect(marked(page)).toContainText('Home')
    await page.keyboard.press('ArrowDown')
    await expect(marked(page)).toContainText('Athletes')
    await expect(search(page)).toHaveAttribute('aria-activedescendant', (await marked(page).getAttribute('id')) ?? '')
    await page.keyboard.press('End')
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
    await expect(marked(page)).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await expect(marked(page)).toContainText('Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await expect(marked(page)).toContainText('Home')
  })

  await test.step('the best match comes first', async () => {
    await page.keyboard.type('peo')
    await expect(marked(page)).toContainText('Peony Sørensen')
    await expect(options(page).nth(1)).toContainText('People')
    await search(page).fill('MARKOVIC')
    await expect(options(page)).toHaveText([/Dejan Marković.*Coach/])
    await search(page).fill('sorensen')
    await expect(marked(page)).toContainText('Peony Sørensen')
    await search(page).fill('no such thing')
    await expect(page.getByText('Nothing matches “no such thing”.')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('status').first()).toHaveText('0 results')
  })

  await test.step('Enter navigates and focuses the screen', async () => {
    await search(page).fill('plan and')
    await expect(marked(page)).toContainText('Plan and billing')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${PLATFORM}/organizations/${organization}/billing`)
    await expect(heading(page, 'Plan and billing')).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('invite')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  })
})

test('text typed before the search has loaded is kept', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route(/\/find-[^/]*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('permissions')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Searching…')).toBeVisible()
  await expectAccessible(page)
  held.resolve()
  await expect(page).toHaveURL(`${PLATFORM}/organizations/${organization}/permissions`)
})

test('a failed search shows an error and still finds the rest', async ({ page, request }) => {
  const { owner } = await makeTeam(request)
  await enter(page, owner, '/account')
  await expect(heading(page, 'Profile')).toBeVisible()
  await page.route('**/sonar/records?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Search, jump or ask' }).click()
  await search(page).fill('act')
  await expect(marked(page)).toContainText('Activity')
  await expect(page.getByText(/^Athletes.* and People can’t be searched now\./)).toBeVisible()
  await expectAccessible(page)
})

test('search, menus and the More sheet are accessible in both themes', async ({ page, request }) => {
  const { owner } = await makeTeam(request)
  await makeOrganization(request, owner, 'Lakeside Athletics')
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.getByRole('button', { name: 'Search, jump or ask' }).click()
  await expect(options(page).first()).toBeVisible()
  await expectAccessibleAndResponsive(page, { standsFor: 'search' })
  await page.getByRole('button', { name: 'Close search' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const name of [/^Switch organization/, /^New$/, /^Account of/]) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, ['color-contrast'])
})

test('on a phone, tabs and More lead to every screen and cover nothing', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await makeOrganization(request, owner, 'Lakeside Athletics')
  await page.setViewportSize(phone)
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Deals' }).click()
  await expect(heading(page, 'Deals')).toBeFocused()
  await expect(tabs.getByRole('link', { name: 'Deals' })).toHaveAttribute('aria-current', 'page')
  await page.goto(`${PLATFORM}/organizations/${organization}/people`)
  await expect(heading(page, 'People')).toBeVisible()

  await test.step('touch targets of the frame are large enough', async () => {
    const settings = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    await expect(settings).toHaveCount(13)
    const pressed = [
      ...(await tabs.getByRole('link').all()),
      tabs.getByRole('button', { name: 'More', exact: true }),
      page.getByRole('button', { name: 'Search, jump or ask' }),
      page.getByRole('button', { name: 'New', exact: true }),
      ...(await settings.all()),
    ]
    for (const one of pressed) expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })

  await test.step('the end of a long screen is above the tabs', async () => {
    await page.goto(`${PLATFORM}/organizations/${organization}/permissions`)
    const last = page.getByRole('rowheader').last()
    await expect(last).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const end = await last.boundingBox()
    const bar = await tabs.boundingBox()
    if (!end || !bar) throw new Error('The screen is not shown.')
    expect(end.y + end.height).toBeLessThanOrEqual(bar.y)
    expect(bar.y + bar.height).toBe(phone.height)
  })

  await test.step('More has settings, other organizations and account', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'More' })
    await sheet.getByRole('link', { name: 'Activity' }).click()
    await expect(sheet).toBeHidden()
    await expect(heading(page, 'Activity')).toBeFocused()
    // The current tab scrolls into view.
    const current = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Activity' })
    await expect(current).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await sheet.getByRole('link', { name: /Lakeside Athletics/ }).click()
    await expect(heading(page, 'Lakeside Athletics')).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await sheet.getByRole('button', { name: 'Log out' }).click()
    await expect(heading(page, 'Log in')).toBeVisible()
  })
})

test('the focused element is never behind the bars, and focus inside them does not scroll the page', async ({
  page,
  request,
}) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto(`${PLATFORM}/organizations/${organization}/permissions`)
  const first = page.getByLabel('Agent: View people')
  const last = page.getByLabel('Agent: View activity')
  const bars = async () => {
    const above = await page.getByRole('banner').boundingBox()
    const below = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    if (!above || !below) throw new Error('There are no bars.')
    return { top: above.y + above.height, bottom: below.y }
  }
  const focused = () =>
    page.evaluate(() => {
      const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
      return { top, bottom }
    })
  await first.focus()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press(key)
      const [{ top, bottom }, between] = [await focused(), await bars()]
      expect(top).toBeGreaterThanOrEqual(between.top)
      expect(bottom).toBeLessThanOrEqual(between.bottom)
    }
  }
  await last.focus()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'New', exact: true }).focus()
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})

test('navigation shows exactly what each role may see', async ({ page, request }) => {
  const { owner, members } = await makeTeam(
    request,
    { name: 'Sam Okafor', role: 'athlete' },
    { name: 'Cody Coach', role: 'coach' },
  )
  const [athlete, coach] = members as [Member, Member]
  const nobody = await makeAccount('Nora New')
  const main = page.getByRole('navigation', { name: 'Main' })
  const organization = page.getByRole('navigation', { name: 'Organization' })
  const settings = page.getByRole('navigation', { name: 'Settings' })
  const expectNews = async (...names: RegExp[]) => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const links = page.getByRole('link', { name: /^Add athlete(?!s)|^Invite people|^New organization/ })
    await expect(links).toHaveText(names)
    await page.keyboard.press('Escape')
  }

  await enter(page, athlete)
  await expect(page.getByRole('button', { name: 'Search or jump' })).toBeVisible()
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await expect(main.getByRole('link')).toHaveText(['Home', 'My record', 'My deals', 'My money', 'My tasks', 'Calendar'])
  await main.getByRole('link', { name: 'My record' }).click()
  await expect(page.getByText('Your account has no record yet')).toBeVisible()
  await expect(organization).toHaveCount(0)
  await expectNews(/^New organization/)
  await logOut(page)

  await enter(page, coach)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await organization.getByRole('link', { name: 'People' }).click()
  await expect(heading(page, 'People')).toBeVisible()
  await expect(organization.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page')
  await expect(settings).toHaveCount(0)
  await logOut(page)

  await enter(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  await expectNews(/^Add athlete/, /^Invite people/, /^New organization/)
  await organization.getByRole('link', { name: 'Settings' }).click()
  await expect(settings.getByRole('link')).toHaveText([
    'General',
    'Plan and billing',
    'Accounting',
    'Activity',
    'Data export',
    'People',
    'Licenses',
    'Permissions',
    'Programs',
    'Deal approvals',
    'Tags',
    'Custom fields',
    'Sports',
  ])
  await expect(heading(page, 'General')).toBeVisible()
  await expect(settings.getByRole('list', { name: 'Records' }).getByRole('link')).toHaveCount(3)
  await logOut(page)

  await enter(page, nobody)
  await expect(heading(page, /Welcome, Nora/)).toBeVisible()
  await expect(main.getByRole('link')).toHaveText(['Home'])
  await expect(page.getByRole('button', { name: /Switch organization/ })).toHaveCount(0)
  await expectNews(/^New organization/)
  await logOut(page)

  await enter(page, await makeStaff())
  await expect(heading(page, 'Demo requests')).toBeVisible()
  await expect(main.getByRole('link')).toHaveText([
    'Demo requests',
    'Calendar',
    'Reports',
    'Prices',
    'Invoices',
    'Jobs',
  ])
  await expect(page.getByRole('button', { name: /Switch organization. Current: Sherpa staff/ })).toBeVisible()
})
