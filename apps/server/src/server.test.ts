import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serverProcesses } from '../test/server-processes.ts'
import { signedInOwner } from '../test/signed-in-owner.ts'

const processes = serverProcesses()
const { run } = processes

test('prints its address, completes open requests on SIGTERM and exits cleanly', async () => {
  const { server, printed, output, exit } = run({ PORT: '0' })
  const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)

  // A half-sent request is still answered after the signal.
  const socket = connect(Number(port), 'localhost')
  await once(socket, 'connect')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  server.kill('SIGTERM')
  await printed(/Finishing open requests/)
  socket.write('\r\n')
  const [data] = await once(socket, 'data')
  expect(String(data)).toMatch(/^HTTP\/1\.1 200/)

  expect(await exit).toEqual([0, null])
  // Outside of a terminal, every line is JSON.
  const lines = output().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, msg: expect.stringMatching(/^Sherpa is up: working tree\. Site http/), release: 'working tree' },
    { level: 30, msg: 'Finishing open requests…' },
  ])
})

test('drains: not ready, Connection: close, streams end with a retry', async () => {
  const { organization, token } = await signedInOwner(processes.database())
  const { server, printed, exit } = run({ PORT: '0', DRAIN_SECONDS: '2' })
  const [, port] = await printed(/Site +http:\/\/localhost:(\d+)/)
  const address = `http://localhost:${port}`
  const openStream = () =>
    fetch(`${address}/api/organizations/${organization}/live`, { headers: { authorization: `Bearer ${token}` } })
  const stream = await openStream()
  const running = async () => (await processes.database().query('select connections from servers')).rows
  expect(await running()).toEqual([{ connections: 54 }])
  const idle = connect(Number(port), 'localhost')
  const idleClosed = once(idle, 'close').then(() => Date.now())
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')

  const began = Date.now()
  server.kill('SIGTERM')
  await printed(/Draining for 2 seconds/)
  const [ready, plans, second] = await Promise.all([
    fetch(`${address}/readyz`),
    fetch(`${address}/api/plans`),
    openStream(),
  ])
  expect([ready.status, plans.status, plans.headers.get('connection')]).toEqual([404, 200, 'close'])
  for (const { body } of [stream, second]) {
    expect(await new Response(body).text()).toMatch(/\n\nretry: \d+\n\n$/)
  }
  expect((await idleClosed) - began).toBeGreaterThan(1900)
  expect(await exit).toEqual([0, null])
  expect(await running()).toEqual([])
})

test('exits with a clear message on an invalid setting', async () => {
  const { message, exit } = run({ PORT: 'http' })
  expect((await exit)[0]).toBe(1)
  expect(message()).toBe('PORT must be a port number from 0 to 65535, not "http".')
})
