import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SiteManifest } from '@sherpa/contracts/site-manifest'
import { finishPage } from './finish-page.ts'

const built = join(import.meta.dirname, '../build/client')
const finished = join(import.meta.dirname, '../dist')

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** Build by-products that nobody asks for. */
const leftBehind = /^(\.vite\/|__spa-fallback\.html$)|\.data$/

const loader = (await readFile(join(import.meta.dirname, 'loader.js'), 'utf8'))
  .replace(/^\s*\/\/.*\n/gm, '')
  .replace(/\n\s*/g, '\n')
const files = (await readdir(built, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(built.length + 1))
  .filter((file) => !leftBehind.test(file))
const stylesheet = await findStylesheet()

const manifest: SiteManifest = {
  files: {},
  foreignOrigins: {
    connect: originOf(process.env.VITE_API_URL),
    media: originOf(process.env.VITE_CONTACT_VIDEO_URL),
  },
  notFound: '/404',
}
await rm(finished, { recursive: true, force: true })
await Promise.all(files.map(finishFile))
await writeFile(join(finished, 'manifest.json'), JSON.stringify(manifest, null, 2))
console.log(`Finished ${files.length} files of the site.`)

async function finishFile(file: string) {
  const type = types[extname(file)]
  if (!type) throw new Error(`No content type is known for ${file}: add its ending to finish-site.ts.`)
  let bytes: Uint8Array = await readFile(join(built, file))
  let inline: SiteManifest['files'][string]['inline']
  if (file.endsWith('.html')) {
    const { html, ...hashes } = finishPage(Buffer.from(bytes).toString(), { stylesheet, loader })
    bytes = Buffer.from(html)
    inline = hashes
  }

  const compressed = /charset=/.test(type)
  await mkdir(dirname(join(finished, file)), { recursive: true })
  await writeFile(join(finished, file), bytes)
  if (compressed) await writeCompressed(file, bytes)

  manifest.files[addressOf(file)] = {
    file,
    type,
    caching: file.startsWith('assets/') ? 'immutable' : 'revalidate',
    compressed,
    ...(inline && { inline }),
  }
}

async function writeCompressed(file: string, bytes: Uint8Array) {
  const brotli = promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  await writeFile(join(finished, `${file}.br`), await brotli)
  await writeFile(join(finished, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }))
}

/** `about-us/index.html` is the page at `/about-us`. */
function addressOf(file: string) {
  return `/${file}`.replace(/\/index\.html$/, '') || '/'
}

async function findStylesheet() {
  const stylesheets = files.filter((file) => file.endsWith('.css'))
  const [file] = stylesheets
  if (!file || stylesheets.length > 1) throw new Error(`Expected one stylesheet, found ${stylesheets.length}.`)
  return { href: `/${file}`, css: await readFile(join(built, file), 'utf8') }
}

/** An address beside the site needs no permission of its own. */
function originOf(address: string | undefined) {
  return address?.startsWith('http') ? [new URL(address).origin] : []
}
