import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@sherpa/contracts/problem'

/** Keeps an upload on disk while it is read. */
export async function withFile<Result>(
  file: AsyncIterable<Buffer>,
  mostBytes: number,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), `sherpa-table-${process.pid}-`))
  try {
    const path = join(folder, 'file')
    await pipeline(limitBytes(file, mostBytes), createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Limits the size. A client that disconnects has sent no file. */
async function* limitBytes(file: AsyncIterable<Buffer>, most: number) {
  let bytes = 0
  try {
    for await (const chunk of file) {
      bytes += chunk.length
      if (bytes > most) throw new Refusal('file-too-large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('malformed-request')
  }
}
