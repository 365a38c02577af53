// Finds or installs the Chromium for tests and benches.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { environment } from './prepare.mjs'

/** Flags of a headless Chromium that makes no requests of its own. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Same text metrics as headed Chromium: headless rounds widths, which changes line breaks.
  '--font-render-hinting=none',
]

/**
 * Disables the omnibox popups that Chromium prepares even when headless: more than half of the cost of a new page.
 * Of several `--disable-features` flags Chromium uses the last one, so this repeats Playwright's list.
 */
export const withoutSearchBox = `--disable-features=${[
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
].join()}`

export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  return [
    process.env.CHROMIUM,
    chromium.executablePath(),
    // The headless shell creates no windows, which saves a fifth of the test time.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path && existsSync(path))
}

/** Finds a browser, or installs one: Playwright's own, else Debian's. */
export async function ensureBrowser() {
  if (await findBrowser()) return
  console.log('No Chromium found; installing one…')
  const attempts = [
    'playwright install chromium',
    'apt-get update -q && apt-get install -y -q chromium-headless-shell fonts-liberation',
  ]
  for (const attempt of attempts) {
    spawnSync(attempt, { shell: true, stdio: 'inherit', env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' } })
    if (await findBrowser()) return
  }
  throw new Error('No Chromium could be installed: install one and name it in CHROMIUM=/path/to/chromium.')
}
