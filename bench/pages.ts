// npm run bench:pages [-- /path …]: Lighthouse (mobile) for every page of the site and the platform's log-in,
// compared with a baseline: the same page without scripts.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { readConfig } from '../apps/server/src/config.ts'
import { type HostedFile, loadSite, type Variant } from '../apps/server/src/http/hosted-site.ts'
import { pages } from '../apps/site/app/content/pages.ts'
import { browserFlags, findBrowser } from '../scripts/browser.mjs'
import { median, startMeasured } from './site-server.ts'

const RUNS = 5

const asked = process.argv.slice(2)
const sitePaths: string[] = Object.values(pages).map(({ path }) => path)
const platformPaths = ['/login']
const paths = [...sitePaths, ...platformPaths].filter((path) => asked.length === 0 || asked.includes(path))

const chrome = await launch({
  chromePath: (await findBrowser()) ?? '',
  chromeFlags: ['--headless=new', ...browserFlags],
})
const site = await startMeasured('apps/server/src/server.ts')
const floor = await startFloor()
const originOf = (path: string) => (platformPaths.includes(path) ? site.platformUrl : site.url)
try {
  const rows = []
  for (const path of paths) {
    const ours: Measurement[] = []
    const floors: Measurement[] = []
    for (let run = 1; run <= RUNS; run++) {
      ours.push(await measure(originOf(path) + path))
      floors.push(await measure(floor.url + path))
      process.stderr.write(`${path} ${run}/${RUNS}\r`)
    }
    rows.push(row(path, ours, floors))
  }
  console.table(Object.fromEntries(rows))
  console.log(`Medians of ${RUNS}, except where "best" is said.`)
  console.log('Goals for the LCP, in floors: 1.15 for the landing page, 1.25 for the others, 1.35 for the log-in.')
  console.log(
    'Goals for the landing page: performance 100, TBT at most 60 ms. For the log-in: performance 98, TBT at most 100 ms.',
  )
} finally {
  await site.stop()
  floor.stop()
  await chrome.kill()
}

type Measurement = {
  scores: Record<string, number>
  lcp: number
  fcp: number
  tbt: number
  cls: number
  speedIndex: number
  failed: string[]
}

/** Lighthouse occasionally loses its trace and returns no performance score: retry. */
async function measure(url: string, attempts = 3): Promise<Measurement> {
  const result = await lighthouse(url, { port: chrome.port, logLevel: 'error', output: 'json' })
  if (typeof result?.lhr.categories.performance?.score !== 'number') {
    if (attempts > 1) return measure(url, attempts - 1)
    throw new Error(`Lighthouse gave no result for ${url}: ${result?.lhr.runtimeError?.message ?? 'no score'}`)
  }
  const { audits, categories } = result.lhr
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const counted = Object.values(categories).flatMap((category) => category.auditRefs.filter((ref) => ref.weight > 0))
  const failed = counted
    .map((ref) => ref.id)
    .filter((id) => {
      const score = audits[id]?.score
      return typeof score === 'number' && score < 0.9
    })
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, category]) => [id, Math.round((category.score ?? 0) * 100)]),
    ),
    lcp: number('largest-contentful-paint'),
    fcp: number('first-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    speedIndex: number('speed-index'),
    failed,
  }
}

function row(path: string, ours: Measurement[], floors: Measurement[]) {
  const mid = (runs: Measurement[], pick: (run: Measurement) => number) => median(runs.map(pick))
  const score = (id: string) => mid(ours, (run) => run.scores[id] ?? 0)
  const lcp = mid(ours, (run) => run.lcp)
  const floorLcp = mid(floors, (run) => run.lcp)
  return [
    path,
    {
      perf: score('performance'),
      a11y: score('accessibility'),
      practices: score('best-practices'),
      seo: score('seo'),
      'LCP ms': Math.round(lcp),
      'floor LCP': Math.round(floorLcp),
      ratio: Number((lcp / floorLcp).toFixed(2)),
      'SI ms': Math.round(mid(ours, (run) => run.speedIndex)),
      'TBT ms': Math.round(mid(ours, (run) => run.tbt)),
      'floor TBT': Math.round(mid(floors, (run) => run.tbt)),
      'TBT best': Math.round(Math.min(...ours.map((run) => run.tbt))),
      CLS: Number(mid(ours, (run) => run.cls).toFixed(3)),
      'to improve': [...new Set(ours.flatMap((run) => run.failed))].join(' '),
    },
  ] as const
}

/** Serves every page without scripts and preloads. */
async function startFloor() {
  const [ours, platform] = await Promise.all(
    ['site', 'platform'].map((app) =>
      loadSite(join(import.meta.dirname, `../apps/${app}/dist`), readConfig({}).addresses),
    ),
  )
  const files = new Map([...(platform?.files ?? []), ...(ours?.files ?? [])])
  const answers = new Map([...files].map(([address, file]) => [address, withoutScripts(file)]))
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '/')
    if (answer) response.writeHead(200, answer.headers).end(answer.body)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}

function withoutScripts(file: HostedFile): Pick<Variant, 'body' | 'headers'> {
  if (!String(file.plain.headers['Content-Type']).startsWith('text/html')) return file.br ?? file.plain
  const html = file.plain.body
    .toString()
    .replace(
      /<script(?![^>]*ld\+json)[\s\S]*?<\/script>|<link[^>]*data-later[^>]*>|<noscript>[\s\S]*?<\/noscript>/g,
      '',
    )
  const body = brotliCompressSync(html)
  return { body, headers: { ...file.plain.headers, 'Content-Encoding': 'br', 'Content-Length': body.length } }
}
