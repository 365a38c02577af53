import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { holdsPlaceholder } from '@sherpa/contracts/site-addresses'
import type { SiteManifest } from '@sherpa/contracts/site-manifest'
import { compressedVariants } from './compressed-variants.ts'
import { contentTypeOf } from './content-types.ts'

type ManifestFile = SiteManifest['files'][string]

export type FinishedPage = NonNullable<ManifestFile['inline']> & {
  html: string
  /** Module of its former inline scripts. */
  start?: { file: string; text: string }
}

type AppToFinish = {
  /** Input and output folders. */
  built: string
  finished: string
  /** Build by-products to exclude. */
  leftBehind: RegExp
  /** Transforms a page and returns its inline hashes. */
  finishPage: (html: string) => FinishedPage
  /** URL paths of a file. */
  addressesOf: (file: string) => string[]
  foreignOrigins: SiteManifest['foreignOrigins']
  notFound: string
}

/**
 * Writes files, compressed variants and manifest. They are renamed into place once complete, so a server that starts
 * meanwhile never sees a mix of old and new.
 */
export async function finishApp(app: AppToFinish) {
  const files = (await filesOf(app)).map((file) => ({ file, type: contentTypeOf(file) }))
  const beside = `${app.finished}.new`
  await rm(beside, { recursive: true, force: true })
  const finishing = files.map(({ file, type }) => finishFile({ ...app, finished: beside }, file, type))
  // After a failure nothing may still be writing.
  await Promise.allSettled(finishing)
  const entries = await Promise.all(finishing)
  const manifest: SiteManifest = {
    files: Object.fromEntries(entries.flat()),
    foreignOrigins: app.foreignOrigins,
    notFound: app.notFound,
  }
  await writeFile(join(beside, 'manifest.json'), JSON.stringify(manifest, null, 2))
  await replace(app.finished, beside)
  return files.length
}

async function replace(place: string, successor: string) {
  // Renaming the old output is faster than deleting it, which keeps the gap short.
  const former = '.former'
  await rename(place, join(successor, former)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(successor, place)
  await rm(join(place, former), { recursive: true, force: true })
}

/** Relative paths of built files without by-products. */
export async function filesOf({ built, leftBehind }: Pick<AppToFinish, 'built' | 'leftBehind'>) {
  const entries = await readdir(built, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(built.length + 1))
    .filter((file) => !leftBehind.test(file))
    .sort()
}

type Entries = [address: string, entry: ManifestFile][]

async function finishFile(app: AppToFinish, file: string, type: string): Promise<Entries> {
  const bytes = await readFile(join(app.built, file))
  if (extname(file) !== '.html') {
    const entry = await writeFinished(app, file, type, bytes)
    return app.addressesOf(file).map((address) => [address, entry])
  }

  const { html, start, ...inline } = app.finishPage(bytes.toString())
  const entry = { ...(await writeFinished(app, file, type, Buffer.from(html))), inline }
  const entries: Entries = app.addressesOf(file).map((address) => [address, entry])
  if (start) {
    const module = await writeFinished(app, start.file, contentTypeOf(start.file), Buffer.from(start.text))
    entries.push([`/${start.file}`, module])
  }
  return entries
}

async function writeFinished(app: AppToFinish, file: string, type: string, bytes: Buffer): Promise<ManifestFile> {
  const compressed = /charset=/.test(type)
  const caching = file.startsWith('assets/') ? 'immutable' : 'revalidate'
  const addressed = holdsPlaceholder(bytes)
  if (addressed && caching === 'immutable') {
    throw new Error(`${file} holds a placeholder for an address. Scripts read addresses from their page.`)
  }
  const target = join(app.finished, file)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes)
  if (compressed && !addressed) {
    const { brotli, gzip } = await compressedVariants(bytes)
    await Promise.all([writeFile(`${target}.br`, brotli), writeFile(`${target}.gz`, gzip)])
  }
  return { file, type, caching, compressed, ...(addressed && { addressed }) }
}
