// Which compiled parts of our tools a machine needs, and whether the lock file has them.

/** @typedef {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} LockFile */
/** @typedef {{ platform: string, arch: string, libc?: 'glibc' | 'musl' | undefined }} Machine */

/**
 * The parts for this machine that a tool names and the lock file knows nothing of: npm would leave them out, and the tool would
 * not run.
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
 * Parts are told apart by their names, such as `@rolldown/binding-linux-x64-musl`: what is not locked says nothing else about itself.
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
