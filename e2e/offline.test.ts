import type { Page, Request } from '@playwright/test'
import { askAs, bookReceipt, enter, heading, test } from './platform'
import { expect, expectAccessible } from './site'
import { makeTeamWithDeal } from './team-with-deal'

test.use({ expectedErrors: /net::ERR_/ })

const terms = {
  startsOn: '2026-08-01',
  endsOn: '2027-07-31',
  businessPurpose: 'Fall campaign',
  payments: [
    {
      id: '0193a1b2-0000-7000-8000-000000000001',
      kind: 'base',
      title: 'Retainer',
      amountMinor: 4_800_000,
      inKind: false,
      schedule: { kind: 'repeated', every: 'month', from: '2026-09-01', times: 8, amountIs: 'total' },
    },
  ],
}

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()

test('without a connection the frame stays, main screens open, and others open once it is back', {
  tag: '@quick',
}, async ({ page, context, request }) => {
  const { owner, organization } = await makeTeamWithDeal(request, { kind: 'nil', terms })
  const preloaded = Promise.all(
    [/company-screen-/, /new-deal-form-/, /deal-panel-/].map((one) => page.waitForResponse(one)),
  )
  await enter(page, owner, `/organizations/${organization}`)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  // The last main screen in the order of the navigation, a dialog and a preview.
  await preloaded
  await context.setOffline(true)
  for (const name of ['Athletes', 'Deals', 'Finances', 'Calendar', 'Companies']) {
    await link(page, name).click()
    await expect(heading(page, name)).toBeVisible()
  }
  await link(page, 'Deals').click()
  await page.getByRole('button', { name: 'New deal' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create draft' })).toBeVisible()
  await page.keyboard.press('Escape')
  await link(page, 'Companies').click()
  await expect(heading(page, 'Companies')).toBeVisible()
  await link(page, 'Settings').click()
  const notice = page.getByText('You’re offline. This screen opens when the connection is back.')
  await expect(notice).toBeVisible()
  await expect(heading(page, 'General')).toBeFocused()
  await expect(link(page, 'Deals')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(heading(page, 'Companies')).toBeVisible()
  await page.goForward()
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

type LayoutShift = PerformanceEntry & { value: number }

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`main screens with data have no layout shift at ${viewport.width} px`, async ({ page, request }) => {
    const { owner, organization } = await makeTeamWithDeal(request, { kind: 'nil', terms })
    const payments = `organizations/${organization}/payments`
    const { rows } = await askAs<{ rows: { id: string }[] }>(request, owner, 'get', payments, undefined)
    await bookReceipt(request, owner, organization, { paymentId: rows[0]?.id ?? '', amountMinor: 600_000 })
    await page.addInitScript(() => {
      const moved: number[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as LayoutShift[]) moved.push(value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // Answers arrive one after the other, the last asked first.
    const waiting: (() => void)[] = []
    const asked = new Set<Request>()
    await page.route(/\/api\/organizations\/[^/]+\/(?!live)./, async (route) => {
      asked.add(route.request())
      await new Promise<void>((resolve) => waiting.push(resolve))
      // The page may have been left.
      await route.continue().catch(() => undefined)
    })
    for (const ended of ['requestfinished', 'requestfailed'] as const) {
      page.on(ended as 'requestfinished', (request) => void asked.delete(request))
    }
    const answers = setInterval(() => waiting.pop()?.(), 50)
    await page.setViewportSize(viewport)
    await enter(page, owner, `/organizations/${organization}`)
    for (const [path, name] of [
      ['', 'Ridgeline Sports'],
      ['/athletes', 'Athletes'],
      ['/deals', 'Deals'],
      ['/finances', 'Finances'],
      ['/finances/payments', 'Finances'],
      ['/finances/fees', 'Finances'],
      ['/tasks', 'Tasks'],
      ['/calendar', 'Calendar'],
      ['/companies', 'Companies'],
      ['/people', 'People'],
    ] as const) {
      await page.goto(new URL(`/organizations/${organization}${path}`, page.url()).href)
      await expect(heading(page, name)).toBeAttached()
      await expect(page.getByRole('main').getByText('Loading…')).toHaveCount(0)
      await expect.poll(() => asked.size).toBe(0)
      await expect(page.getByText('We can’t reach Sherpa')).toHaveCount(0)
      const moved = await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return (window as unknown as { moved: number[] }).moved
      })
      expect([path, moved.filter((value) => value >= 0.001)]).toEqual([path, []])
    }
    clearInterval(answers)
  })
}
