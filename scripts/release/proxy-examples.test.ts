import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request as requestPlainly } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requestIdOf } from '../../apps/server/src/http/request-log.ts'
import { allOperations } from '../../apps/server/test/all-operations.ts'
import { isInstalled, type ProxyName, startDeployedProxy } from '../../apps/server/test/deployed-proxy.ts'

async function startProxy(name: ProxyName, servers: number[]) {
  // nginx would leave out a server that failed once.
  const proxy = await startDeployedProxy(name, servers, (config) =>
    config.replaceAll('fail_timeout=30s', 'max_fails=0'),
  )
  onTestFinished(proxy.stop)
  const { port, securePort } = proxy
  /** As a client of the platform. */
  const ask = async (method: string, path: string, host = 'app.sherpa.example') => {
    const asked = request({
      port: securePort,
      method,
      path,
      headers: { host, referer: 'https://app.sherpa.example/?token=referer-secret', 'x-request-id': 'secret' },
      servername: 'app.sherpa.example',
      rejectUnauthorized: false,
      agent: false,
    })
    const [response] = await once(asked.end(), 'response')
    response.resume()
    return { status: response.statusCode as number, headers: response.headers }
  }
  return { ...proxy, ask, plainly: `http://127.0.0.1:${port}`, secure: `https://127.0.0.1:${securePort}` }
}

/** A server that is ready, and answers everything else as told. */
async function startServer(answer: NonNullable<Parameters<typeof createServer>[1]>) {
  const server = createServer((asked, response) =>
    asked.url === '/readyz' ? response.end() : answer(asked, response),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
const startWorking = () => startServer((_asked, response) => response.end())

describe.each(['nginx', 'haproxy'] as const)('%s with its example', (name) => {
  test.skipIf(!isInstalled(name))(
    'resends a request that a server got and did not answer, unless it is a POST or PATCH',
    async () => {
      const received: string[] = []
      const failing = await startServer((asked) => {
        received.push(asked.method ?? '')
        asked.socket.destroy()
      })
      const { ask } = await startProxy(name, [failing, await startWorking()])
      const statuses = async (method: string) => {
        received.length = 0
        // Each of the two servers is the first one for some of them.
        const answers: number[] = []
        while (received.length === 0) answers.push((await ask(method, '/api/plans')).status)
        return answers.at(-1)
      }
      for (const method of ['GET', 'PUT', 'DELETE']) expect([method, await statuses(method)]).toEqual([method, 200])
      for (const method of ['POST', 'PATCH']) expect([method, await statuses(method)]).toEqual([method, 502])
    },
  )

  test.skipIf(!isInstalled(name))('asks the other server for a script that one does not have', async () => {
    const older = await startServer((_asked, response) => response.writeHead(404).end())
    const { ask } = await startProxy(name, [older, await startWorking()])
    for (let turn = 0; turn < 4; turn++) expect((await ask('GET', `/assets/${turn}.js`)).status).toBe(200)
  })

  test.skipIf(!isInstalled(name))(
    'logs its id of each request, and no token, query, client address or referer',
    async () => {
      const ids: unknown[] = []
      // Fails on some paths, for the error log.
      const server = await startServer((asked, response) => {
        ids.push(asked.headers['x-request-id'])
        if (asked.url?.includes('broken')) asked.socket.destroy()
        else response.end()
      })
      const { ask, log, errorLog } = await startProxy(name, [server])
      for (const path of [
        '/demo-request/secret-1',
        '/demo-request/secret-2/cancellation',
        '/api/demo/requests/secret-3',
        '//api/demo/requests/secret-4/calendar?done=secret-5',
        '/reset-password?token=secret-6',
        '/api/files/content?key=secret-7',
        '/demo-request/secret-8/broken',
        '/api/plans',
      ])
        await ask('GET', path)
      await expect.poll(log).toContain('GET /api/plans')
      const logged = await log()
      expect(logged).toContain('"GET /demo-request/-/cancellation HTTP/1.1" 200')
      expect(logged).toContain('"GET /api/demo/requests/- HTTP/1.1" 200')
      expect(logged).toMatch(/"GET \/demo-request\/-\/broken HTTP\/1\.1" 502 /)
      // An id of the client is replaced.
      for (const id of ids) expect(logged).toMatch(new RegExp(` ${id}$`, 'm'))
      expect(ids.filter((id) => requestIdOf(id) !== id)).toEqual([])
      for (const line of [...logged.trim().split('\n'), await errorLog()]) {
        expect(line).not.toMatch(/secret|\?|referer/)
        // The addresses of upstreams have a port.
        expect(line).not.toMatch(/127\.0\.0\.1(?!:)/)
      }
    },
  )

  test.skipIf(!isInstalled(name))('serves its hosts over HTTPS only, without what only operators may see', async () => {
    const { ask, plainly, secure } = await startProxy(name, [await startWorking()])
    for (const path of ['/metrics', '/readyz']) expect((await ask('GET', path)).status).toBe(404)
    const { status, headers } = await ask('GET', '/healthz')
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=63072000; includeSubDomains'])

    const redirected = await askPlainly(plainly, 'app.sherpa.example')
    expect(redirected).toEqual([308, 'https://app.sherpa.example/login?next=/'])

    const refused = name === 'nginx' ? undefined : 421
    const unknown = await ask('GET', '/', 'other.example').catch(() => undefined)
    expect(unknown?.status).toBe(refused)
    expect((await askPlainly(plainly, 'other.example'))?.[0]).toBe(refused)
    const handshake = connectHttp2(secure, { servername: 'other.example', rejectUnauthorized: false })
    await expect(once(handshake, 'connect')).rejects.toThrow()

    const client = connectHttp2(secure, { servername: 'www.sherpa.example', rejectUnauthorized: false })
    const stream = client.request({ ':path': '/', ':authority': 'www.sherpa.example' })
    const [answered] = await once(stream, 'response')
    expect(answered[':status']).toBe(200)
    client.destroy()
  })
})

/** Status and location, or nothing where no answer came. */
async function askPlainly(address: string, host: string) {
  const asked = requestPlainly(`${address}/login?next=/`, { headers: { host }, agent: false })
  return once(asked.end(), 'response').then(
    ([{ statusCode, headers }]) => [statusCode, headers.location],
    () => undefined,
  )
}

test('the example of nginx waits longer for the answer to an upload', async () => {
  const example = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  const [, pattern = ''] = /# Uploads:.*\n +location ~ (\S+) \{/.exec(example) ?? []
  const uploads = (await allOperations()).filter(({ upload }) => upload)
  expect(uploads.length).toBeGreaterThan(10)
  for (const { path } of uploads) expect(`/api${path}`).toMatch(new RegExp(pattern))
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(example) ?? []
  expect(Math.max(...uploads.map(({ upload }) => upload?.mostBytes ?? 0))).toBe(Number(megabytes) * 1024 ** 2)
})
