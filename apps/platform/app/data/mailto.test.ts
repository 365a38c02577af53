import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailto } from './mailto.ts'

test.each([
  ['amara@agency.example', 'mailto:amara@agency.example'],
  ['amara+deals@agency.example', 'mailto:amara%2Bdeals@agency.example'],
  ['eve?bcc=all@x.example', 'mailto:eve%3Fbcc%3Dall@x.example'],
  ['eve&cc=all%40y.example@x.example', 'mailto:eve%26cc%3Dall%2540y.example@x.example'],
  ['zoë@exämple.example', 'mailto:zo%C3%AB@ex%C3%A4mple.example'],
])('the mailto link of %s has exactly that recipient', (email, address) => {
  expect(mailto(email)).toBe(address)
})

test('every mailto link uses this helper', () => {
  const app = join(import.meta.dirname, '..')
  const others = globSync('**/*.{ts,tsx}', { cwd: app }).filter(
    (file) => !/\bmailto(\.test)?\.ts$/.test(file) && /mailto:/.test(readFileSync(join(app, file), 'utf8')),
  )
  expect(others).toEqual([])
})
