import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Secret of an embedded installation, generated at the first start. */
export async function secretIn(directory: string): Promise<string> {
  const file = join(directory, 'auth-secret')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Atomic link: of concurrent servers the first wins, and none reads a partial secret.
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return (await readFile(file, 'utf8')).trim()
}
