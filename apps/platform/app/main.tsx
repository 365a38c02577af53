import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { CrashScreen } from './frame/crash-screen.tsx'
import { OpeningScreen } from './frame/opening-screen.tsx'
import { Root } from './frame/root.tsx'
import { routes } from './routes.ts'
import { resumeSession } from './session/session.ts'
import { store } from './store.ts'

resumeSession()

const router = createBrowserRouter([
  { Component: Root, ErrorBoundary: CrashScreen, HydrateFallback: OpeningScreen, children: routes },
])

const place = document.getElementById('app')
if (!place) throw new Error('The page has no place for the app.')
createRoot(place).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  </StrictMode>,
)
