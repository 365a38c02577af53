import { readFileSync } from 'node:fs'
import { constants, inflateSync } from 'node:zlib'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { pages } from '../apps/site/app/content/pages'
import { count } from '../scripts/test-counts.mjs'

export { expect }

export const allPages = Object.values(pages)

/** Opens a page in a separate browser context, for another person or device. It closes with the journey. */
export type OpenBeside = (options?: BrowserContextOptions) => Promise<Page>

/** Console errors fail a journey, such as hydration mismatches and blocked scripts, unless they are expected. */
export const test = base.extend<{ page: Page; openBeside: OpenBeside; expectedErrors: RegExp }>({
  expectedErrors: [/responded with a status of 404/, { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const note = (error: string) => {
      if (!expectedErrors.test(error)) errors.push(error)
    }
    page.on('pageerror', (error) => note(error.message))
    page.on('load', () => count('page loads'))
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    await use(page)
    expect(errors).toEqual([])
  },
  openBeside: async ({ browser }, use) => {
    const opened: Page[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      opened.push(page)
      return page
    })
    // Open pages would slow down later journeys.
    for (const page of opened) await page.context().close()
  },
})

/** Opens a page and waits for hydration. */
export async function open(page: Page, path: string) {
  const answer = await page.goto(path)
  await waitForHydration(page)
  return answer
}

/** Waits for hydration. */
export async function waitForHydration(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

export async function skipLoadingScreen(page: Page) {
  await page.locator('.loading-screen').evaluate((overlay) => {
    for (const animation of overlay.getAnimations()) animation.finish()
  })
}

/** Minified: half the size of the package's export. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Runs all axe rules, or some of them. */
export async function expectAccessible(page: Page, rules?: string[]) {
  await waitForFades(page)
  // Injected once per document. @axe-core/playwright opens another page per result, which takes longer than axe.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (only) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe
    const results = await inPage.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, rules)
  expect(violations).toEqual([])
}

/** Waits for fades, because axe would see intermediate colors. */
async function waitForFades(page: Page) {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const isShort = Number(effect?.getComputedTiming().endTime) <= 1000
      return playState !== 'running' || !isShort
    }),
  )
}

export const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

/** Waits for the web font, which loads after the first paint. */
export async function waitForFont(page: Page) {
  await page.waitForFunction(() =>
    [...document.fonts].some((font) => font.family.includes('Hanken Grotesk') && font.status === 'loaded'),
  )
}

/** RGB color of one pixel. */
export async function colorAt(page: Page, x: number, y: number) {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  // The first data chunk of a single pixel holds a filter byte, without effect on a first pixel, and the color.
  const data = png.indexOf('IDAT') + 4
  const chunk = png.subarray(data, data + png.readUInt32BE(data - 8))
  return [...inflateSync(chunk, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(1, 4)]
}

/** Pauses the page's fake clock. */
export async function stopTime(page: Page) {
  // Retries: the time may already have passed on a busy machine.
  await expect(async () => {
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + 1000)
  }).toPass({ intervals: [0] })
}
