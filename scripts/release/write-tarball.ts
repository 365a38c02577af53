import { createWriteStream, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const BLOCK = 512
const EXECUTABLE = 0o100

/**
 * A reproducible tar archive: sorted names, one time, owner root, two modes, and gzip without a time. tar programs
 * differ in their options for that, so it is written here.
 */
export async function writeTarball({
  folder,
  name,
  tarball,
  time,
}: {
  folder: string
  name: string
  tarball: string
  time: string
}) {
  const seconds = Math.floor(Date.parse(time) / 1000)
  await pipeline(() => archive(folder, name, seconds), createGzip({ level: 9 }), createWriteStream(tarball))
  return lstatSync(tarball).size
}

function* archive(folder: string, name: string, seconds: number): Generator<Buffer> {
  yield header(`${name}/`, { mode: 0o755, size: 0, seconds, type: '5' })
  for (const path of listEntries(folder)) {
    if (path.endsWith('/')) {
      yield header(`${name}/${path}`, { mode: 0o755, size: 0, seconds, type: '5' })
      continue
    }
    const body = readFileSync(join(folder, path))
    const mode = lstatSync(join(folder, path)).mode & EXECUTABLE ? 0o755 : 0o644
    yield header(`${name}/${path}`, { mode, size: body.length, seconds, type: '0' })
    yield body
    yield Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Folders too, with a slash at the end: without an entry, the umask of whoever unpacks would decide their mode. */
function listEntries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1) + (entry.isDirectory() ? '/' : ''))
    .sort()
}

/** ustar. */
function header(
  path: string,
  { mode, size, seconds, type }: { mode: number; size: number; seconds: number; type: '0' | '5' },
) {
  const block = Buffer.alloc(BLOCK)
  const { prefix, name } = splitPath(path)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  block.write(name, 0)
  block.write(octal(mode, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(seconds, 11), 136)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\0' + '00', 257)
  block.write('root', 265)
  block.write('root', 297)
  block.write(prefix, 345)
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  )
  return block
}

/** A name has 100 bytes, the folders before it 155. */
function splitPath(path: string) {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path }
  const cut = path.indexOf('/', path.length - 101)
  const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)]
  if (cut === -1 || name === '' || Buffer.byteLength(prefix) > 155)
    throw new Error(`${path} is too long for a tar archive.`)
  return { prefix, name }
}
