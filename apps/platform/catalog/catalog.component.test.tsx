import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Catalog } from './catalog.tsx'
import { switchThemeByAttribute } from './switch-theme.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../packages/ui/src/*.tsx', '!../../../packages/ui/src/*.test.tsx'],
  { eager: true },
)
const exported = Object.values(modules).flatMap((module) => Object.keys(module))

test('every export of packages/ui has a specimen', async () => {
  await render(<Catalog />)
  const shown = [...document.querySelectorAll('.specimen > h3')].map(({ textContent }) => textContent)
  expect(exported).toContain('Button')
  expect(exported.filter((name) => !shown.includes(name))).toEqual([])
})

test('the switch applies the dark theme, and the public site stays light', async () => {
  switchThemeByAttribute()
  await render(<Catalog />)
  const grounds = () =>
    [...document.querySelectorAll('[data-theme]')].map((themed) => getComputedStyle(themed).backgroundColor)
  expect(grounds()).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(grounds).toEqual(['rgb(13, 21, 37)', 'rgb(255, 255, 255)'])
})

test('an info badge keeps its pill on the row of the open record', async () => {
  await page.viewport(1600, 900)
  await render(<Catalog />)
  const groundOf = (selector: string) => {
    const element = document.querySelector(selector)
    return element && getComputedStyle(element).backgroundColor
  }
  await expect.poll(() => groundOf('tr[data-opened]')).toBe('rgb(234, 240, 255)')
  expect(groundOf('tr[data-opened] .rounded-full')).toBe('rgb(255, 255, 255)')
})
