import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { matchRoutes } from 'react-router'
import { documentTitle } from '../app/frame/document-title.ts'
import { patternsOf } from '../app/route-patterns.ts'
import { SESSION_KEY } from '../app/session/session-storage.ts'
import { guestsOnlyRoutes, signedOutRoutes } from '../app/signed-out-routes.ts'

/** The screens that are drawn at build time. */
export const prerendered = patternsOf(signedOutRoutes)
const guestsOnly = patternsOf(guestsOnlyRoutes)

/** Marks whether a session is stored, so that frame.css hides screens that would only flash. No mark if storage is blocked. */
export const sessionMark = `try{document.documentElement.dataset.session=localStorage.getItem('${SESSION_KEY}')?'stored':'none'}catch{}`

type Prerenderer = { prerenderScreen: (pathname: string) => Promise<string>; prerenderShell: () => string }
type Chunk = { file: string; imports?: string[] }

/** Prerenders each signed-out screen into its own page, and the frame into the shared page. */
export async function prerenderScreens(built: string, program: string) {
  const { prerenderScreen, prerenderShell }: Prerenderer = await import(pathToFileURL(program).href)
  const empty = await readFile(join(built, 'index.html'), 'utf8')
  const chunks = JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const preloads = (modules: string[]) =>
    scriptsOf(modules, chunks)
      .filter((file) => !empty.includes(file))
      .map((file) => `<link rel="modulepreload" href="/${file}">`)
  const write = async (file: string, html: string) => {
    await mkdir(dirname(join(built, file)), { recursive: true })
    await writeFile(join(built, file), html)
  }

  for (const pathname of prerendered) {
    const screen = await prerenderScreen(pathname)
    const [, title] = /<h1[^>]*>([^<]*)</.exec(screen) ?? []
    const head = [
      guestsOnly.includes(pathname) ? `<script>${sessionMark}</script>` : '',
      ...preloads(routeModules(pathname)),
    ]
    await write(
      `${pathname.slice(1)}/index.html`,
      fill(empty, [
        ['<div id="app">', `<div id="app" data-screen="${pathname}">${screen}`],
        ['</head>', `${head.join('')}</head>`],
        ['<title>Sherpa</title>', `<title>${title ? documentTitle(title) : 'Sherpa'}</title>`],
      ]),
    )
  }
  await write(
    'index.html',
    fill(empty, [
      ['<div id="app">', `<div id="app">${prerenderShell()}`],
      ['</head>', `<script>${sessionMark}</script>${preloads(['app/signed-in-routes.ts']).join('')}</head>`],
    ]),
  )
}

function fill(page: string, insertions: [place: string, filled: string][]) {
  return insertions.reduce((html, [place, filled]) => {
    if (html.split(place).length !== 2) throw new Error(`The built page should hold ${place} exactly once.`)
    return html.replace(place, () => filled)
  }, page)
}

/** The modules of a screen and of the frames around it. Routes name them by source path, because built files have
 * other names.
 */
function routeModules(pathname: string) {
  return (matchRoutes(signedOutRoutes, pathname) ?? []).flatMap(({ route }) => {
    const [, source] = /import\('\.\/(.+)'\)/.exec(String(route.lazy)) ?? []
    return source ? [`app/${source}`] : []
  })
}

/** The scripts of these modules, with everything that they import. */
function scriptsOf(modules: string[], chunks: Record<string, Chunk>) {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The build knows no script for ${name}.`)
    if (files.has(chunk.file)) return
    for (const imported of chunk.imports ?? []) add(imported)
    files.add(chunk.file)
  }
  for (const name of modules) add(name)
  return [...files]
}
