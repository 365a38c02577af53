// npm run sonar -- --file questions.jsonl [--today 2026-11-16]: reads questions against the sample organization, and prints a JSON
// line for each and the score.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createSampleService } from '../src/domains/samples/samples.ts'
import { startEmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { sampleParts } from '../src/sample-parts.ts'
import { readQuestions, type Scored, sampleNames, scoreQuestion } from './sonar-questions.ts'

const { values } = parseArgs({
  options: { file: { type: 'string' }, today: { type: 'string', default: '2026-11-16' } },
})
if (!values.file) {
  console.error('Usage: npm run sonar -- --file questions.jsonl [--today 2026-11-16]')
  process.exit(2)
}
const questions = readQuestions(await readFile(values.file, 'utf8'))
const { today } = values
const directory = await mkdtemp(join(tmpdir(), 'sherpa-sonar-'))
const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.error })
const owner = new pg.Pool({ connectionString: postgres.url })
try {
  const samples = createSampleService({ database, clock: () => new Date(`${today}T15:00:00Z`), fill: sampleParts })
  const { organization } = await samples.make()
  const resolve = await sampleNames(owner, organization)
  // The first question builds the index of phrases.
  const [first] = questions
  if (first) await scoreQuestion(first, today, resolve)
  const scored: (Scored & { tier: number })[] = []
  for (const question of questions) {
    const one = await scoreQuestion(question, today, resolve)
    scored.push({ ...one, tier: question.tier })
    console.log(JSON.stringify({ ...one, ...(!one.exact && { expected: question.expected }) }))
  }
  const tiers = [...new Set(scored.map(({ tier }) => tier))].toSorted()
  const times = scored.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const score = {
    questions: scored.length,
    exact: scored.filter(({ exact }) => exact).length,
    silent: scored.filter(({ silent }) => silent).length,
    tiers: Object.fromEntries(
      tiers.map((tier) => {
        const of = scored.filter((one) => one.tier === tier)
        return [tier, `${of.filter(({ exact }) => exact).length} of ${of.length}`]
      }),
    ),
    p95Ms: times[Math.floor(0.95 * (times.length - 1))] ?? 0,
  }
  console.log(JSON.stringify({ score }))
} finally {
  await owner.end()
  await database.end()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}
