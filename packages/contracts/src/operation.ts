import type * as z from 'zod/mini'
import type { Permission } from './organization.ts'

type Schema = z.core.$ZodType

/** Access rule: public, any signed-in person, any member of the organization, members with a permission, or staff. */
export type Access = 'anyone' | 'person' | 'member' | Permission | 'staff'

/** Cache tags: operations invalidate the tags that they change. */
export const tags = [
  // Spec §7 names these seven.
  'Expense',
  'User',
  'SonarSearch',
  'SearchHistory',
  'SavedSearch',
  'Player',
  'Revenue',
  'Activity',
  'AgentNotice',
  'Agreement',
  'Company',
  'Deal',
  'Archive',
  'Availability',
  'DemoRequest',
  'Disclosure',
  'Guardianship',
  'Import',
  'Invoice',
  'Job',
  'License',
  'Notification',
  'People',
  'Permission',
  'Program',
  'Session',
  'Subscription',
  'Task',
  'View',
] as const
export type Tag = (typeof tags)[number]

export type Header = 'Idempotency-Key' | 'Time-Zone'

/** Definition of an API call, source of server, OpenAPI document and clients. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API's base URL. Parameters are ids unless `textParameters` is set. */
  path: `/${string}`
  textParameters?: true
  summary: string
  access: Access
  /** Additional permissions. */
  alsoNeeds?: Permission | readonly Permission[]
  /** Internal to the organization: never for athletes, whatever their role permits. */
  notForAthletes?: true
  body?: Schema
  /** Streamed file instead of a body. */
  upload?: { types: readonly string[]; mostBytes: number }
  query?: Schema
  headers?: readonly Header[]
  /** Success response: status, description, and a JSON schema or file type. */
  answer: { status: 200 | 201 | 202 | 204; about: string; schema?: Schema; type?: string }
  /** Paginated: `next` of a page is `after` of the following query. */
  pages?: true
  /** Lists of a person: each cell has its part, and the answer names the other cells in `Sherpa-Cells` (decision 0024). */
  inEachCell?: true
  /** Tags of the response. Set also for a POST that only reads, so that clients cache it. */
  reads?: readonly Tag[]
  changes?: readonly Tag[]
}

export type NamedOperation = Operation & { name: string }

/** Their answers show deals: what one may not see, one may not write. */
const withDealsView: ReadonlySet<Access> = new Set(['deals.edit', 'deals.approve', 'disclosures.edit'])

function withImplied<Of extends Operation>(operation: Of): Of {
  if (!withDealsView.has(operation.access)) return operation
  const needed: readonly Permission[] = [operation.alsoNeeds ?? []].flat()
  return { ...operation, alsoNeeds: [...new Set<Permission>([...needed, 'deals.view'])] }
}

/** Operations by name, which OpenAPI document, clients and tests share. */
export function operations<const All extends Record<string, Operation>>(all: All) {
  const named = Object.entries(all).map(([name, operation]) => [name, { ...withImplied(operation), name }])
  return Object.fromEntries(named) as { [Name in keyof All & string]: All[Name] & { name: Name } }
}

export type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Input of a call: path parameters by name, with body, query and headers. */
export type Input<O extends Operation> = { [Name in ParameterNames<O['path']>]: string } & (O extends {
  body: infer Body extends Schema
}
  ? { body: z.input<Body> }
  : unknown) &
  (O extends { upload: object } ? { body: Blob } : unknown) &
  (O extends { query: infer Query extends Schema } ? QueryInput<O, z.input<Query>> : unknown) &
  (O extends { headers: infer Headers extends readonly Header[] }
    ? { headers: Record<Headers[number], string> }
    : unknown)

/** Optional if all its fields are. The client handles pagination. */
type QueryInput<O extends Operation, Query> = O extends { pages: true }
  ? { query?: Omit<Query, 'after'> }
  : object extends Query
    ? { query?: Query }
    : { query: Query }

/** Response type. */
export type Answer<O extends Operation> = O['answer'] extends { schema: infer Answered extends Schema }
  ? z.output<Answered>
  : undefined
