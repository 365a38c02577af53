import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router'
import { loadUnlessLeaving } from './data/reload-after-update.ts'
import type { ScreenModule } from './frame/unloaded-screen.tsx'

/** Preloads the lazy modules of an address, so that the router renders synchronously. */
export async function loadScreen(routes: RouteObject[], pathname: string) {
  const matches = matchRoutes(routes, pathname) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

/** Adds further routes at the first address without one. The router asks again at each address with parameters. */
export function patchOnce(parent: string, load: () => Promise<RouteObject[]>): PatchRoutesOnNavigationFunction {
  let isPatched = false
  return async ({ patch }) => {
    if (isPatched) return
    const routes = await load()
    if (isPatched) return
    isPatched = true
    patch(parent, routes)
  }
}

/** Screens inside a frame stay in it if their scripts fail to load. The router would replace the frame, and never load
 * them again. The frame of signed-in people has loaded what stands for such a screen.
 */
export function keepFrames(routes: RouteObject[], isFramed = false): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route
    const load = typeof lazy === 'function' ? () => loadUnlessLeaving(lazy as () => Promise<ScreenModule>) : undefined
    return Object.assign(
      { ...route },
      load && { lazy: isFramed ? () => load().catch(() => standInFor(load)) : load },
      children && { children: keepFrames(children, isFramed || load !== undefined) },
    )
  })
}

async function standInFor(load: () => Promise<ScreenModule>) {
  const { unloadedScreen } = await import('./frame/unloaded-screen.tsx')
  return unloadedScreen(load)
}
