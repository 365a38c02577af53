// Selects tests for `npm test -- changed`. Vitest's module graph is too coarse: each server test loads the whole server.
import { execFileSync } from 'node:child_process'
import { features, sharedJourneys } from './features.mjs'
import { root } from './prepare.mjs'

/** @typedef {{ name: string, command: string, after?: string[] }} Step */

/** Rules for all endpoints, tables and domains: any change to the server can break them. */
const RULES = ['architecture', 'dependents', 'http/endpoint', 'http/permission-matrix', 'persistence/tenant-isolation']

/** Document that a test compares with the code. */
const OPERATIONS = 'docs/operations.md'
/** No test reads these files. */
const UNTESTED = /\.(md|png|svg)$|^(bench|docs|\.ci)\//
const SERVER_DATABASE = /^apps\/server\/src\/persistence\/(migrations|functions|schema\.sql|database-types\.ts)/

/**
 * The tests to run: `undefined` is all of them.
 *
 * @param {string[]} files
 * @returns {{ server: string[] | undefined, related: string[], journeys: string[] | undefined }}
 */
export function affectedBy(files) {
  /** @type {Set<string>} */ const server = new Set()
  /** @type {Set<string>} */ const journeys = new Set()
  /** @type {Set<string>} */ const related = new Set()
  let [allOfServer, allJourneys] = [false, false]
  if (files.includes(OPERATIONS)) server.add('apps/server/src/operations-document.test.ts')
  for (const file of files.filter((one) => !UNTESTED.test(one))) {
    const [, journey] = /^e2e\/([\w-]+)\.test\.ts$/.exec(file) ?? []
    const feature = featureOf(file)
    const shared = sharedJourneys.filter(({ code }) => code.test(file))
    for (const name of [journey ?? [], feature?.journeys ?? [], shared.flatMap((one) => one.journeys)].flat()) {
      journeys.add(name)
    }
    if (/^(apps|packages|scripts)\//.test(file) && !file.startsWith('apps/server/')) related.add(file)
    const isTest = /\.test\.tsx?$/.test(file)
    if (file.startsWith('apps/server/') && isTest) server.add(file)
    else if (SERVER_DATABASE.test(file)) server.add('apps/server/src/persistence/')
    else if (feature) for (const folder of feature.folders) server.add(`apps/server/src/domains/${folder}/`)
    else if (/^(apps\/server|packages\/contracts)\//.test(file)) allOfServer = true
    if (!journey && !isTest && !feature && shared.length === 0 && !SERVER_DATABASE.test(file)) {
      allJourneys ||= /^(apps\/(server|platform)|packages|e2e)\//.test(file)
    }
  }
  const isCodeOfServer = [...server].some((path) => path.endsWith('/'))
  if (isCodeOfServer) for (const rule of RULES) server.add(`apps/server/src/${rule}.test.ts`)
  return {
    server: allOfServer ? undefined : [...server],
    related: [...related],
    journeys: allJourneys ? undefined : [...journeys].sort(),
  }
}

/** @param {string} file */
function featureOf(file) {
  const [, folder] = /^apps\/(?:server\/src\/domains|platform\/app\/features)\/([\w-]+)\//.exec(file) ?? []
  const [, contract] = /^packages\/(?:contracts|api-client)\/src\/([\w-]+)\.(?:test\.)?ts$/.exec(file) ?? []
  const all = Object.values(features)
  if (folder) return all.find(({ folders }) => folders.includes(folder))
  if (contract) return all.find(({ contracts }) => contracts.some((beginning) => contract.startsWith(beginning)))
  return undefined
}

/**
 * The steps for the change against the merge base with main or, where there is none, for the last commit.
 *
 * @param {Step[]} steps
 * @returns {Step[]}
 */
export function changedSteps(steps) {
  const files = changedFiles()
  const { server, related, journeys } = affectedBy(files)
  console.log(
    `${files.length} changed files, ${journeys ? `journeys: ${journeys.join(', ') || 'none'}` : 'all journeys'}`,
  )
  const unit = [
    server && server.length === 0 ? [] : `vitest run --project unit ${(server ?? ['apps/server/']).join(' ')}`,
    // Excludes server tests: shared packages would select all of them.
    related.length === 0
      ? []
      : `vitest related --run --passWithNoTests --exclude 'apps/server/**' ${related.join(' ')}`,
  ].flat()
  return steps.flatMap((step) => {
    if (step.name === 'unit') return unit.length === 0 ? [] : [{ ...step, command: unit.join(' && ') }]
    if (step.name === 'journeys') return selectJourneys(step, journeys)
    if (step.name === 'build') return journeys?.length === 0 ? [] : [step]
    return step.name === 'dead code' ? [] : [step]
  })
}

/** @param {Step} step @param {string[] | undefined} journeys */
function selectJourneys(step, journeys) {
  if (!journeys) return [step]
  const files = journeys.map((name) => `e2e/${name}.test.ts`)
  return files.length === 0 ? [] : [{ ...step, command: `${step.command} ${files.join(' ')}` }]
}

function changedFiles() {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  const since = (/** @type {string} */ commit) => git('diff', '--name-only', commit)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const files = [...since(base), ...untracked]
  return files.length > 0 ? files : since('HEAD~1')
}

/** @param {string[]} args */
function git(...args) {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  return output.split('\n').filter(Boolean)
}
