import './app.css'
import { startTransition } from 'react'
import { createBrowserRouter, type DOMRouterOpts, matchRoutes, RouterProvider } from 'react-router'
import { loadUnlessLeaving, reloadOnFailedChunk, restoreAfterReload } from './data/reload-after-update.ts'
import { fullStylesheet } from './full-stylesheet.ts'
import { keepFrames, loadScreen, patchOnce } from './load-screen.ts'
import { createRoot, hydrateRoot } from './renderer.ts'
import { resumeSession } from './session/session.ts'
import { appRoutes, ROOT, WholeApp } from './whole-app.tsx'

void start()

async function start() {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no place for the app.')
  resumeSession()
  clearFlashMessage()
  let router: ReturnType<typeof createBrowserRouter> | undefined
  reloadOnFailedChunk({ destination: () => hrefOf(router?.state.navigation.location) })
  window.addEventListener('hydrated', restoreAfterReload, { once: true })
  const { pathname } = window.location
  let isLoaded = false
  let options: DOMRouterOpts = { patchRoutesOnNavigation: patchOnce(ROOT, otherRoutes) }
  try {
    if (!matchRoutes(appRoutes, pathname)) {
      appRoutes[0].children.push(...(await otherRoutes()))
      options = {}
    }
    await loadScreen(appRoutes, pathname)
    isLoaded = true
  } catch {
    // The router retries and shows the error.
  }
  router = createBrowserRouter(appRoutes, options)
  const app = (
    <WholeApp>
      <RouterProvider router={router} />
    </WholeApp>
  )
  if (isLoaded && place.dataset.screen === pathname) {
    startTransition(() => void hydrateRoot(place, app))
    await fullStylesheet()
  } else {
    await fullStylesheet()
    createRoot(place).render(app)
  }
}

/** The routes that the log-in does without. */
async function otherRoutes() {
  const { signedInRoutes } = await loadUnlessLeaving(() => import('./signed-in-routes.ts'))
  return keepFrames(signedInRoutes)
}

function hrefOf(location: { pathname: string; search: string; hash: string } | undefined) {
  return location && location.pathname + location.search + location.hash
}

/** Clears flash messages on reload. The browser restores them from history, but the prerendered page lacks them, so
 * they would shift the layout.
 */
function clearFlashMessage() {
  const { state } = history
  if (state?.usr) history.replaceState({ ...state, usr: null }, '')
}
