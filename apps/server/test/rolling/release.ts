import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const PROJECT = resolve(import.meta.dirname, '../../../..')

/** A copy of the server with further migrations: the next release. Returns its program. */
export async function makeRelease(directory: string, migrations: Record<string, string>) {
  const server = join(directory, 'apps/server')
  await mkdir(server, { recursive: true })
  await cp(join(PROJECT, 'apps/server/src'), join(server, 'src'), { recursive: true })
  await cp(join(PROJECT, 'apps/server/package.json'), join(server, 'package.json'))
  for (const modules of ['node_modules', 'apps/server/node_modules']) {
    await symlink(join(PROJECT, modules), join(directory, modules))
  }
  for (const [name, text] of Object.entries(migrations)) {
    await writeFile(join(server, 'src/persistence/migrations', name), text)
  }
  return join(server, 'src/server.ts')
}
