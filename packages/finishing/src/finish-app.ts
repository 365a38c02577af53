import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { SiteManifest } from '@sherpa/contracts/site-manifest'
import { compressedVariants } from './compressed-variants.ts'
import { contentTypeOf } from './content-types.ts'

type ManifestFile = SiteManifest['files'][string]

export type FinishedPage = NonNullable<ManifestFile['inline']> & {
  html: string
  /** What its inline scripts said, as a module. */
  start?: { file: string; text: string }
}

type AppToFinish = {
  /** Where the build wrote the app, and where the finished one goes. */
  built: string
  finished: string
  /** Build by-products that nobody asks for. */
  leftBehind: RegExp
  /** What becomes of a page, and what its Content-Security-Policy must allow inline. */
  finishPage: (html: string) => FinishedPage
  /** The addresses that a file answers for. */
  addressesOf: (file: string) => string[]
  foreignOrigins: SiteManifest['foreignOrigins']
  notFound: string
}

/**
 * Writes what the server hosts: the files, their compressed variants, and the manifest that describes them. They are finished
 * beside their place and put there all at once: a server that starts meanwhile finds the old ones or the new ones.
 */
export async function finishApp(app: AppToFinish) {
  const files = (await filesOf(app)).map((file) => ({ file, type: contentTypeOf(file) }))
  const beside = `${app.finished}.new`
  await rm(beside, { recursive: true, force: true })
  const entries = await Promise.all(files.map(({ file, type }) => finishFile({ ...app, finished: beside }, file, type)))
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
  // What was there goes along until both are in their places: that is quicker than to delete it first.
  const former = '.former'
  await rename(place, join(successor, former)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(successor, place)
  await rm(join(place, former), { recursive: true, force: true })
}

/** Everything that was built and is worth keeping, as paths within the build. */
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

async function writeFinished(app: AppToFinish, file: string, type: string, bytes: Uint8Array): Promise<ManifestFile> {
  const compressed = /charset=/.test(type)
  const target = join(app.finished, file)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes)
  if (compressed) {
    const { brotli, gzip } = await compressedVariants(bytes)
    await Promise.all([writeFile(`${target}.br`, brotli), writeFile(`${target}.gz`, gzip)])
  }
  return { file, type, caching: file.startsWith('assets/') ? 'immutable' : 'revalidate', compressed }
}
