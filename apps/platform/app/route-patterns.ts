import type { RouteObject } from 'react-router'

/** All route patterns, such as `/organizations/:organization/people`. */
export function patternsOf(routes: readonly RouteObject[], parent = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    if (path === '*') return []
    const pattern = path ? joined(parent, path) : parent
    return children ? patternsOf(children, pattern) : [pattern || '/']
  })
}

function joined(parent: string, path: string) {
  return path.startsWith('/') ? path : `${parent}/${path}`
}
