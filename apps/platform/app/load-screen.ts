import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the modules of the screen at an address, so that the router can draw it at once. */
export async function loadScreen(routes: RouteObject[], pathname: string) {
  const matches = matchRoutes(routes, pathname) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
