import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { layouts } from '../../../e2e/layouts.ts'

const app = import.meta.dirname
const journeys = join(app, '../../../e2e')
const components: string[] = Object.values(layouts)
const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

test('each layout is drawn by a component, and one screen stands for it', () => {
  for (const component of components) expect(read(app, component), component).toContain('className=')
  const stands = readdirSync(journeys)
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) => [...read(journeys, name).matchAll(/standsFor: '([^']+)'/g)].map(([, layout]) => layout))
  expect(stands.sort()).toEqual(Object.keys(layouts).sort())
})

test('every frame, every screen without one, and every stylesheet belongs to a layout', () => {
  const isFrame = (name: string) => name.endsWith('-frame.tsx') && /<main|\{children[}(]/.test(read(app, name))
  const isWholePage = (name: string) => /^features\/.*\.tsx$/.test(name) && read(app, name).includes('<main')
  const frames = files.filter((name) => isFrame(name) || isWholePage(name))
  expect(frames.length).toBeGreaterThan(5)
  expect(frames.filter((name) => !components.includes(name))).toEqual([])
  const folders = components.map((name) => `${dirname(name)}/`)
  const sheets = files.filter((name) => name.includes('/') && name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(5)
  expect(sheets.filter((sheet) => !folders.some((folder) => folder.startsWith(`${dirname(sheet)}/`)))).toEqual([])
})
