import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Outside of a repository, such as in an image build, COMMIT and SOURCE_DATE_EPOCH say it. */
export function describeCommit(root: string) {
  const { COMMIT = null, SOURCE_DATE_EPOCH = '0' } = process.env
  if (!existsSync(join(root, '.git'))) {
    return { commit: COMMIT, committedAt: new Date(Number(SOURCE_DATE_EPOCH) * 1000).toISOString() }
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isDirty = git('status', '--porcelain') !== ''
  return {
    commit: `${git('rev-parse', 'HEAD')}${isDirty ? '-dirty' : ''}`,
    committedAt: new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString(),
  }
}

/** Names tarball, folder, logs and metrics. Releases of two commits stand side by side: none overwrites another. */
export function releaseName(version: string, commit: string | null) {
  const [, short, dirty = ''] = /^([0-9a-f]{12})[0-9a-f]*(-dirty)?$/.exec(commit ?? '') ?? []
  return short ? `${version}-${short}${dirty}` : version
}
