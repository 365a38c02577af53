import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeCommit } from './describe-commit.ts'

test('names the commit, and marks changes that are not committed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'commit-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  await writeFile(join(root, 'a.ts'), '1')
  git('add', '--all')
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@sherpa.example']
  git(...author, 'commit', '--quiet', '--message=First', '--date=2026-11-17T12:00:00Z')
  const hash = git('rev-parse', 'HEAD')
  expect(describeCommit(root).commit).toBe(hash)

  await writeFile(join(root, 'a.ts'), '2')
  expect(describeCommit(root).commit).toBe(`${hash}-dirty`)
  git('checkout', '--quiet', '.')
  await writeFile(join(root, 'b.ts'), 'new')
  expect(describeCommit(root).commit).toBe(`${hash}-dirty`)
})
