// Where the Chromium for tests and measurements is.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { environment } from './prepare.mjs'

/** Flags for a headless Chromium that talks to nobody but us. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As any Chromium with a window draws its letters; without one it would round their widths, and lines would break elsewhere.
  '--font-render-hinting=none',
]

/**
 * Chromium prepares a search box for the address bar of each window, also where nobody sees one: more than half of what a new page
 * costs. Of several such lists it takes the last one only, so this begins with all that Playwright turns off.
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
    // It has no windows, whose making takes a fifth of the time of all tests.
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
