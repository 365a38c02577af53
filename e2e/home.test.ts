import { askAs, enter, makeTeam, test } from './platform'
import { expect } from './site'

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean }

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

test('Home has no layout shift, regardless of response order', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  // Adding an athlete assigns them to the author.
  for (const familyName of ['Okoye', 'Lind', 'Nair']) {
    const athlete = { givenName: 'Jonah', familyName, level: 'pro', stage: 'signed' }
    await askAs(request, owner, 'post', `organizations/${organization}/athletes`, athlete)
  }
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as LayoutShift[]) moved.push(value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Delays what needs the person, and recent activity.
  await page.route(/needs|activity/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    const late = ['needs', 'activity'].map((part) =>
      page.waitForResponse((answer) => new RegExp(`/api/.*${part}`).test(answer.url())),
    )
    await enter(page, owner, `/organizations/${organization}`)
    await Promise.all(late)
    await expect(page.getByRole('heading', { name: 'When you have a minute' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Recent changes' })).toBeVisible()
    const moved = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { moved: number[] }).moved
    })
    expect(moved.filter((value) => value >= 0.001)).toEqual([])
  }
})

test('on a phone, the tabs are hidden while typing', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  await enter(page, owner, `/organizations/${organization}/people`)
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs).toBeVisible()
  // A list that loads replaces its tools.
  await expect(page.getByRole('row', { name: /Olive Owner/ })).toBeVisible()
  await page.getByRole('searchbox').first().focus()
  await expect(tabs).toBeHidden()
  await page.getByRole('searchbox').first().blur()
  await expect(tabs).toBeVisible()
})
