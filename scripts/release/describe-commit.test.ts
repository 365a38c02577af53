import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { changelog } from './changelog.ts'
import { describeCommit, releaseName } from './describe-commit.ts'

async function repository() {
  const root = await mkdtemp(join(tmpdir(), 'commit-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@sherpa.example']
  const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  return { root, git }
}

test('names the commit, and marks changes that are not committed', async () => {
  const { root, git } = await repository()
  await writeFile(join(root, 'a.ts'), '1')
  git('add', '--all')
  git('commit', '--quiet', '--message=First', '--date=2026-11-17T12:00:00Z')
  const hash = git('rev-parse', 'HEAD')
  expect(describeCommit(root).commit).toBe(hash)

  await writeFile(join(root, 'a.ts'), '2')
  expect(describeCommit(root).commit).toBe(`${hash}-dirty`)
  git('checkout', '--quiet', '.')
  await writeFile(join(root, 'b.ts'), 'new')
  expect(describeCommit(root).commit).toBe(`${hash}-dirty`)
})

test('a release is named by its version and commit', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567'
  expect(releaseName('1.0.0', commit)).toBe('1.0.0-0123456789ab')
  expect(releaseName('1.0.0', `${commit}-dirty`)).toBe('1.0.0-0123456789ab-dirty')
  expect(releaseName('1.0.0', null)).toBe('1.0.0')
})

test('the changelog has the commits of each release by area, without those of tests', async () => {
  const { root, git } = await repository()
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', `--message=${subject}`)
  vi.stubEnv('GIT_COMMITTER_DATE', '2026-11-17T12:00:00Z')
  onTestFinished(() => void vi.unstubAllEnvs())
  commit('Lay the foundation')
  commit('deals: sign by mail')
  git('tag', 'v1.0.0')
  commit('tests: wait for a lock')
  commit('athletes: merge two records')
  commit('deals: name the reviewers')
  expect(changelog(root, '1.1.0')).toBe(`# Changes

## 1.1.0 (2026-11-17)

### athletes

- Merge two records

### deals

- Name the reviewers

## 1.0.0 (2026-11-17)

### deals

- Sign by mail
`)
  expect(changelog(tmpdir(), '1.1.0')).toBeUndefined()
})

test('the bill of materials has what production needs, with versions, licenses and hashes', () => {
  const { metadata, components, ...bill } = billOfMaterials(join(import.meta.dirname, '../..'), '2026-11-17T12:00:00Z')
  expect({ ...bill, ...metadata }).toMatchObject({ bomFormat: 'CycloneDX', timestamp: '2026-11-17T12:00:00Z' })
  expect(bill).not.toHaveProperty('serialNumber')
  const found = new Map(components.map((component) => [component.name, component]))
  // npm itself leaves out those that development uses too.
  for (const name of ['react', 'zod', 'pg', 'pdfkit']) {
    expect(found.get(name)).toMatchObject({ licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512' }] })
  }
  expect(['vite', 'vitest', 'typescript', 'lighthouse'].filter((name) => found.has(name))).toEqual([])
})
