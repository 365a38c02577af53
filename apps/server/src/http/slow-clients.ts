/** A client that has not sent its whole request by then is cut off. */
export const REQUEST_TIMEOUT_MS = 20_000

/**
 * What a listener is made with. Of the times for headers and for the whole request, Node gives the body the longer one,
 * whichever it is: so they are the same. It looks for slow clients often enough to be late by a twentieth at most.
 */
export function slowClientLimits(requestTimeoutMs: number) {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 20),
  }
}
