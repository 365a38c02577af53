// slow: asks all questions of the example set; represented by apps/server/src/domains/sonar/sonar.test.ts, packages/contracts/src/sonar/parse.test.ts
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSampleService } from '../src/domains/samples/samples.ts'
import { sampleParts } from '../src/sample-parts.ts'
import { freshDatabase } from './fresh-database.ts'
import { readQuestion, readQuestions, sampleNames, scoreQuestion } from './sonar-questions.ts'

const TODAY = '2026-11-16'
const folder = join(import.meta.dirname, '../../../packages/contracts/src/sonar')
/** The second ones are by someone who had not read the vocabulary. */
const files = ['questions.jsonl', 'questions-unseen.jsonl'].map((name) => join(folder, name))
const questions = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap(readQuestions)

let world: Awaited<ReturnType<typeof freshDatabase>>
let resolve: Awaited<ReturnType<typeof sampleNames>>
beforeAll(async () => {
  world = await freshDatabase()
  const clock = () => new Date(`${TODAY}T15:00:00Z`)
  const { organization } = await createSampleService({ database: world.serving, clock, fill: sampleParts }).make()
  resolve = await sampleNames(world.database, organization)
})
afterAll(() => world.drop())

test.each(questions)('$id: $q', async (question) => {
  const { exact, read } = await scoreQuestion(question, TODAY, resolve)
  expect(exact, JSON.stringify({ read, expected: question.expected })).toBe(true)
})

test('shows what a misspelled word was read as', async () => {
  const q = 'quarterbaks from Ohio'
  const { reading } = await readQuestion({ q }, TODAY, resolve)
  expect(reading.chips).toEqual([
    { text: 'Position is Quarterback (football)', removes: ['position'], parts: [{ start: 0, end: 11 }] },
    { text: 'State is Ohio', removes: ['state'], parts: [{ start: 17, end: 21 }] },
  ])
  expect(reading.corrected).toEqual([{ start: 0, end: 11, text: 'quarterbaks', readAs: 'quarterbacks' }])
})
