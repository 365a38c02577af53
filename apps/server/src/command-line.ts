let isRelease = false

/** `bin/sherpa` calls it: messages then name its commands, and not those of npm. */
export function runAsRelease() {
  isRelease = true
}

/** How the operator calls a command. */
export function commandLine(name: string, args = '') {
  if (isRelease) return `sherpa ${name} ${args}`.trimEnd()
  return args ? `npm run ${name} -- ${args}` : `npm run ${name}`
}
