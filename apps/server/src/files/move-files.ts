import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { inParallel } from '../in-parallel.ts'
import type { Queryable } from '../persistence/database.ts'
import type { FileStore } from './file-store.ts'
import type { SealedFor } from './sealed-bytes.ts'

const CONCURRENCY = 4

type Digest = { bytes: number; sha256: string }

type Move = {
  keys: string[]
  from: FileStore
  to: FileStore
  /** One line for each verified object. The next run skips them. */
  manifest: string
  /** Removes them from the source, if all are in the destination. */
  removeSource?: boolean
}

/** Copies objects, and compares length and hash of what the destination returns. */
export async function moveFiles({ keys, from, to, manifest, removeSource = false }: Move) {
  const verified = await readManifest(manifest)
  const report = { objects: keys.length, bytes: 0, copied: 0, copiedBefore: 0, removed: 0, failures: [] as string[] }

  async function copy(key: string): Promise<Digest> {
    // A run that was interrupted may have left half of it, or all.
    await to.remove(key)
    const hash = createHash('sha256')
    let bytes = 0
    async function* hashed(source: Readable) {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    }
    await to.write(key, hashed(await from.read(key)))
    const [sent, found] = [{ bytes, sha256: hash.digest('hex') }, await digest(to, key)]
    if (sent.bytes !== found.bytes || sent.sha256 !== found.sha256) {
      await to.remove(key)
      throw new Error(`${found.bytes} of ${sent.bytes} bytes arrived, or others`)
    }
    return sent
  }

  async function moveOne(key: string) {
    const before = verified.get(key)
    const size = await to.size(key)
    if (before ? size === before.bytes : size !== undefined && (await from.size(key)) === undefined) {
      report.bytes += size ?? 0
      report.copiedBefore++
      return
    }
    const moved = await copy(key)
    await appendFile(manifest, `${key}\t${moved.bytes}\t${moved.sha256}\n`)
    report.bytes += moved.bytes
    report.copied++
  }

  await inParallel(keys, CONCURRENCY, async (key) => {
    await moveOne(key).catch((error) => report.failures.push(`${key}: ${error.message}`))
  })
  if (removeSource && report.failures.length === 0) {
    await inParallel(keys, CONCURRENCY, async (key) => {
      await from.remove(key)
      report.removed++
    })
  }
  return report
}

async function digest(store: FileStore, key: string): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of (await store.read(key)) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function readManifest(path: string) {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').map((line) => line.split('\t'))
  return new Map(lines.map(([key = '', bytes, sha256 = '']) => [key, { bytes: Number(bytes), sha256 }]))
}

/** All objects that rows refer to. Only the owner of the tables sees all rows. */
export async function findFiles(owner: Queryable): Promise<SealedFor[]> {
  const { rows: tables } = await owner.query<{ name: string; filtered: boolean }>(
    `select c.table_name as name, row_security_active(format('%I', c.table_name)) as filtered
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where column_name = 'storage_key' and table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name <> 'orphaned_files'
     order by 1`,
  )
  if (tables.some(({ filtered }) => filtered))
    throw new Error('Set DATABASE_OWNER_URL: this user does not see all rows.')
  const statements = tables.map(
    ({ name }) =>
      `select organization_id as organization, storage_key as key from ${pg.escapeIdentifier(name)} where storage_key is not null`,
  )
  return (await owner.query<SealedFor>(statements.join(' union '))).rows
}
