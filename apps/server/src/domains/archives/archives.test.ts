import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archiveOperations } from '@sherpa/contracts/archive-operations'
import type { Role } from '@sherpa/contracts/organization'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf } from '../../../test/sample-files.ts'
import { unzip } from '../../../test/unzip.ts'
import { archiveParts } from '../../archive-parts.ts'
import { diskFiles } from '../../files/file-store.ts'
import { tenantTables } from '../../persistence/tenant-catalog.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-archives-'))
const world = platformForTests({ files: diskFiles(directory), clock: () => new Date() })
afterAll(() => rm(directory, { recursive: true }))

let owner: Someone
let compliance: Someone
let organization: string
const at = (path = '') => `/api/organizations/${organization}${path}`

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner, 'Ridgeline')
  compliance = await addMember('Nia Boateng', 'compliance')
  for (const one of [owner, compliance]) await world.people.setUpSecondFactor(one)
  const stranger = await world.people.register()
  const other = await world.people.createOrganization(stranger, 'Stranger & Co')
  const newAthlete = { givenName: 'Other', familyName: 'Person', level: 'college', stage: 'signed' }
  await stranger.ask('POST', `/api/organizations/${other}/athletes`, newAthlete)
})

async function addMember(name: string, role: Role) {
  const person = await world.people.register(name)
  await world.people.join(owner, organization, person, role)
  return person
}

const requestArchive = (by = owner, proof: object = by.proof()) => by.ask('POST', at('/archives'), proof)
const prepare = () => runJob(world.app, world.serving, 'forget-old-archives')
const listArchives = async () => (await owner.ask('GET', at('/archives'))).json().archives

async function download(by = owner) {
  const [archive] = await listArchives()
  const { address } = (await by.ask('POST', at(`/archives/${archive.id}/address`))).json()
  return world.app.inject(address)
}

describe('an archive of all data', () => {
  let files: Map<string, Buffer>
  const json = (name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? '')
  const csv = (name: string) => files.get(`${name}.csv`)?.toString() ?? ''

  beforeAll(async () => {
    const tag = (await owner.ask('POST', at('/tags'), { name: 'Top 50' })).json()
    const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'signed', tags: [tag.id] }
    const { id } = (await owner.ask('POST', at('/athletes'), { ...facts, email: 'kaia@school.example' })).json()
    const contact = {
      name: 'Mari',
      relation: 'parent',
      title: null,
      reach: 'full',
      email: 'mari@home.example',
      phone: null,
    }
    await owner.ask('POST', at(`/athletes/${id}/contacts`), contact)
    await owner.ask('POST', at(`/athletes/${id}/notes`), { kind: 'note', text: '=Fast, and calm' })
    await owner.ask('POST', at(`/athletes/${id}/notes`), { kind: 'call', text: 'Private', readers: 'me' })
    const company = (await owner.ask('POST', at('/companies'), { name: 'Halden Sportswear', kind: 'brand' })).json()
    const call = { kind: 'call', direction: 'out', minutes: 6, result: 'reached', text: 'About spring' }
    await owner.ask('POST', at(`/companies/${company.id}/notes`), call)
    await owner.ask('POST', at(`/companies/${company.id}/notes`), { ...call, text: 'Private', readers: 'me' })
    const octets = { 'content-type': 'application/octet-stream' }
    const file = await owner.ask('POST', at(`/athletes/${id}/files?name=Contract.pdf`), pdf, octets)
    await owner.ask('POST', at(`/athletes/${id}/files/${file.json().id}/versions`), pdf, octets)
    await owner.ask('POST', at(`/athletes/${id}/files?name=Contract.pdf`), pdf, octets)
    const terms = { startsOn: '2024-04-01', endsOn: null, scope: ['nil'], agents: [], note: null }
    const agreement = (await owner.ask('POST', at(`/athletes/${id}/agreements`), terms)).json()
    const path = at(`/athletes/${id}/agreements/${agreement.id}`)
    const { version } = (await owner.ask('POST', `${path}/document?name=Signed.pdf`, pdf, octets)).json()
    const signature = { version, signedOn: '2024-03-18', guardian: 'Mari', ...owner.proof() }
    expect((await owner.ask('PUT', `${path}/signature`, signature)).statusCode).toBe(200)
    expect((await requestArchive(compliance)).statusCode).toBe(201)
    await prepare()
    files = unzip((await download()).rawPayload)
  })

  test('notifies the owners of the requester, and is in the audit trail', async () => {
    expect(await world.people.mailTo(owner.email, 'owner-notice')).toMatchObject({
      action: 'archive-requested',
      by: 'Nia Boateng',
    })
    expect(await world.people.mailTo(compliance.email, 'owner-notice')).toBeUndefined()
    const { rows } = (await owner.ask('GET', at('/activity?kind=settings'))).json()
    expect(rows.map(({ event }: { event: string }) => event)).toEqual([
      'archive-downloaded',
      'archive-requested',
      'organization-created',
    ])
  })

  test('has every table as CSV and JSON, and describes them in a README', () => {
    for (const { name, about } of archiveParts) {
      expect(files.has(`${name}.csv`) && files.has(`${name}.json`), name).toBe(true)
      expect(files.get('README.txt')?.toString()).toContain(about)
    }
    expect(json('athletes')).toMatchObject([
      { givenName: 'Kaia', email: 'kaia@school.example', tags: ['Top 50'], lookedAfterBy: ['Amara Cole'] },
    ])
    expect(csv('athletes').split('\r\n')[1]).toContain('Kaia,Nakamura')
    expect(json('contacts')).toMatchObject([{ athlete: 'Kaia Nakamura', name: 'Mari', email: 'mari@home.example' }])
    expect(json('notes')).toMatchObject([{ text: '=Fast, and calm', by: 'Amara Cole' }])
    expect(json('company-notes')).toMatchObject([
      { minutes: 6, result: 'reached', with: 'company', text: 'About spring' },
    ])
    expect(csv('notes')).toContain('"\'=Fast, and calm"')
    expect(json('members')).toHaveLength(2)
    expect(json('activity')[0]).toMatchObject({ event: 'organization-created', by: 'Amara Cole' })
  })

  test('has signed agreements with their documents and the people behind them', () => {
    expect(json('agreements')).toMatchObject([{ enteredBy: 'Amara Cole', confirmedBy: null }])
    const [{ path }] = json('agreement-documents')
    expect(path).toMatch(/^agreements\/.{12} Signed\.pdf$/)
    expect(files.get(path)?.equals(pdf)).toBe(true)
  })

  test('has the files of athletes in folders, with older versions in a subfolder', () => {
    const [{ athleteId }] = json('files')
    const folder = `files/Kaia Nakamura (${athleteId.slice(-8)})`
    const paths = [
      `${folder}/Contract (2).pdf`,
      `${folder}/Contract.pdf`,
      `${folder}/older versions/Contract (version 1).pdf`,
    ]
    expect([...files.keys()].filter((path) => path.startsWith('files/')).sort()).toEqual(paths)
    for (const path of paths) expect(files.get(path)?.equals(pdf)).toBe(true)
    expect(
      json('files')
        .map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(paths)
    expect(JSON.stringify(json('files'))).not.toContain('storageKey')
  })

  test('has no data of other organizations', () => {
    for (const [path, content] of files) expect([path, content.includes('Other')]).toEqual([path, false])
  })

  test('shows its state, size and expiry', async () => {
    const [archive] = await listArchives()
    const days = (Date.parse(archive.expiresAt) - Date.now()) / 86_400_000
    expect(archive).toMatchObject({ state: 'ready', requestedBy: { name: 'Nia Boateng' }, size: expect.any(Number) })
    expect(Math.round(days)).toBe(7)
  })
})

test('a request needs proof of identity, and only one archive is prepared at a time', async () => {
  expect((await requestArchive(owner, {})).statusCode).toBe(422)
  expect((await requestArchive(owner, { code: '00000-00000' })).json().errors[0].field).toBe('code')
  expect((await requestArchive()).statusCode).toBe(201)
  expect((await requestArchive()).json().code).toBe('archive-under-way')
  await prepare()
  expect((await listArchives()).map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready'])
})

test('rejects a download after the permission or second factor is lost', async () => {
  const [archive] = await listArchives()
  const { address } = (await compliance.ask('POST', at(`/archives/${archive.id}/address`))).json()
  const change = { role: 'compliance', permission: 'athletes.sensitive', allowed: false }
  await owner.ask('PUT', at('/permissions'), change)
  expect((await world.app.inject(address)).statusCode).toBe(404)
  expect((await compliance.ask('POST', at('/archives'), compliance.proof())).json().code).toBe('not-permitted')
  await owner.ask('PUT', at('/permissions'), { ...change, allowed: true })
  await world.people.assumeSecondFactor(compliance, false)
  expect((await world.app.inject(address)).statusCode).toBe(404)
  await world.people.assumeSecondFactor(compliance)
  expect((await world.app.inject(address)).statusCode).toBe(200)
})

test('removes an archive and its stored file after seven days', async () => {
  const [archive] = await listArchives()
  await world.database.query("update archives set expires_at = now() - interval '1 second'")
  expect((await owner.ask('POST', at(`/archives/${archive.id}/address`))).statusCode).toBe(404)
  await runJob(world.app, world.serving, 'forget-old-archives')
  await runJob(world.app, world.serving, 'remove-leftover-files')
  expect(await listArchives()).toEqual([])
  const { rows } = await world.database.query('select from orphaned_files')
  expect(rows).toEqual([])
})

/** Tables excluded from the archive, with the reason. */
const excludedTables: Record<string, string> = {
  audit_anchors: 'when heads of the activity were mailed',
  audit_unsealed: 'activity of the last minute; it is in the activity',
  archives: 'the archives themselves',
  import_mappings: 'how columns were matched',
  import_keys: 'for comparing rows of an import',
  import_rows: 'files of imports, which are deleted after 30 days',
  athlete_merges: 'undo data; the merged rows are with the athlete',
  athlete_positions: 'for filtering; athletes have them',
  athletes_words: 'for searching',
  athlete_contact_proposals: 'changes that wait for a decision',
  companies_words: 'for searching',
  company_merges: 'undo data; the merged rows are with the company',
  deal_link_codes: 'hashes of codes that were mailed',
  deals_words: 'for searching',
  handover_items: 'undo data, which is deleted after 30 days',
  handovers: 'undo data, which is deleted after 30 days',
  idempotency_keys: 'stored responses of earlier requests',
  invoice_files: 'invoices as PDF, which are in Plan and billing',
  jobs: 'pending jobs',
  agent_notices_words: 'for searching',
  agreement_reminders: 'which reminders were sent',
  license_reminders: 'which reminders were sent',
  key_date_reminders: 'which reminders were sent',
  ledger_month_totals: 'sums of the ledger',
  ledger_totals: 'sums of the ledger',
  memberships_words: 'for searching',
  notification_settings: 'personal to one member',
  rule_news_opened: 'personal to one member',
  notifications: 'personal to one member',
  outgoing_mail: 'pending mail',
  pinned_views: 'personal to one member',
  searches: 'private to one member',
  view_alerts: 'personal to one member',
  price_offers: 'the accepted price is in the subscription',
  reminders: 'which reminders were sent',
  repairs: 'the results are in the deals',
  disclosure_reminders: 'which reminders were sent',
  disclosures_words: 'for searching',
  task_reminders: 'which reminders were sent',
  tasks_words: 'for searching',
  tax_exemptions: 'their effect is on the invoices',
}

test('the archive has every tenant table, except those excluded for a reason', async () => {
  const statements = archiveParts.map(({ rows }) => rows(organization).sql).join(' ')
  const tables = (await tenantTables(world.database)).map(({ table }) => table)
  const missing = tables.filter((table) => !new RegExp(`\\b(from|join) ${table}\\b`).test(statements))
  expect(missing).toEqual(Object.keys(excludedTables).sort())
})

test('requesting an archive needs the permissions of all its parts', () => {
  const { access, alsoNeeds } = archiveOperations.requestArchive
  for (const { needs } of archiveParts) expect([access, ...alsoNeeds]).toContain(needs)
})
