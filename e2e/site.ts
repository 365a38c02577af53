import { readFileSync } from 'node:fs'
import { constants, inflateSync } from 'node:zlib'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { pages } from '../apps/site/app/content/pages'

export { expect }

export const allPages = Object.values(pages)

/** Opens a page in a browser context of its own, as another person or another device has it. It is closed with the journey. */
export type OpenBeside = (options?: BrowserContextOptions) => Promise<Page>

/**
 * A journey fails when the page logs an error: a hydration mismatch or a refused script would otherwise go unseen.
 * Journeys through failures name the errors they expect.
 */
export const test = base.extend<{ page: Page; openBeside: OpenBeside; expectedErrors: RegExp }>({
  expectedErrors: [/responded with a status of 404/, { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const note = (error: string) => {
      if (!expectedErrors.test(error)) errors.push(error)
    }
    page.on('pageerror', (error) => note(error.message))
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
    // Those that stayed open would go on working, and slow down the journeys after this one.
    for (const page of opened) await page.context().close()
  },
})

/** Opens a page, ready to be used. */
export async function open(page: Page, path: string) {
  const answer = await page.goto(path)
  await hydrated(page)
  return answer
}

/** React has taken the page over. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

/** Lets the loading screen pass at once. */
export async function skipLoadingScreen(page: Page) {
  await page.locator('.loading-screen').evaluate((overlay) => {
    for (const animation of overlay.getAnimations()) animation.finish()
  })
}

/** Half as long as what the package exports, and read in half the time. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** By all rules of axe, or by some of them. */
export async function expectAccessible(page: Page, rules?: string[]) {
  await fadesEnded(page)
  // Once for each document. Axe's own package for Playwright also opens another page for every result, which takes longer than axe itself.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (only) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe
    const results = await inPage.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, rules)
  expect(violations).toEqual([])
}

/** While something fades in, its colors are not what people read. */
async function fadesEnded(page: Page) {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const isShort = Number(effect?.getComputedTiming().endTime) <= 1000
      return playState !== 'running' || !isShort
    }),
  )
}

export const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

/** Waits for our typeface, which comes after the first paint. */
export async function fontArrived(page: Page) {
  await page.waitForFunction(() =>
    [...document.fonts].some((font) => font.family.includes('Hanken Grotesk') && font.status === 'loaded'),
  )
}

/** The color of one point of the screen, as red, green and blue. */
export async function colorAt(page: Page, x: number, y: number) {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  // Of a single pixel the first data chunk holds all: a byte for the filter, which changes nothing in a first pixel, and the color.
  const data = png.indexOf('IDAT') + 4
  const chunk = png.subarray(data, data + png.readUInt32BE(data - 8))
  return [...inflateSync(chunk, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(1, 4)]
}

/** From here on the page's clock (installed before it was opened) moves only when the test says so. */
export async function stopTime(page: Page) {
  // It cannot be stopped in the past, which that moment is by then when the machine was busy.
  await expect(async () => {
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + 1000)
  }).toPass({ intervals: [0] })
}
