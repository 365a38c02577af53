import { matchRoutes, type RouteObject } from 'react-router'
import { partsOnDemand } from './on-demand.tsx'

/** Loads the scripts of these addresses, so that their screens open without a connection. */
export async function preloadScreens(routes: RouteObject[], addresses: string[]) {
  await preloadParts()
  for (const address of addresses) {
    await idle()
    const loading = (matchRoutes(routes, address) ?? []).map(
      ({ route }) => typeof route.lazy === 'function' && route.lazy(),
    )
    await Promise.allSettled(loading)
  }
  await preloadParts()
}

/** Dialogs and other parts of the screens loaded so far. Their scripts may add more. */
async function preloadParts() {
  for (const load of partsOnDemand) {
    await idle()
    await load().catch(() => undefined)
  }
}

/** Safari has no idle callbacks. */
function idle() {
  return new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  )
}
