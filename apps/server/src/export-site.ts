// npm run site:export -- <folder>: writes the site for a CDN, with the addresses of SITE_URL, PLATFORM_URL and API_URL.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { commandLine } from './command-line.ts'
import { readConfig } from './config.ts'
import { type HostedFile, loadSite } from './http/hosted-site.ts'

const [, , folder] = process.argv
if (!folder) {
  console.error(`Name a folder: ${commandLine('site:export', '<folder>')}`)
  process.exit(1)
}

const { addresses } = readConfig(process.env)
const { files, notFound } = await loadSite(resolve(import.meta.dirname, '../../../apps/site/dist'), addresses)
const headers: Record<string, HostedFile['plain']['headers']> = {}
for (const [address, file] of [...files, ['/404', notFound] as const]) {
  const isPage = String(file.plain.headers['Content-Type']).startsWith('text/html')
  const path = isPage ? join(address, 'index.html') : address
  const { 'Content-Length': _, ETag: __, ...sent } = file.plain.headers
  headers[address] = sent
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), file.plain.body)
  if (file.br) await writeFile(join(folder, `${path}.br`), file.br.body)
  if (file.gzip) await writeFile(join(folder, `${path}.gz`), file.gzip.body)
}
await writeFile(join(folder, 'headers.json'), `${JSON.stringify(headers, null, 2)}\n`)
console.log(
  `${Object.keys(headers).length} files of the site, for ${addresses.site}. headers.json has the headers of each.`,
)
