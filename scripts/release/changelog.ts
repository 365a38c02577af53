import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Areas that nobody notices outside of development. */
const INSIDE = ['test', 'tests', 'e2e', 'bench', 'docs']

/** Markdown: each release, the newest first, with its commits by area. Releases before this one are tags such as v1.0.0. */
export function changelog(root: string, version: string): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const earlier = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')
  const releases = ['HEAD', ...earlier.filter((tag) => tag !== `v${version}`)]
  const sections = releases.map((release, index) => {
    const name = release === 'HEAD' ? version : release.slice(1)
    const [day] = git('log', '-1', '--format=%cs', release)
    const since = releases[index + 1]
    const subjects = git('log', '--no-merges', '--format=%s', since ? `${since}..${release}` : release)
    return `## ${name} (${day})\n\n${byArea(subjects)}`
  })
  return `# Changes\n\n${sections.join('\n')}`
}

/** Subjects are “area: imperative”. */
function byArea(subjects: string[]) {
  const areas = new Map<string, string[]>()
  for (const subject of subjects) {
    const [, area = '', change = ''] = /^([a-z][\w-]*): (.+)$/.exec(subject) ?? []
    if (area && !INSIDE.includes(area)) areas.set(area, [...(areas.get(area) ?? []), change])
  }
  const lines = [...areas].sort().map(([area, changes]) => `### ${area}\n\n${changes.map(entry).join('')}`)
  return lines.join('\n')
}

function entry(change: string) {
  return `- ${change.charAt(0).toUpperCase()}${change.slice(1)}\n`
}
