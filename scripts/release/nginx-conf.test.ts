import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** Starts nginx with deploy/nginx.conf, without TLS, on a free port, before the given servers. */
async function startNginx(servers: number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const upstream = servers.map((server) => `server 127.0.0.1:${server} max_fails=0;`).join(' ')
  const config = (await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8'))
    .replace('worker_processes auto;', `worker_processes 1; daemon off; user root; pid ${folder}/pid;`)
    .replace('http {', `http { ${temporary.join(' ')}`)
    .replace(/listen (\[::\]:)?80 default_server;/g, '')
    .replace(/listen \[::\]:443 ssl http2;/g, '')
    .replace(/listen 443 ssl http2;/g, `listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate(_key)? .*;/g, '')
    .replace(/server 127\.0\.0\.1:300\d;/g, upstream)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/var/cache/nginx', folder)
  await writeFile(join(folder, 'nginx.conf'), config.replace(/server \{\s+return 308[^}]+\}/, ''))
  const nginx = spawn('nginx', ['-e', join(folder, 'start.log'), '-c', join(folder, 'nginx.conf')])
  const exited = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true })
  })
  /** As a client of the platform. */
  const ask = async (method: string, path: string) => {
    const headers = { host: 'app.sherpa.example', referer: 'https://app.sherpa.example/?token=referer-secret' }
    const asked = request({ port, method, path, headers, agent: false })
    const answer = once(asked.end(), 'response')
    const [response] = await answer
    response.resume()
    return response.statusCode as number
  }
  await expect.poll(() => ask('GET', '/healthz').catch((error) => error.code)).toBeTypeOf('number')
  return { ask, log: (name: string) => readFile(join(folder, name), 'utf8') }
}

async function freePort() {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

async function startServer(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.skipIf(!hasNginx)(
  'a request that a server got and did not answer is resent, unless it is a POST or PATCH',
  async () => {
    const received: string[] = []
    const failing = await startServer((asked) => {
      received.push(asked.method ?? '')
      asked.socket.destroy()
    })
    const working = await startServer((_asked, response) => response.end())
    const { ask } = await startNginx([failing, working])
    const statuses = async (method: string) => {
      received.length = 0
      // Each of the two servers is the first one for some of them.
      const answers: number[] = []
      while (received.length === 0) answers.push(await ask(method, '/api/plans'))
      return answers.at(-1)
    }
    for (const method of ['GET', 'PUT', 'DELETE']) expect([method, await statuses(method)]).toEqual([method, 200])
    for (const method of ['POST', 'PATCH']) expect([method, await statuses(method)]).toEqual([method, 502])
  },
)

test.skipIf(!hasNginx)('logs contain no token, query, client address or referer', async () => {
  // Fails on some paths, for the error log.
  const server = await startServer((asked, response) =>
    asked.url?.includes('broken') ? asked.socket.destroy() : response.end(),
  )
  const { ask, log } = await startNginx([server])
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
  await expect.poll(() => log('sherpa.log')).toContain('GET /api/plans')
  const logged = await log('sherpa.log')
  expect(logged).toContain('"GET /demo-request/-/cancellation HTTP/1.1" 200')
  expect(logged).toContain('"GET /api/demo/requests/- HTTP/1.1" 200')
  expect(logged).toMatch(/"GET \/demo-request\/-\/broken HTTP\/1\.1" 502 .* 127\.0\.0\.1:\d+.* 502/)
  for (const line of [...logged.trim().split('\n'), await log('sherpa-error.log')]) {
    expect(line).not.toMatch(/secret|\?|referer/)
    // The addresses of upstreams have a port.
    expect(line).not.toMatch(/127\.0\.0\.1(?!:)/)
  }
})
