import { matchRoutes, type RouteObject } from 'react-router'
import { preload } from '../data/reload-after-update.ts'
import { partsOnDemand } from './on-demand.tsx'

/** Loads the scripts of these addresses, so that their screens open without a connection. */
export async function preloadScreens(routes: RouteObject[], addresses: string[]) {
  await preloadParts()
  for (const address of addresses) {
    await idle()
    const loads = (matchRoutes(routes, address) ?? []).flatMap(({ route: { lazy } }) =>
      typeof lazy === 'function' ? [lazy as () => Promise<unknown>] : [],
    )
    await Promise.all(loads.map(preload))
  }
  await preloadParts()
}

/** Dialogs and other parts of the screens loaded so far. Their scripts may add more. */
async function preloadParts() {
  for (const load of partsOnDemand) {
    await idle()
    await preload(load)
  }
}

/** Safari has no idle callbacks. */
function idle() {
  return new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  )
}
