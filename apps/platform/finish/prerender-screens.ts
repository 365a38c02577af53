import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { matchRoutes, type RouteObject } from 'react-router'
import { documentTitle } from '../app/frame/document-title.ts'
import { patternsOf } from '../app/route-patterns.ts'
import { GUESTS_ONLY, routes, SIGNED_OUT } from '../app/routes.ts'
import { SESSION_KEY } from '../app/session/session-storage.ts'

/** The screens that are drawn at build time. */
export const prerendered = patternsOf(routesOf(SIGNED_OUT, routes))
const guestsOnly = patternsOf(routesOf(GUESTS_ONLY, routes))

/** Marks whether a session is stored, so that frame.css hides screens that would only flash. No mark if storage is blocked. */
export const sessionMark = `try{document.documentElement.dataset.session=localStorage.getItem('${SESSION_KEY}')?'stored':'none'}catch{}`

type Prerenderer = { prerenderScreen: (pathname: string) => Promise<string>; prerenderShell: () => string }
type Chunk = { file: string; imports?: string[] }

/** Prerenders each signed-out screen into its own page, and the frame into the shared page. */
export async function prerenderScreens(built: string, program: string) {
  const { prerenderScreen, prerenderShell }: Prerenderer = await import(pathToFileURL(program).href)
  const empty = await readFile(join(built, 'index.html'), 'utf8')
  const chunks = JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const write = async (file: string, html: string) => {
    await mkdir(dirname(join(built, file)), { recursive: true })
    await writeFile(join(built, file), html)
  }

  for (const pathname of prerendered) {
    const screen = await prerenderScreen(pathname)
    const [, title] = /<h1[^>]*>([^<]*)</.exec(screen) ?? []
    const head = [
      guestsOnly.includes(pathname) ? `<script>${sessionMark}</script>` : '',
      ...scriptsOf(pathname, chunks)
        .filter((file) => !empty.includes(file))
        .map((file) => `<link rel="modulepreload" href="/${file}">`),
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
      ['</head>', `<script>${sessionMark}</script></head>`],
    ]),
  )
}

function fill(page: string, insertions: [place: string, filled: string][]) {
  return insertions.reduce((html, [place, filled]) => {
    if (html.split(place).length !== 2) throw new Error(`The built page should hold ${place} exactly once.`)
    return html.replace(place, () => filled)
  }, page)
}

/** The scripts of a screen and of the frames around it, with everything that these import. */
function scriptsOf(pathname: string, chunks: Record<string, Chunk>) {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The build knows no script for ${name}.`)
    if (files.has(chunk.file)) return
    for (const imported of chunk.imports ?? []) add(imported)
    files.add(chunk.file)
  }
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    // Route modules are matched by source path, because built files have other names.
    const [, source] = /import\('\.\/(.+)'\)/.exec(String(route.lazy)) ?? []
    if (source) add(`app/${source}`)
  }
  return [...files]
}

function routesOf(id: string, among: readonly RouteObject[]): RouteObject[] {
  return among.flatMap((route) => (route.id === id ? [route] : routesOf(id, route.children ?? [])))
}
