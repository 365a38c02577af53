import { demoApi } from '@sherpa/api-client/demo'
import { createStore } from '@sherpa/api-client/store'
import { type DemoRequest, demoErrorBanner, demoErrors, demoRequest } from '@sherpa/contracts/demo-request'
import { API_URL } from '../../../settings'

export { demoErrorBanner, demoErrors }

/** Delays of the two retries after network errors, timeouts and gateway errors. */
const RETRY_WAITS_MS = [400, 1200]
const PASSING_FAILURES = new Set<unknown>(['FETCH_ERROR', 'TIMEOUT_ERROR', 502, 503, 504])

const store = createStore(demoApi, { baseUrl: API_URL })
let lastSent: { content: string; idempotencyKey: string } | undefined

/** Sends a validated request with retries. Throws if it was not accepted. */
export async function sendDemoRequest(values: DemoRequest, timeZone: string) {
  const request = demoRequest.parse(values)
  const content = JSON.stringify(request)
  // Same key for a resubmit, in case the first request arrived after all.
  if (lastSent?.content !== content) lastSent = { content, idempotencyKey: newKey() }
  const { idempotencyKey } = lastSent

  for (let attempt = 0; ; attempt++) {
    const call = demoApi.endpoints.scheduleDemo.initiate({
      body: request,
      headers: { 'Idempotency-Key': idempotencyKey, 'Time-Zone': timeZone },
    })
    const { error } = await store.dispatch(call)
    if (!error) break
    const wait = RETRY_WAITS_MS[attempt]
    // Proxies answer for an unavailable server with HTML, which the data layer cannot parse.
    const status = 'originalStatus' in error ? error.originalStatus : 'status' in error && error.status
    const passing = PASSING_FAILURES.has(status)
    if (!passing || wait === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  lastSent = undefined
}

/** Like randomUUID, which needs HTTPS. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
