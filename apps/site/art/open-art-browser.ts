import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from '../../../scripts/browser.mjs'

/** The browser that draws our pictures. */
export async function openArtBrowser() {
  const executablePath = await findBrowser()
  if (!executablePath)
    throw new Error('Drawing needs a Chromium: install one, or name it in CHROMIUM=/path/to/chromium.')
  return chromium.launch({ executablePath, args: browserFlags })
}
