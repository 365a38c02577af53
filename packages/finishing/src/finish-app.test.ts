import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { placeholders } from '@sherpa/contracts/site-addresses'
import { siteManifest } from '@sherpa/contracts/site-manifest'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finishApp } from './finish-app.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'finishing-'))
  await mkdir(join(place, 'build/assets'), { recursive: true })
  await writeFile(join(place, 'build/index.html'), '<p>Hello</p>')
  await writeFile(join(place, 'build/assets/app.js'), 'console.log(1)')
  await writeFile(join(place, 'build/icon.png'), 'picture')
})
afterEach(() => rm(place, { recursive: true }))

const finish = (changes: Partial<Parameters<typeof finishApp>[0]> = {}) =>
  finishApp({
    built: join(place, 'build'),
    finished: join(place, 'dist'),
    leftBehind: /\.map$/,
    finishPage: (html) => ({ html: html.toUpperCase(), scriptHashes: ['a'], styleHashes: [] }),
    addressesOf: (file) => (file === 'index.html' ? ['/', '/teams/:team', '/404'] : [`/${file}`]),
    foreignOrigins: { connect: [], media: [] },
    notFound: '/404',
    ...changes,
  })
const finished = (file: string) => readFile(join(place, 'dist', file))
const manifest = async () => siteManifest.parse(JSON.parse((await finished('manifest.json')).toString()))

test('a finished page is registered for all its paths with its inline hashes', async () => {
  await finish()
  const { files, notFound } = await manifest()
  expect((await finished('index.html')).toString()).toBe('<P>HELLO</P>')
  const page = { file: 'index.html', inline: { scriptHashes: ['a'], styleHashes: [] }, caching: 'revalidate' }
  for (const address of ['/', '/teams/:team', notFound]) expect(files[address]).toMatchObject(page)
})

test('text files have three equivalent variants; images are not compressed again', async () => {
  await finish()
  const { files } = await manifest()
  expect(files['/assets/app.js']).toMatchObject({ caching: 'immutable', compressed: true })
  expect(brotliDecompressSync(await finished('assets/app.js.br')).toString()).toBe('console.log(1)')
  expect(gunzipSync(await finished('assets/app.js.gz')).toString()).toBe('console.log(1)')
  expect(files['/icon.png']).toMatchObject({ type: 'image/png', compressed: false })
  await expect(finished('icon.png.br')).rejects.toThrow('ENOENT')
})

test('excludes leftovers of earlier builds and by-products', async () => {
  await mkdir(join(place, 'dist'))
  await writeFile(join(place, 'dist/old.js'), '')
  await writeFile(join(place, 'build/assets/app.js.map'), '')
  expect(await finish()).toBe(3)
  await expect(finished('old.js')).rejects.toThrow('ENOENT')
  expect((await manifest()).files).not.toHaveProperty(['/assets/app.js.map'])
})

test('keeps the previous output until the new one is complete', async () => {
  await finish()
  const before = await finished('manifest.json')
  const broken = () => {
    throw new Error('No such page')
  }
  await writeFile(join(place, 'build/late.js'), '')
  await expect(finish({ finishPage: broken })).rejects.toThrow('No such page')
  expect(await finished('manifest.json')).toEqual(before)
  expect((await finished('index.html')).toString()).toBe('<P>HELLO</P>')

  await finish()
  expect((await readdir(join(place, 'dist'))).sort()).toEqual(
    [
      'assets',
      'icon.png',
      'index.html',
      'index.html.br',
      'index.html.gz',
      'late.js',
      'late.js.br',
      'late.js.gz',
    ].concat('manifest.json'),
  )
  expect((await readdir(place)).sort()).toEqual(['build', 'dist'])
})

test('a page with placeholders is left for the server to compress; a script with one stops the build', async () => {
  await writeFile(join(place, 'build/robots.txt'), `Sitemap: ${placeholders.site}/sitemap.xml`)
  await finish()
  expect((await manifest()).files['/robots.txt']).toMatchObject({ compressed: true, addressed: true })
  await expect(finished('robots.txt.br')).rejects.toThrow('ENOENT')
  await writeFile(join(place, 'build/assets/app.js'), `fetch('${placeholders.api}')`)
  await expect(finish()).rejects.toThrow('assets/app.js holds a placeholder')
  await writeFile(join(place, 'build/assets/app.js'), '')
  await finish()
})

test('an unknown file type fails the build', async () => {
  await writeFile(join(place, 'build/film.avi'), '')
  await expect(finish()).rejects.toThrow('film.avi')
})
