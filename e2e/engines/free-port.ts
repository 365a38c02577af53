import { once } from 'node:events'
import { createServer } from 'node:net'

export async function freePort() {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
