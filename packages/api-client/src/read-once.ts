/** The used part of an RTK Query endpoint. Its own types are too large to infer from. */
export type ReadEndpoint = {
  // biome-ignore lint/suspicious/noExplicitAny: the types of question and answer are read from it below.
  Types: { QueryArg: any; ResultType: any }
  // biome-ignore lint/suspicious/noExplicitAny: as above
  initiate: (question: any, options: { forceRefetch?: boolean }) => any
  matchFulfilled: unknown
}
type AnswerOf<Endpoint extends ReadEndpoint> = Endpoint extends { useInfiniteQuery: unknown }
  ? { pages: Endpoint['Types']['ResultType'][] }
  : Endpoint['Types']['ResultType']

/**
 * The answer to a single question, from the cache unless `fresh`. Subscribes until it is there: a change in the
 * meantime, such as a live update, removes what nobody subscribed to, and the answer would be lost.
 */
export async function readOnce<Endpoint extends ReadEndpoint>(
  // biome-ignore lint/suspicious/noExplicitAny: of any store with the API.
  dispatch: (request: any) => any,
  endpoint: Endpoint,
  question: Endpoint['Types']['QueryArg'],
  { fresh = false } = {},
): Promise<AnswerOf<Endpoint>> {
  const request = dispatch(endpoint.initiate(question, { forceRefetch: fresh }))
  try {
    // A change in the meantime also repeats what failed: unlike `unwrap`, the error is read without its status.
    const { data, error } = await request
    if (error) throw error
    return data
  } finally {
    request.unsubscribe()
  }
}
