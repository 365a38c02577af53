import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElementHandle, launch, type Page } from 'puppeteer-core'
import type { Driver, Element, Engine } from './driver.ts'

/** Navigation aborts a font download (NS_BINDING_ABORTED). */
const ABORTED = /downloadable font: download failed .* status=2152398850/

/** Debian's Firefox through WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const downloads = await mkdtemp(join(tmpdir(), 'downloads-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.alwaysOpenPanel': false,
      'pdfjs.disabled': true,
      'browser.helperApps.neverAsk.saveToDisk': 'application/pdf,text/csv',
    },
  })
  return {
    open: async (size) => {
      const context = await browser.createBrowserContext()
      // A background tab would not render.
      const page = await context.newPage({ type: 'window' })
      await page.setViewport(size)
      return driverOf(page, downloads, () => context.close())
    },
    close: async () => {
      await browser.close()
      await rm(downloads, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

function driverOf(page: Page, downloads: string, close: () => Promise<void>): Driver {
  const errors: string[] = []
  page.on('pageerror', (error) => ABORTED.test(String(error)) || errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return {
    goto: async (address) => void (await page.goto(address)),
    evaluate: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    findElement: async (source, args) => {
      const handle = await page.evaluateHandle(`(${source})(...${JSON.stringify(args)})`)
      const element = handle.asElement() as ElementHandle<HTMLInputElement> | null
      return element ? elementOf(element) : undefined
    },
    press: (key) => page.keyboard.press(key),
    screenshot: async () => Buffer.from(await page.screenshot()),
    downloaded: (name) => readFile(join(downloads, name)),
    errors: async () => errors,
    close,
  }
}

function elementOf(handle: ElementHandle<HTMLInputElement>): Element {
  return {
    click: () => handle.click(),
    type: (text) => handle.type(text),
    setFile: (path) => handle.uploadFile(path),
  }
}
