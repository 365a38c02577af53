import { matchRoutes, type RouteObject } from 'react-router'

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
