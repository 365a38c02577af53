import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../../../scripts/browser.mjs'

/** Opens the browser that renders images. */
export async function openArtBrowser() {
  const executablePath = await findBrowser()
  if (!executablePath)
    throw new Error('Drawing needs a Chromium: install one, or name it in CHROMIUM=/path/to/chromium.')
  return chromium.launch({ executablePath, args: browserFlags })
}
