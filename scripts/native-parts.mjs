// Native binaries of our tools that a machine needs but the lock file lacks.

/** @typedef {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} LockFile */
/** @typedef {{ platform: string, arch: string, libc?: 'glibc' | 'musl' | undefined }} Machine */

/**
 * Optional dependencies for this machine that are missing in the lock file: npm would skip them, and the tool would not run.
 *
 * @param {LockFile} lock @param {Machine} machine
 */
export function missingNativeParts({ packages }, machine) {
  const locked = Object.keys(packages)
  return Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => partsFor(machine, Object.keys(optionalDependencies)))
    .filter((name) => !locked.some((path) => path.endsWith(`node_modules/${name}`)))
    .sort()
}

/**
 * Matches by name, such as `@rolldown/binding-linux-x64-musl`: unlocked packages have no other metadata.
 *
 * @param {Machine} machine @param {string[]} names
 */
function partsFor({ platform, arch, libc }, names) {
  const system = platform === 'win32' ? ['win32', 'windows'] : [platform]
  const fitting = names.filter((name) => {
    const words = name.split(/[/-]/)
    return words.includes(arch) && system.some((word) => words.includes(word))
  })
  const forMusl = fitting.filter((name) => name.includes('-musl'))
  if (libc === 'musl' && forMusl.length > 0) return forMusl
  return fitting.filter((name) => !forMusl.includes(name))
}

/** @returns {Machine} */
export function thisMachine() {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch }
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return { platform, arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' }
}
