const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const placed = new RegExp(`^(${uuid})\\.(.*)$`, 's')

/** Names an organization or a cell in a path, to proxies that route by the address (decision 0024). */
export const pathIn = (place: string, path: string) => `/in/${place}${path}`

/** Ids and tokens that are used outside of the paths of an organization name it in front. */
export const placedIn = (organization: string, id: string) => `${organization}.${id}`

/** Ids and tokens of earlier releases name no organization. */
export function placeOf(id: string) {
  const [, organization, rest = id] = placed.exec(id) ?? []
  return { organization, id: rest }
}

/** The organization that a query or body names, directly or by the token of a link. */
export function organizationNamedIn({ organization, token }: { organization?: unknown; token?: unknown }) {
  return placeOf(organization === undefined ? String(token) : placedIn(String(organization), '')).organization
}
