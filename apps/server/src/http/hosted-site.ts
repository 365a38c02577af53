import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { type SiteManifest, siteManifest } from '@sherpa/contracts/site-manifest'
import { closedPolicy, pagePolicy, securityHeaders } from './security-headers.ts'

/** One form of a file as it goes over the wire, with everything about it worked out beforehand. */
export type Variant = { body: Buffer; etag: string; headers: OutgoingHttpHeaders }

export type HostedFile = { plain: Variant; br?: Variant; gzip?: Variant; ranges: boolean }

/** A finished site, held in memory: address, or pattern of addresses, to file. */
export type HostedSite = { files: ReadonlyMap<string, HostedFile>; notFound: HostedFile }

const cacheControl = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'public, no-cache',
}

/** What a site's pages get beside what all answers get. */
export type PageRules = { trustedTypes: boolean; headers: Record<string, string> }

/** Some of what a build finishes with is not there. */
export class IncompleteSite extends Error {}

export async function loadSite(
  directory: string,
  rules: PageRules = { trustedTypes: false, headers: {} },
): Promise<HostedSite> {
  const manifest = siteManifest.parse(JSON.parse(String(await readFinished(directory, 'manifest.json'))))
  const { [manifest.notFound]: notFoundEntry, ...entries } = manifest.files
  if (!notFoundEntry) throw new Error('The finished site has no not-found page.')
  const load = (entry: FileEntry) => loadFile(directory, entry, manifest.foreignOrigins, rules)
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
  { file, type, caching, compressed, inline }: FileEntry,
  foreignOrigins: SiteManifest['foreignOrigins'],
  { trustedTypes, headers }: PageRules,
): Promise<HostedFile> {
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
  const variant = async (ending: string, encoding?: string): Promise<Variant> => {
    const body = await readFinished(directory, file + ending)
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
  if (!compressed) return { plain: await variant(''), ranges }
  const [plain, br, gzip] = await Promise.all([variant(''), variant('.br', 'br'), variant('.gz', 'gzip')])
  return { plain, br, gzip, ranges }
}
