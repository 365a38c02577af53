import './app.css'
import { startTransition } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { fullStylesheet } from './full-stylesheet.ts'
import { loadScreen } from './load-screen.ts'
import { createRoot, hydrateRoot } from './renderer.ts'
import { resumeSession } from './session/session.ts'
import { appRoutes, WholeApp } from './whole-app.tsx'

void start()

async function start() {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no place for the app.')
  resumeSession()
  forgetNotice()
  const { pathname } = window.location
  // A screen that cannot be loaded now is tried again by the router, which says so if it fails.
  const isLoaded = await loadScreen(appRoutes, pathname).then(
    () => true,
    () => false,
  )
  const app = (
    <WholeApp>
      <RouterProvider router={createBrowserRouter(appRoutes)} />
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

/**
 * The browser keeps what the screen before wanted to have said, also when the page is loaded again. The prerendered page does not show it: it
 * would move what people are about to press.
 */
function forgetNotice() {
  const { state } = history
  if (state?.usr) history.replaceState({ ...state, usr: null }, '')
}
