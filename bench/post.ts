import { type Agent, request } from 'node:http'

/** Lightweight JSON POST, to leave the processor to the measured server. Resolves after the whole response. */
export function post(
  url: string,
  { agent, headers, body }: { agent: Agent; headers: Record<string, string>; body: object },
) {
  const payload = JSON.stringify(body)
  return new Promise<void>((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) },
    })
    call.on('response', (response) => {
      if (response.statusCode !== 201) reject(new Error(`Status ${response.statusCode}`))
      response.on('end', resolve).resume()
    })
    call.on('error', reject).end(payload)
  })
}
