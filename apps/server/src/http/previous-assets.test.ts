import { expect, test } from 'vitest'
import { type HostedFile, type HostedSite, IncompleteSite } from './hosted-site.ts'
import { loadWithPrevious } from './previous-assets.ts'

const fileOf = (text: string, caching: string): HostedFile => ({
  plain: { body: Buffer.from(text), etag: '""', headers: { 'Cache-Control': caching } },
  ranges: false,
})
const siteOf = (release: string): HostedSite => ({
  files: new Map([
    ['/', fileOf(release, 'public, no-cache')],
    [`/only-in-${release}`, fileOf(release, 'public, no-cache')],
    ['/assets/shared.js', fileOf(release, 'public, max-age=31536000, immutable')],
    [`/assets/${release}.js`, fileOf(release, 'public, max-age=31536000, immutable')],
  ]),
  notFound: fileOf(release, 'public, no-cache'),
})

test('serves immutable assets of the previous release, and its own of everything else', async () => {
  const { files, notFound } = await loadWithPrevious(async (directory) => siteOf(directory), 'new', 'old')
  const served = [...files].map(([address, { plain }]) => [address, String(plain.body)])
  expect(Object.fromEntries(served)).toEqual({
    '/': 'new',
    '/only-in-new': 'new',
    '/assets/shared.js': 'new',
    '/assets/new.js': 'new',
    '/assets/old.js': 'old',
  })
  expect(String(notFound.plain.body)).toBe('new')
})

test('names the setting when the folder is not a release', async () => {
  const load = async (directory: string) => {
    if (directory === 'old') throw new IncompleteSite('x')
    return siteOf(directory)
  }
  await expect(loadWithPrevious(load, 'new', 'old')).rejects.toThrow('PREVIOUS_RELEASE must be the folder of a release')
})
