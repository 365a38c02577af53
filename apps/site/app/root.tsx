import { ToastArea } from '@sherpa/ui/toast-area'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import './app.css'
import { useHydrationMark } from './behaviors/first-document'
import { usePageChange } from './behaviors/page-change'
import { SiteFooter } from './frame/site-footer'
import { SiteHeader } from './frame/site-header'
import { API_URL, PLATFORM_URL, SITE_URL } from './settings'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-site={SITE_URL} data-platform={PLATFORM_URL} data-api={API_URL}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1220" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Frame() {
  useHydrationMark()
  const announcement = usePageChange()
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
      <ToastArea />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
