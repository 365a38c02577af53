import type { RouteObject } from 'react-router'
import { signedInRoutes } from './signed-in-routes.ts'
import { signedOutRoutes } from './signed-out-routes.ts'

/** All routes of the platform. No JSX: the build reads this table, to tell the server its addresses. */
export const routes: RouteObject[] = [...signedOutRoutes, ...signedInRoutes]
