import type * as z from 'zod/mini'
import type { Permission } from './organisation.ts'

type Schema = z.core.$ZodType

/**
 * Who may call an operation: anyone; whoever is logged in; members of the organization it is about, all of them or those whose
 * role has a permission; our staff.
 */
export type Access = 'anyone' | 'person' | 'member' | Permission | 'staff'

/** What a client keeps of answers, by name: an operation that changes it makes clients ask again. */
export type Tag =
  // Spec §7 names the first seven.
  | 'Expense'
  | 'User'
  | 'SonarSearch'
  | 'SearchHistory'
  | 'SavedSearch'
  | 'Player'
  | 'Revenue'
  | 'Activity'
  | 'Invoice'
  | 'People'
  | 'Permission'
  | 'Session'
  | 'Subscription'

/** All there is to know about a call but what it does. The server, the document and the client are made from it. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's address. Parameters are ids, unless `textParameters` says otherwise. */
  path: `/${string}`
  textParameters?: true
  summary: string
  access: Access
  body?: Schema
  query?: Schema
  headers?: readonly Header[]
  /** The status of success, what it means, and what comes with it. */
  answer: { status: 200 | 201 | 202 | 204; about: string; schema?: Schema; type?: string }
  /** What it reads, for clients that keep answers. A POST that only reads names it too. */
  reads?: readonly Tag[]
  /** What it changes. */
  changes?: readonly Tag[]
}

export type Header = 'Idempotency-Key' | 'Time-Zone'

/** One description for each operation, under the one name that it has everywhere. */
export function operations<const Operations extends Record<string, Operation>>(all: Operations) {
  return all
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What a client has to say: the parameters of the path, and the body, the query and the headers if there are any. */
export type Input<O extends Operation> = { [Name in ParameterNames<O['path']>]: string } & (O extends {
  body: infer Body extends Schema
}
  ? { body: z.input<Body> }
  : unknown) &
  (O extends { query: infer Query extends Schema } ? { query: z.input<Query> } : unknown) &
  (O extends { headers: infer Headers extends readonly Header[] }
    ? { headers: Record<Headers[number], string> }
    : unknown)

/** What it gets. */
export type Answer<O extends Operation> = O['answer'] extends { schema: infer Answered extends Schema }
  ? z.output<Answered>
  : undefined
