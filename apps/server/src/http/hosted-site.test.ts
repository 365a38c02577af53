import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteManifest } from '@sherpa/contracts/site-manifest'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { loadSite } from './hosted-site.ts'

const { addresses } = readConfig({})

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'site-'))
  const page = { type: 'text/html; charset=utf-8', caching: 'revalidate', compressed: true } as const
  const manifest: SiteManifest = {
    notFound: '/404',
    foreignOrigins: { connect: [], media: [] },
    files: { '/': { file: 'index.html', ...page }, '/404': { file: '404.html', ...page } },
  }
  const pages = ['index.html', '404.html'].flatMap((page) => [page, `${page}.br`, `${page}.gz`])
  for (const file of pages) await writeFile(join(directory, file), '')
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest))
  return () => rm(directory, { recursive: true })
})

test('loads a complete site', async () => {
  expect([...(await loadSite(directory, addresses)).files.keys()]).toEqual(['/'])
})

test.each(['manifest.json', 'index.html', 'index.html.br', '404.html', '404.html.gz'])(
  'rejects a site without its %s',
  async (file) => {
    await rm(join(directory, file))
    await expect(loadSite(directory, addresses)).rejects.toThrow(
      `${join(directory, file)} is missing: run npm start, which builds what is not complete.`,
    )
  },
)
