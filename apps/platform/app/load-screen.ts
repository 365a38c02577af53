import { matchRoutes, type RouteObject } from 'react-router'
import { type ScreenModule, unloadedScreen } from './frame/unloaded-screen.tsx'

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

/** Screens inside a frame stay in it if their scripts fail to load. The router would replace the frame, and never load
 * them again.
 */
export function keepFrames(routes: RouteObject[], isFramed = false): RouteObject[] {
  return routes.map((route) => {
    const { lazy, children } = route
    const load = typeof lazy === 'function' ? (lazy as () => Promise<ScreenModule>) : undefined
    return Object.assign(
      { ...route },
      isFramed && load && { lazy: () => load().catch(() => unloadedScreen(load)) },
      children && { children: keepFrames(children, isFramed || load !== undefined) },
    )
  })
}

/** Loads the scripts of these addresses, so that their screens open without a connection. */
export async function preloadScreens(routes: RouteObject[], addresses: string[]) {
  for (const address of addresses) {
    await idle()
    const loading = (matchRoutes(routes, address) ?? []).map(
      ({ route }) => typeof route.lazy === 'function' && route.lazy(),
    )
    await Promise.allSettled(loading)
  }
}

/** Safari has no idle callbacks. */
function idle() {
  return new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  )
}
