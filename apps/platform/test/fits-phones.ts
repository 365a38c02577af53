import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { findSmallTargets } from '../../../e2e/touch-targets.ts'

const NARROWEST_PX = 320

/** Rejects horizontal scrolling and small touch targets on the narrowest phone. Polls, because layouts settle late. */
export async function expectFitsPhones() {
  await page.viewport(NARROWEST_PX, 800)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(NARROWEST_PX)
  await expect.poll(findSmallTargets).toEqual([])
  await page.viewport(1280, 800)
}
