import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingNativeParts, thisMachine } from './native-parts.mjs'

const optional = (...names: string[]) => ({
  optionalDependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
})

const lock = {
  packages: {
    '': {},
    'node_modules/bundler': optional(
      '@bundler/binding-darwin-arm64',
      '@bundler/binding-linux-arm-gnueabihf',
      '@bundler/binding-linux-x64-gnu',
      '@bundler/binding-linux-x64-musl',
      '@bundler/binding-win32-x64-msvc',
    ),
    'node_modules/@bundler/binding-linux-x64-gnu': {},
    'node_modules/linter': optional(
      '@linter/cli-darwin-arm64',
      '@linter/cli-linux-x64',
      '@linter/cli-linux-x64-musl',
      '@linter/cli-win32-x64',
    ),
    'node_modules/other/node_modules/@linter/cli-linux-x64': {},
    'node_modules/database': optional('@database/darwin-arm64', '@database/linux-x64', '@database/windows-x64'),
    'node_modules/@database/darwin-arm64': {},
    'node_modules/@database/linux-x64': {},
    'node_modules/watcher': optional('fsevents'),
  },
}

test.each([
  [{ platform: 'linux', arch: 'x64', libc: 'glibc' }, []],
  [{ platform: 'linux', arch: 'x64', libc: 'musl' }, ['@bundler/binding-linux-x64-musl', '@linter/cli-linux-x64-musl']],
  [{ platform: 'linux', arch: 'arm', libc: 'glibc' }, ['@bundler/binding-linux-arm-gnueabihf']],
  [{ platform: 'darwin', arch: 'arm64' }, ['@bundler/binding-darwin-arm64', '@linter/cli-darwin-arm64']],
  [
    { platform: 'win32', arch: 'x64' },
    ['@bundler/binding-win32-x64-msvc', '@database/windows-x64', '@linter/cli-win32-x64'],
  ],
] as const)('for %o the lock file lacks %j', (machine, missing) => {
  expect(missingNativeParts(lock, machine)).toEqual(missing)
})

test.each(['x64', 'arm64'])('our lock file has all native parts for Linux on %s', async (arch) => {
  const ours = JSON.parse(await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  expect(missingNativeParts(ours, { platform: 'linux', arch, libc: 'glibc' })).toEqual([])
})

test('detects platform, architecture and C library', () => {
  const { platform, arch } = process
  expect(thisMachine()).toMatchObject({ platform, arch })
  if (platform === 'linux') expect(thisMachine().libc).toMatch(/^(glibc|musl)$/)
})
