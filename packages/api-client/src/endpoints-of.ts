import type {
  EndpointBuilder,
  FetchArgs,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
} from '@reduxjs/toolkit/query'
import type { Answer, Input, NamedOperation, Operation, Tag } from '@sherpa/contracts/operation'
import { ownValue } from '@sherpa/contracts/own-value'
import { organizationNamedIn, pathIn, placeOf } from '@sherpa/contracts/place'
import type { Call } from './call.ts'
import { announceOwnChanges } from './changes.ts'

/** Path parameters by name, with body, query and headers. */
type AnyInput = { body?: unknown; query?: Record<string, unknown>; headers?: Record<string, string> }

type Page = { next: string | null }

/** Operations without input take no argument. */
type Argument<O extends Operation> =
  object extends Input<O> ? (keyof Input<O> extends never ? Nothing : Input<O> | Nothing) : Input<O>

/** RTK Query allows calls without argument only for this type. */
type Nothing = ReturnType<() => void>

type EndpointOf<O extends NamedOperation> = O extends { answer: { type: string } }
  ? MutationDefinition<Argument<O>, Call, Tag, string, 'api'>
  : O extends { pages: true }
    ? InfiniteQueryDefinition<Argument<O>, string | undefined, Call, Tag, Answer<O>, 'api'>
    : O extends { method: 'GET' } | { reads: readonly Tag[]; changes?: never }
      ? QueryDefinition<Argument<O>, Call, Tag, Answer<O>, 'api'>
      : MutationDefinition<Argument<O>, Call, Tag, Answer<O>, 'api'>

/** RTK Query endpoints by operation name. Reads are queries, which are cached. Files and everything else are mutations. */
export function endpointsOf<Operations extends Record<string, NamedOperation>>(
  build: EndpointBuilder<Call, Tag, 'api'>,
  operations: Operations,
) {
  const endpoints = Object.entries(operations).map(([name, operation]) => [name, endpointOf(build, operation)])
  return Object.fromEntries(endpoints) as { [Name in keyof Operations]: EndpointOf<Operations[Name]> }
}

function endpointOf(build: EndpointBuilder<Call, Tag, 'api'>, operation: Operation) {
  const { method, answer, pages, reads = [], changes = [] } = operation
  const query = (input: AnyInput) => requestOf(operation, input)
  if (answer.type) {
    return build.mutation<string, AnyInput>({
      query: (input) => ({ ...query(input), responseHandler: fileAddress }),
      invalidatesTags: changes,
    })
  }
  if (pages) {
    return build.infiniteQuery<Page, AnyInput, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) =>
        query({ ...queryArg, query: { ...queryArg?.query, ...(pageParam && { after: pageParam }) } }),
      providesTags: reads,
    })
  }
  if (method === 'GET' || (operation.reads && !operation.changes)) {
    return build.query<unknown, AnyInput>({ query, providesTags: reads })
  }
  return build.mutation<unknown, AnyInput>({
    query,
    invalidatesTags: changes,
    onQueryStarted: (_, { queryFulfilled }) =>
      queryFulfilled.then(
        () => announceOwnChanges(changes),
        // The caller handles the error.
        () => undefined,
      ),
  })
}

/** Timeout of uploads and downloads: a large file takes long on a slow connection. */
const FILE_MS = 600_000

export function requestOf({ method, path, upload, answer }: Operation, input: AnyInput = {}): FetchArgs {
  const { body, query, headers, ...parameters } = input
  const named = parameters as Record<string, string>
  let place = path.includes(':organization') ? undefined : organizationNamedIn({ ...query, ...(body as object) })
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const { organization, id } = placeOf(String(ownValue(named, name)))
    place ??= organization
    return encodeURIComponent(id)
  })
  const url = place ? pathIn(place, address) : address
  const asFile = upload && { headers: { 'Content-Type': upload.types[0] ?? '' } }
  const timeout = (upload || answer.type) && { timeout: FILE_MS }
  return { url, method, body, ...(query && { params: query }), ...(headers && { headers }), ...asFile, ...timeout }
}

/** Object URL of the file. The caller revokes it. */
async function fileAddress(response: Response) {
  return response.ok ? URL.createObjectURL(await response.blob()) : response.json()
}
