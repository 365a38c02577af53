import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../VERSION')

/** What this process runs, named as the folder of the release. A working tree has no VERSION. */
export const { release, commit }: Record<'release' | 'commit', string> = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { release: 'working tree', commit: 'none' }
