import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minifySync } from 'vite'
import { meetsFloor } from './browser-floor.ts'
import { type FinishedPage, filesOf } from './finish-app.ts'
import { finishPage } from './finish-page.ts'

type BuiltPages = Pick<Parameters<typeof finishPage>[1], 'parts' | 'runsBeforePaint'> & Parameters<typeof filesOf>[0]

/** Creates the page transform of a build, with its stylesheet and the shared loader. */
export async function pageFinisher({
  built,
  leftBehind,
  ...rules
}: BuiltPages): Promise<(html: string) => FinishedPage> {
  const script = await readFile(join(import.meta.dirname, 'loader.js'), 'utf8')
  const loader = minifyInline(script.replace('MEETS_FLOOR', meetsFloor))
  const stylesheets = (await filesOf({ built, leftBehind })).filter((file) => file.endsWith('.css'))
  const [file] = stylesheets
  if (!file || stylesheets.length > 1) throw new Error(`Expected one stylesheet, found ${stylesheets.length}.`)
  const stylesheet = { href: `/${file}`, css: await readFile(join(built, file), 'utf8') }
  return (html) => finishPage(html, { stylesheet, loader, ...rules })
}

/** Minified, because every page contains it. The block scope allows mangling names. */
function minifyInline(script: string) {
  const { code, errors } = minifySync('loader.js', `{${script}}`)
  if (errors.length > 0) throw new Error(`The loader could not be minified: ${errors[0]?.message}`)
  return code
}
