import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { signedInOwner } from '../../test/signed-in-owner.ts'
import { buildApp } from '../app.ts'
import { diskFiles } from '../files/file-store.ts'
import { observeFiles } from '../files/observe-files.ts'

const deploy = join(import.meta.dirname, '../../../../deploy')
const metricsToken = 'a-token-of-some-length'

async function serverWithMetrics() {
  const fresh = await freshDatabase()
  const background = fresh.serving.forBackground()
  const app = buildApp({ database: fresh.serving, background, metricsToken })
  onTestFinished(async () => {
    await app.close()
    await background.end()
    await fresh.drop()
  })
  const readMetrics = async () => {
    const { payload } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
    return payload
  }
  return { app, database: fresh.database, readMetrics }
}

test('reports pools, streams, seals and jobs by name, with bounded labels', async () => {
  const { app, database, readMetrics } = await serverWithMetrics()
  await database.query(
    `insert into jobs (name, data, start_after) values ('prepare-archive', '{}', now() - interval '90 seconds'),
     ('prepare-archive', '{}', now() - interval '10 seconds'), ('of-another-release', '{}', now())`,
  )
  await database.query(
    `insert into audit_events (subject, subject_id, event, organization_id, at)
     values ('user', gen_random_uuid(), 'logged-in', gen_random_uuid(), now() - interval '20 minutes')`,
  )
  const metrics = await readMetrics()
  expect(metrics).toMatch(/^audit_unsealed_seconds 120\d/m)
  expect(metrics).toMatch(/^server_ready 1$/m)
  const [used = 0, accepted = 0] = ['database_connections', 'database_connections_accepted'].map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]),
  )
  expect(used).toBeGreaterThan(0)
  expect(accepted).toBeGreaterThan(used)
  for (const pool of ['requests', 'requests-tenants', 'background', 'background-tenants']) {
    expect(metrics).toMatch(new RegExp(`^database_pool_connections\\{pool="${pool}",state="max"\\} [1-9]`, 'm'))
    expect(metrics).toMatch(new RegExp(`^database_pool_waiting\\{pool="${pool}"\\} \\d`, 'm'))
  }
  expect(metrics).toMatch(/^live_streams 0$/m)
  expect(metrics).toContain('jobs{state="waiting"} 3')
  expect(metrics).toContain('jobs_by_name{name="prepare-archive",state="waiting"} 2')
  expect(metrics).toContain('jobs_by_name{name="other",state="waiting"} 1')
  expect(metrics).toMatch(/^jobs_oldest_due_seconds\{name="prepare-archive"\} 9\d/m)
  expect(metrics).not.toContain('of-another-release')

  // Live updates are counted, and are no slow answers.
  const { organization, token } = await signedInOwner(database)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const opened = await fetch(`${address}/api/organizations/${organization}/live`, {
    headers: { authorization: `Bearer ${token}` },
  })
  app.platform.live.drain(0)
  await opened.text()
  const live = 'route="/api/organizations/:organization/live"'
  await expect.poll(readMetrics).toContain(`http_answers_total{method="GET",${live},status="200"} 1`)
  expect(await readMetrics()).not.toMatch(new RegExp(`http_answer_seconds_count.*${live}`))
})

test('reports calls to the file store', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'observed-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const calls: object[] = []
  const files = observeFiles(diskFiles(directory), (call) => calls.push(call))
  await files.write(
    'key',
    (async function* () {
      yield Buffer.from('x')
    })(),
  )
  await expect(files.read('nothing')).rejects.toThrow()
  await files.remove('key')
  const seconds = expect.any(Number)
  expect(calls).toEqual([
    { operation: 'write', failed: false, seconds },
    { operation: 'read', failed: true, seconds },
    { operation: 'remove', failed: false, seconds },
  ])
})

test('dashboard and alert rules name metrics of the server, or those that the operations guide knows from others', async () => {
  const { app, readMetrics } = await serverWithMetrics()
  await app.inject('/api/plans')
  const known = new Set([...(await readMetrics()).matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name]) => name))
  const guide = await readFile(join(deploy, '../docs/operations-alerts.md'), 'utf8')
  const [, exporters = ''] = /^## Exporters\n(.*?)^## /ms.exec(guide) ?? []
  for (const [row] of exporters.matchAll(/^\|[^|]+/gm)) for (const [, name] of row.matchAll(/`(\w+)`/g)) known.add(name)
  const dashboard = JSON.parse(await readFile(join(deploy, 'grafana-dashboard.json'), 'utf8'))
  const panels: { targets: { expr: string }[] }[] = dashboard.panels
  const rules = await readFile(join(deploy, 'prometheus-rules.yml'), 'utf8')
  const expressions = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression),
  ]
  expect(expressions.length).toBeGreaterThan(15)
  for (const expression of expressions) {
    const bare = expression.replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]|\b(by|without) ?\([^)]*\)/g, '')
    // A name before a parenthesis is a function.
    const names = bare.match(/\b(?:[a-z]+_[a-z0-9_]+|jobs)\b(?! ?\()/g) ?? []
    for (const name of names) {
      expect([expression, known.has(name.replace(/_(bucket|count)$/, ''))]).toEqual([expression, true])
    }
  }
})

test('the operations guide says what to do about each alert', async () => {
  const rules = await readFile(join(deploy, 'prometheus-rules.yml'), 'utf8')
  const guide = await readFile(join(deploy, '../docs/operations-alerts.md'), 'utf8')
  const alerts = [...rules.matchAll(/alert: (\w+)\n.*?severity: (\w+)/gs)].map(([, name, severity]) => [name, severity])
  const sections = [...guide.matchAll(/^### (\w+)\n\n(Page|Ticket)\. /gm)].map(([, name, severity = '']) => [
    name,
    severity.toLowerCase(),
  ])
  expect(alerts.length).toBeGreaterThan(20)
  expect(sections.sort()).toEqual(alerts.sort())
})

test('promtool accepts the alert rules', (context) => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
  } catch {
    context.skip('promtool is missing: it comes with Debian’s package prometheus.')
  }
  execFileSync('promtool', ['check', 'rules', join(deploy, 'prometheus-rules.yml')])
})
