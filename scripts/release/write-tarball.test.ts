import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { productionPackages } from './production-packages.ts'
import { writeTarball } from './write-tarball.ts'

const LONG = `${'folder/'.repeat(20)}file.js`
let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'tarball-'))
  return () => rm(place, { recursive: true })
})

async function pack(folder: string, files: string[]) {
  for (const file of files) {
    await mkdir(dirname(join(place, folder, file)), { recursive: true })
    await writeFile(join(place, folder, file), `content of ${file}`)
  }
  await chmod(join(place, folder, 'bin/sherpa'), 0o700)
  const tarball = join(place, `${folder}.tar.gz`)
  await writeTarball({ folder: join(place, folder), name: 'sherpa', tarball, time: '2026-11-17T12:00:00Z' })
  return tarball
}

test('files are sorted, owned by root, and dated by the commit', async () => {
  const tarball = await pack('one', ['z.js', 'bin/sherpa', LONG])
  const listed = execFileSync('tar', ['--utc', '-tvzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  const folders = Array.from({ length: 20 }, (_, index) => `sherpa/${'folder/'.repeat(index + 1)}`)
  expect(listed.map((line) => line.split(/\s+/).at(-1))).toEqual([
    'sherpa/',
    'sherpa/bin/',
    'sherpa/bin/sherpa',
    ...folders,
    `sherpa/${LONG}`,
    'sherpa/z.js',
  ])
  expect(listed[2]).toMatch(/^-rwxr-xr-x root\/root +21 2026-11-17 12:00 /)
  expect(listed.at(-1)).toMatch(/^-rw-r--r-- root\/root /)
  execFileSync('tar', ['-xzf', tarball, '-C', place])
  expect(await readFile(join(place, 'sherpa', LONG), 'utf8')).toBe(`content of ${LONG}`)
})

test('folders are readable for everyone, whatever the umask and the modes on disk', async () => {
  const tarball = await pack('one', ['bin/sherpa', 'apps/server/main.js'])
  await chmod(join(place, 'one/apps'), 0o700)
  execFileSync('sh', ['-c', 'umask 077 && tar --no-same-owner -xpzf "$0" -C "$1"', tarball, place])
  for (const folder of ['', 'bin', 'apps', 'apps/server']) {
    expect([folder, (await stat(join(place, 'sherpa', folder))).mode & 0o777]).toEqual([folder, 0o755])
  }
})

test('order, times and modes of the files on disk do not change the bytes', async () => {
  const one = await pack('one', ['a.js', 'bin/sherpa'])
  const two = await pack('two', ['bin/sherpa', 'a.js'])
  await utimes(join(place, 'two/a.js'), 1, 1)
  await chmod(join(place, 'two/a.js'), 0o600)
  await pack('two', [])
  expect((await readFile(two)).equals(await readFile(one))).toBe(true)
})

test('packages come with what they depend on, nested ones included, and without what is not installed', () => {
  const packages = {
    'node_modules/pdf': { dependencies: { font: '1' }, optionalDependencies: { canvas: '1' } },
    'node_modules/pdf/node_modules/font': { dependencies: { tables: '1' } },
    'node_modules/font': {},
    'node_modules/tables': {},
    'node_modules/vite': {},
  }
  expect(productionPackages({ packages }, ['pdf'])).toEqual([
    'node_modules/pdf',
    'node_modules/pdf/node_modules/font',
    'node_modules/tables',
  ])
})
