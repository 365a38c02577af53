import { connect } from 'node:net'
import { allPages, expect, expectAccessible, open, skipLoadingScreen, test, waitForFont } from './site'

/** TCP's initial congestion window of ten packets. */
const INITIAL_WINDOW_BYTES = 14_300

for (const { path, title, description } of allPages) {
  test.describe(`the page at ${path}`, () => {
    test('has title and heading, is accessible and responsive, and loads nothing from third parties', async ({
      page,
      request,
      baseURL,
    }) => {
      const foreign: string[] = []
      page.on('request', (asked) => {
        if (!asked.url().startsWith(baseURL ?? 'http')) foreign.push(asked.url())
      })
      await test.step('answers 200 with its title, description and heading in the HTML', async () => {
        const answer = await request.get(path)
        expect(answer.status()).toBe(200)
        const html = await answer.text()
        expect(html).toContain(`<title>${title}</title>`)
        await open(page, path)
        await expect(page).toHaveTitle(title)
        await expect(page.locator('meta[name=description]')).toHaveAttribute('content', description)
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
        await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\/share\.png$/)
        const heading = page.locator('h1')
        await expect(heading).toHaveCount(1)
        const words = await heading.evaluate((h1) => (h1.querySelector('.sr-only') ?? h1).textContent)
        expect(html.includes(words)).toBe(true)
      })

      await test.step('does not scroll sideways at 320 px, nor at 200 % zoom of a laptop', async () => {
        for (const width of [320, 640]) {
          await page.setViewportSize({ width, height: 568 })
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        }
      })

      await test.step('has no accessibility violations on a phone and on a desktop', async () => {
        if (path === '/') await skipLoadingScreen(page)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await expectAccessible(page)
        }
      })
      expect(foreign).toEqual([])
    })

    test('fits into the first round trip, including headers', async ({ baseURL }) => {
      expect(await countWireBytes(new URL(path, baseURL))).toBeLessThanOrEqual(INITIAL_WINDOW_BYTES)
    })

    test('has no layout shift while loading at any width', async ({ page, context }) => {
      // Cold cache: a cached font would cause no shift.
      const devTools = await context.newCDPSession(page)
      await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
      await page.addInitScript(() => {
        const moved: string[] = []
        Object.assign(window, { moved })
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as LayoutShift[]) {
            // Ignores shifts that three decimals cannot show.
            if (value < 0.0005) continue
            moved.push(`${value}: ${sources.map(({ node }) => node?.textContent?.trim().slice(0, 80)).join(' | ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const [width, height] of [
        [320, 568],
        [360, 740],
        [412, 823],
        [768, 1024],
        [1280, 800],
      ] as const) {
        await test.step(`at ${width} px`, async () => {
          await page.setViewportSize({ width, height })
          await open(page, path)
          await waitForFont(page)
          // Shifts by the font are reported after the next frame.
          const moved = await page.evaluate(async () => {
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
            return (window as unknown as { moved: string[] }).moved
          })
          expect(moved).toEqual([])
        })
      }
    })
  })
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

test('every page is readable without JavaScript', async ({ openBeside }) => {
  const page = await openBeside({ javaScriptEnabled: false })
  for (const { path } of allPages) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('footer').getByRole('link', { name: 'FAQs' })).toBeVisible()
    expect(await page.evaluate(() => document.fonts.check('16px "Hanken Grotesk Variable"'))).toBe(true)
  }
})

test('an unknown address gets 404 with links to continue', async ({ page }) => {
  const answer = await open(page, '/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})

/** Bytes of a response, counted at the socket. */
async function countWireBytes({ hostname, port, pathname, host }: URL) {
  const socket = connect(Number(port), hostname)
  socket.end(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`)
  let bytes = 0
  for await (const chunk of socket) bytes += chunk.length
  return bytes
}
