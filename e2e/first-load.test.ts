import { brotliCompressSync } from 'node:zlib'
import { assumeSecondFactor, heading, logIn, makeAccount, makeOrganization, PLATFORM, test } from './platform'
import { expect } from './site'

/** Budget of the specification. */
const FIRST_LOAD_KB = 170

test('the platform’s first load is within budget, and screens load on demand', async ({ page, request }) => {
  const loads: Promise<{ url: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    loads.push(response.body().then((body) => ({ url: response.url(), bytes: brotliCompressSync(body).length })))
  })
  const loaded = async () => (await Promise.all(loads)).map(({ url }) => url).join(' ')
  await page.goto(`${PLATFORM}/login`)
  await expect(heading(page, 'Log in')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(loads)).reduce((sum, load) => sum + load.bytes, 0)
  test.info().annotations.push({ type: 'first load', description: `${(bytes / 1000).toFixed(1)} kB brotli` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_KB * 1000)
  expect(await loaded()).not.toMatch(/people|billing|security|staff/)

  const owner = await makeAccount()
  await makeOrganization(request, owner)
  await assumeSecondFactor(owner, false)
  await logIn(page, owner)
  await expect(heading(page, 'Ridgeline Sports')).toBeVisible()
  expect(await loaded()).not.toContain('settings-screen')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'General')).toBeVisible()
  expect(await loaded()).toContain('settings-screen')
})
