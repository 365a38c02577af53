import type { Page } from '@playwright/test'
import { heading } from './platform'
import { expect, expectAccessible } from './site'
import { tooSmallForFingers } from './touch-targets'

/** A desktop, a tablet and two phones. */
const WIDTHS = [1280, 768, 360, 320]

/** A whole screen: its heading, its title, and the checks below. */
export async function expectScreen(page: Page, name: string | RegExp) {
  await expect(heading(page, name)).toBeVisible()
  await expect(page).toHaveTitle(/Sherpa$/)
  await expect(page.locator('h1')).toHaveCount(1)
  await expectAccessibleAndResponsive(page)
}

/**
 * All rules of axe on a light desktop, contrast once more on a dark phone, and no width with a horizontal scroll bar. The page is
 * resized, not loaded again. Contrast of all pairs of colors is checked in `theme.test.ts`.
 */
export async function expectAccessibleAndResponsive(page: Page) {
  // Without motion, nothing is between two colors while it is looked at.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // A record beside a list becomes a page, which loads.
    await expect(page.locator('h1').first()).toBeAttached()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (width === 1280) await expectAccessible(page)
    if (width === 320) expect(await page.evaluate(tooSmallForFingers)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}
