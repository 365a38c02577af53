import type { Page } from '@playwright/test'
import { heading } from './platform'
import { expect, expectAccessible } from './site'
import { findSmallTargets } from './touch-targets'

/** Desktop, tablet and two phones. */
const WIDTHS = [1280, 768, 360, 320]

/** Checks heading, title, accessibility and responsiveness. */
export async function expectScreen(page: Page, name: string | RegExp) {
  await expect(heading(page, name)).toBeVisible()
  await expect(page).toHaveTitle(/Sherpa$/)
  await expect(page.locator('h1')).toHaveCount(1)
  await expectAccessibleAndResponsive(page)
}

/**
 * Runs all axe rules on a light desktop and contrast on a dark phone, and rejects horizontal scrolling at every width.
 * The page is resized, not reloaded. `theme.test.ts` checks the contrast of all color pairs.
 */
export async function expectAccessibleAndResponsive(page: Page) {
  // A list that loads another page dims its rows.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // Reduced motion: axe must not see colors in transition.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // A side panel becomes a page, which loads.
    await expect(page.locator('h1').first()).toBeAttached()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (width === 1280) await expectAccessible(page)
    if (width === 320) expect(await page.evaluate(findSmallTargets)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}
