import type * as z from 'zod/mini'
import type { Permission } from './organization.ts'

type Schema = z.core.$ZodType

/**
 * Who may call an operation: anyone; whoever is logged in; members of the organization it is about, all of them or those whose
 * role has a permission; our staff.
 */
export type Access = 'anyone' | 'person' | 'member' | Permission | 'staff'

/** What clients keep of answers, by name: after an operation that changes it, they ask again. */
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
  'Agreement',
  'Company',
  'Deal',
  'Archive',
  'DemoRequest',
  'Guardianship',
  'Import',
  'Invoice',
  'Job',
  'Notification',
  'People',
  'Permission',
  'Session',
  'Subscription',
  'View',
] as const
export type Tag = (typeof tags)[number]

export type Header = 'Idempotency-Key' | 'Time-Zone'

/** All there is to know about a call but what it does: the server, the OpenAPI document and the clients are made from it. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the address of the API. Parameters are ids, unless `textParameters` says otherwise. */
  path: `/${string}`
  textParameters?: true
  summary: string
  access: Access
  /** What the caller's role must have beside it. */
  alsoNeeds?: Permission | readonly Permission[]
  /** It is about the organization's own matters: athletes have no part in it, whatever their role may see of themselves. */
  notForAthletes?: true
  body?: Schema
  /** In place of a body: a file of one of these types, which is read as it arrives. */
  upload?: { types: readonly string[]; mostBytes: number }
  query?: Schema
  headers?: readonly Header[]
  /** The status of success, what it means, and what comes with it: JSON that fits the schema, or a file of the type. */
  answer: { status: 200 | 201 | 202 | 204; about: string; schema?: Schema; type?: string }
  /** Each answer is a page, and its `next` is what the next one is asked for with: as `after`, in the query. */
  pages?: true
  /** What the answer tells. A POST that only reads says so too, so that clients may keep its answer. */
  reads?: readonly Tag[]
  changes?: readonly Tag[]
}

export type NamedOperation = Operation & { name: string }

/** Operations by name. It is the only name they have: in the OpenAPI document, in clients and in tests. */
export function operations<const All extends Record<string, Operation>>(all: All) {
  const named = Object.entries(all).map(([name, operation]) => [name, { ...operation, name }])
  return Object.fromEntries(named) as { [Name in keyof All & string]: All[Name] & { name: Name } }
}

export type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What a caller says: the parameters of the path by name, and the body, the query and the headers if there are any. */
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

/** It may be left out where all that is in it may be. Which page is meant is not for the caller to say. */
type QueryInput<O extends Operation, Query> = O extends { pages: true }
  ? { query?: Omit<Query, 'after'> }
  : object extends Query
    ? { query?: Query }
    : { query: Query }

/** What a caller gets: nothing, where the answer has no schema. */
export type Answer<O extends Operation> = O['answer'] extends { schema: infer Answered extends Schema }
  ? z.output<Answered>
  : undefined
