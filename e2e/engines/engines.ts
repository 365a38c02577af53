import { existsSync, globSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { askAs, type Member } from '../platform'
import { PLATFORM_PORT, SITE_PORT } from '../servers'
import type { Engine } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'
import { Window } from './window.ts'

export const SITE = `http://localhost:${SITE_PORT}`
export const PLATFORM = `http://localhost:${PLATFORM_PORT}`

export type EngineOptions = { engine: 'firefox' | 'webkit'; width: number }

type OpenWindow = (options?: { expectedErrors?: RegExp }) => Promise<Window>

/** Journeys in one engine at one width. Console errors fail a journey. */
export const test = base.extend<{ openWindow: OpenWindow }, EngineOptions & { running: Engine }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  width: [1280, { option: true, scope: 'worker' }],
  running: [
    async ({ engine }, use) => {
      const running = engine === 'firefox' ? await startFirefox('/usr/bin/firefox-esr') : await startWebKit(webKit())
      await use(running)
      await running.close()
    },
    { scope: 'worker' },
  ],
  openWindow: async ({ running, width }, use, testInfo) => {
    const opened: { window: Window; expectedErrors: RegExp | undefined }[] = []
    await use(async ({ expectedErrors } = {}) => {
      const window = new Window(await running.open({ width, height: 800 }))
      opened.push({ window, expectedErrors })
      return window
    })
    const errors: string[] = []
    for (const [index, { window, expectedErrors }] of opened.entries()) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await window.screenshot(testInfo.outputPath(`window-${index + 1}.png`)).catch(() => undefined)
      }
      errors.push(...(await window.driver.errors()).filter((error) => !expectedErrors?.test(error)))
      await window.driver.close()
    }
    expect(errors).toEqual([])
  },
})

function webKit() {
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  if (!browser || !existsSync(browser)) throw new Error('There is no MiniBrowser.')
  return { driver: '/usr/bin/WebKitWebDriver', browser, display: '/usr/bin/Xvfb' }
}

/** Starts with a stored session, for journeys that are not about logging in. */
export async function enter(window: Window, request: Parameters<typeof askAs>[0], member: Member, path: string) {
  const { user } = await askAs<{ user: object }>(request, member, 'get', 'account')
  const session = JSON.stringify({ token: member.token, user, stay: true })
  await window.goto(`${PLATFORM}/login`)
  await window.evaluate((stored) => localStorage.setItem('sherpa.session', stored), session)
  await window.goto(PLATFORM + path)
}
