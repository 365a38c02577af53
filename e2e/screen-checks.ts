import type { Page } from '@playwright/test'
import type { Layout } from './layouts'
import { heading } from './platform'
import { expect, expectAccessible } from './site'
import { findSmallTargets } from './touch-targets'

const DESKTOP = 1280
const PHONE = 320
/** A tablet and another phone. */
const OTHER_WIDTHS = [768, 360]

type Options = {
  /** Also checks the other widths and all axe rules in the dark, on behalf of all screens with this layout. */
  standsFor?: Layout
}
/** An address, its heading and its options. */
export type Screen = readonly [string, string | RegExp, Options?]

/** Checks heading, title, accessibility and responsiveness. */
export async function expectScreen(page: Page, name: string | RegExp, options?: Options) {
  await expect(heading(page, name)).toBeVisible()
  await expect(page).toHaveTitle(/Sherpa$/)
  await expect(page.locator('h1')).toHaveCount(1)
  await expectAccessibleAndResponsive(page, options)
}

/**
 * Runs axe on a light desktop, and rejects horizontal scrolling there and on a small phone. The page is resized, not
 * reloaded. `theme.test.ts` and `class-colors.test.ts` check the colors of both themes.
 */
export async function expectAccessibleAndResponsive(page: Page, { standsFor }: Options = {}) {
  // A list that loads another page dims its rows.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // Reduced motion: axe must not see colors in transition.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectFits(page, DESKTOP)
  await expectAccessible(page)
  for (const width of standsFor ? OTHER_WIDTHS : []) await expectFits(page, width)
  await expectFits(page, PHONE)
  expect(await page.evaluate(findSmallTargets)).toEqual([])
  if (standsFor) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.setViewportSize({ width: DESKTOP, height: 800 })
}

async function expectFits(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  // A side panel becomes a page, which loads.
  await expect(page.locator('h1').first()).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
