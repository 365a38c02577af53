import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { ShellSkeleton } from './frame/shell-skeleton.tsx'
import { loadScreen } from './load-screen.ts'
import { appRoutes, WholeApp } from './whole-app.tsx'

/** Renders a signed-out screen to HTML at build time. */
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

/** The skeleton for all other screens. */
export function prerenderShell() {
  return renderToString(<ShellSkeleton />)
}
