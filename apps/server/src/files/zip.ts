import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile as Archive } from 'yazl'

export type ZipFile = {
  path: string
  bytes: AsyncIterable<Buffer | string>
  /** False for images and PDFs, which are compressed already. */
  compressed?: boolean
}

/** Streams a ZIP archive. Asks for the next file after the last one was read, so only one is open at a time. */
export function zip(files: AsyncIterable<ZipFile>, now: Date): Readable {
  const archive = new Archive()
  const output = archive.outputStream as Readable
  let current = Readable.from([])

  async function addFiles() {
    for await (const { path, bytes, compressed: compress = true } of files) {
      current = Readable.from(bytes, { highWaterMark: 1 })
      // yazl keeps this callback for each file until the end, so it must not capture the stream.
      archive.addReadStreamLazy(path, { mtime: now, compress }, takeCurrent)
      await finished(current)
    }
    archive.end()
  }
  function takeCurrent(take: (error: null, stream: Readable) => void) {
    take(null, current)
  }

  // yazl reports errors here that `finished` also throws.
  archive.on('error', (error) => output.destroy(error))
  output.once('close', () => current.destroy())
  addFiles().catch((error) => output.destroy(error))
  return output
}
