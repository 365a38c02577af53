import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { SiteAddresses } from '@sherpa/contracts/site-addresses'
import { type SiteManifest, siteManifest } from '@sherpa/contracts/site-manifest'
import { addressFile, addressOrigins } from './apply-addresses.ts'
import { closedPolicy, pagePolicy, securityHeaders } from './security-headers.ts'

/** One encoding of a file, with precomputed headers. */
export type Variant = { body: Buffer; etag: string; headers: OutgoingHttpHeaders }

export type HostedFile = { plain: Variant; br?: Variant; gzip?: Variant; ranges: boolean }

/** Built site in memory: files by path or path pattern. */
export type HostedSite = { files: ReadonlyMap<string, HostedFile>; notFound: HostedFile }

const cacheControl = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'public, no-cache',
}

/** Additional headers of a site's pages. */
export type PageRules = { trustedTypes: boolean; headers: Record<string, string> }

/** A file of the build output is missing. */
export class IncompleteSite extends Error {}

export async function loadSite(
  directory: string,
  addresses: SiteAddresses,
  rules: PageRules = { trustedTypes: false, headers: {} },
): Promise<HostedSite> {
  const manifest = siteManifest.parse(JSON.parse(String(await readFinished(directory, 'manifest.json'))))
  const { [manifest.notFound]: notFoundEntry, ...entries } = manifest.files
  if (!notFoundEntry) throw new Error('The finished site has no not-found page.')
  const foreignOrigins = {
    connect: addressOrigins(manifest.foreignOrigins.connect, addresses),
    media: manifest.foreignOrigins.media,
  }
  // Many addresses share one page, which is compressed once.
  const loading = new Map<string, Promise<HostedFile>>()
  const load = (entry: FileEntry) => {
    const loaded = loading.get(entry.file) ?? loadFile(directory, entry, { addresses, foreignOrigins, ...rules })
    loading.set(entry.file, loaded)
    return loaded
  }
  const files = new Map<string, HostedFile>()
  await Promise.all(Object.entries(entries).map(async ([address, entry]) => files.set(address, await load(entry))))
  return { files, notFound: await load(notFoundEntry) }
}

async function readFinished(directory: string, file: string) {
  const path = join(directory, file)
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new IncompleteSite(`${path} is missing: run npm start, which builds what is not complete.`)
  })
}

type FileEntry = SiteManifest['files'][string]

async function loadFile(
  directory: string,
  { file, type, caching, compressed, addressed, inline: builtInline }: FileEntry,
  {
    addresses,
    foreignOrigins,
    trustedTypes,
    headers,
  }: PageRules & Pick<SiteManifest, 'foreignOrigins'> & { addresses: SiteAddresses },
): Promise<HostedFile> {
  const bytes = await readFinished(directory, file)
  const sent = addressed ? await addressFile(bytes, builtInline, addresses) : undefined
  const inline = sent ? sent.inline : builtInline
  const ranges = type.startsWith('video/')
  const common = {
    ...securityHeaders,
    ...headers,
    'Content-Type': type,
    'Cache-Control': cacheControl[caching],
    'Content-Security-Policy': inline ? pagePolicy({ ...inline, foreignOrigins, trustedTypes }) : closedPolicy,
    ...(compressed && { Vary: 'Accept-Encoding' }),
    ...(ranges && { 'Accept-Ranges': 'bytes' }),
  }
  const variant = (body: Buffer, encoding?: string): Variant => {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    return {
      body,
      etag,
      headers: {
        ...common,
        ETag: etag,
        'Content-Length': body.length,
        ...(encoding && { 'Content-Encoding': encoding }),
      },
    }
  }
  if (!compressed) return { plain: variant(sent?.plain ?? bytes), ranges }
  const [brotli, gzip] = sent
    ? [sent.brotli, sent.gzip]
    : await Promise.all([readFinished(directory, `${file}.br`), readFinished(directory, `${file}.gz`)])
  return { plain: variant(sent?.plain ?? bytes), br: variant(brotli, 'br'), gzip: variant(gzip, 'gzip'), ranges }
}
