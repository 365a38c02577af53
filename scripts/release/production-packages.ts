import { posix } from 'node:path'

type Locked = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type LockFile = { packages: Record<string, Locked> }

/** Folders of the named packages and of everything that they depend on, as Node resolves it. */
export function productionPackages({ packages }: LockFile, names: string[]): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = resolvePackage(packages, name, from)
    // Optional and peer dependencies may be absent.
    if (!folder || found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(needed, folder)
  }
  for (const name of names) add(name, 'apps/server')
  return [...found].sort()
}

function resolvePackage(packages: LockFile['packages'], name: string, from: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const candidate = posix.join(folder === '.' ? '' : folder, 'node_modules', name)
    if (packages[candidate]) return candidate
    if (folder === '.') return undefined
  }
}
