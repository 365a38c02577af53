import { matchRoutes, type RouteObject } from 'react-router'

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
