// Baseline of bench/server.ts: plain node:http that sends the landing page from memory.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { loadSite } from '../apps/server/src/http/hosted-site.ts'

const site = await loadSite(join(import.meta.dirname, '../apps/site/dist'), readConfig({}).addresses)
const page = site.files.get('/')?.br
if (!page) throw new Error('The landing page has not been built.')

const server = createServer((_request, response) => response.writeHead(200, page.headers).end(page.body))
server.listen(0, 'localhost', () => {
  const address = server.address()
  console.log(`http://localhost:${typeof address === 'object' && address?.port}`)
})
