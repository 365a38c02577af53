import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildTarget, meetsFloor, newerApis, oldestBrowsers } from './browser-floor.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Browser code. */
const sources = ['apps/site/app', 'apps/platform/app', 'packages']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.(tsx?|js|css)$/.test(file) && !/node_modules|\.test\.|browser-floor/.test(file))

test.each(newerApis)('$api is used only with a fallback', ({ api, withFallbackIn }) => {
  const users = sources.filter((file) => api.test(read(file)))
  expect(users.map((file) => basename(file)).sort()).toEqual([...withFallbackIn].sort())
})

test('the type checker rejects language features that supported browsers lack', () => {
  for (const app of ['site', 'platform']) {
    expect(JSON.parse(read(`apps/${app}/tsconfig.json`)).compilerOptions.lib).toEqual(['ES2024', 'DOM', 'DOM.Iterable'])
  }
})

test('both builds target the browsers that the README names', () => {
  for (const app of ['site', 'platform']) expect(read(`apps/${app}/vite.config.ts`)).toContain('target: buildTarget')
  expect(buildTarget).toEqual(['chrome120', 'firefox125', 'safari17.4'])
  expect(read('README.md')).toContain(oldestBrowsers)
})

test('detects a browser without a required API', () => {
  const meets = (globals: string) => Boolean(new Function(`${globals};return ${meetsFloor}`)())
  const current = 'const URL={canParse:1},AbortSignal={any:1},HTMLElement={prototype:{showPopover:1}}'
  expect(meets(current)).toBe(true)
  expect(meets(current.replace('any', 'missing'))).toBe(false)
})
