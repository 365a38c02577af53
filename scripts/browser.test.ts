import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { browserFlags, findBrowser, withoutSearchBox } from './browser.mjs'

const featuresIn = (flag = '') => flag.replace('--disable-features=', '').split(',')

test('our list of disabled features includes all of Playwright’s', async () => {
  const executablePath = await findBrowser()
  const server = await chromium.launchServer({ ...(executablePath && { executablePath }), args: browserFlags })
  const flag = server.process().spawnargs.find((argument) => argument.startsWith('--disable-features='))
  await server.close()
  expect(flag).toBeDefined()
  expect(featuresIn(withoutSearchBox)).toEqual(expect.arrayContaining(featuresIn(flag)))
})
