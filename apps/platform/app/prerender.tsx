import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { ShellSkeleton } from './frame/shell-skeleton.tsx'
import { loadScreen } from './load-screen.ts'
import { appRoutes, WholeApp } from './whole-app.tsx'

/** Runs at build time only: the HTML of a screen as someone sees it who is not signed in, before any script. */
export async function prerenderScreen(pathname: string) {
  await loadScreen(appRoutes, pathname)
  const { query, dataRoutes } = createStaticHandler(appRoutes)
  const context = await query(new Request(new URL(pathname, 'http://localhost')))
  if (context instanceof Response) throw new Error(`${pathname} cannot be prerendered: it answers ${context.status}.`)
  return renderToString(
    <WholeApp>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </WholeApp>,
  )
}

/** What stands in the place of every other screen until its scripts are there. */
export function prerenderShell() {
  return renderToString(<ShellSkeleton />)
}
