import type { DealImportMapping, DealImportRow, WholeDealImport } from '@sherpa/contracts/deal-import'
import { templateLayouts } from '@sherpa/contracts/deal-import'
import type { ImportRecord } from '@sherpa/contracts/import'
import type { Role } from '@sherpa/contracts/organization'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runImports } from '../../../../test/jobs.ts'
import { goodPassword, platformForTests, type Someone } from '../../../../test/people.ts'
import { pdf } from '../../../../test/sample-files.ts'
import { zip } from '../../../../test/write-workbook.ts'

const noon = new Date('2026-11-18T12:00:00Z')
let now = noon
const world = platformForTests({ clock: () => now })

let owner: Someone
let organization: string
const at = (path = '') => `/api/organizations/${organization}/deal-imports${path}`

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  await world.people.setUpSecondFactor(owner)
})
beforeEach(async () => {
  now = noon
  organization = await world.people.createOrganization(owner, 'Ridgeline')
  await joinOn('2026-10-01')
  await world.database.query('delete from outgoing_mail')
})

const joinOn = (day: string) =>
  world.database.query('update organizations set created_at = $2 where id = $1', [organization, `${day}T12:00:00Z`])

async function addColleague(role: Role, name: string) {
  const person = await world.people.register(name)
  await world.people.join(owner, organization, person, role)
  return person
}

async function upload(file: string, person = owner): Promise<WholeDealImport> {
  const answer = await world.app.inject({
    method: 'POST',
    url: `${at()}?name=deals.csv`,
    payload: file,
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${person.token}` },
  })
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([201, expect.anything()])
  return answer.json()
}

const runJobs = () => runImports(world, 'deal-import')

async function load(id: string, person = owner): Promise<WholeDealImport> {
  const answer = await person.ask('GET', at(`/${id}`))
  expect([answer.statusCode, answer.json().code]).toEqual([200, undefined])
  return answer.json()
}

/** Recovery codes work once; new ones are made before they run out. */
let uses = 0
async function proofOf(person: Someone) {
  uses++
  if (uses % 8 === 0) {
    const identity = { password: goodPassword, ...person.proof() }
    const renewed = await person.ask('POST', '/api/account/second-factor/recovery-codes', identity)
    person.recoveryCodes = renewed.json().recoveryCodes
  }
  return person.proof()
}

async function act(id: string, action: 'check' | 'start' | 'cancel' | 'undo', person = owner) {
  const body = action === 'start' ? await proofOf(person) : undefined
  const answer = await person.ask('POST', at(`/${id}/${action}`), body)
  expect([action, answer.statusCode, answer.json().code]).toEqual([action, action === 'cancel' ? 200 : 202, undefined])
  return answer.json() as ImportRecord
}

async function map({ id, mapping }: WholeDealImport, change: Partial<DealImportMapping>): Promise<WholeDealImport> {
  const answer = await owner.ask('PUT', at(`/${id}/mapping`), { ...mapping, ...change })
  expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
  return answer.json()
}

async function check(id: string, person = owner) {
  await act(id, 'check', person)
  await runJobs()
  return load(id, person)
}

async function importAll(id: string, person = owner) {
  await act(id, 'start', person)
  await runJobs()
  return load(id, person)
}

const listRows = async (id: string, outcome: string): Promise<DealImportRow[]> =>
  (await owner.ask('GET', at(`/${id}/rows?outcome=${outcome}`))).json().rows

const csv = (...lines: string[]) => lines.join('\n')

async function listDeals() {
  const { rows } = await world.database.query(
    `select d.id, d.kind, d.title, d.stage, d.currency, d.amount_minor::integer as amount from deals d
     where d.organization_id = $1 and d.removed_at is null order by d.title, d.id`,
    [organization],
  )
  return rows
}

/** Expected, received and open by currency and month of the due date. */
async function listMoney() {
  const { rows } = await world.database.query(
    `select coalesce(to_char(p.due_on, 'YYYY-MM'), 'undated') as month, d.currency, sum(p.amount_minor)::bigint::text as total,
       sum(p.received_minor)::bigint::text as received
     from payments p join deals d on d.organization_id = p.organization_id and d.id = p.deal_id and d.removed_at is null
     where p.organization_id = $1 and p.state <> 'canceled' group by 1, 2 order by 2, 1`,
    [organization],
  )
  return rows.map(({ month, currency, total, received }) => [currency, month, Number(total), Number(received)])
}

describe('templates', () => {
  test.each(Object.keys(templateLayouts))('%s: the example is imported as it is', async (layout) => {
    const template = await owner.ask('GET', at(`/template?layout=${layout}`))
    expect(template.headers['content-type']).toContain('text/csv')
    const file = await upload(template.body)
    expect(file.mapping.targets).not.toContain(null)
    const checked = await check(file.id)
    expect([checked.findings, await listRows(file.id, 'failed')]).toEqual([
      expect.objectContaining({ deals: 1, incomplete: 0, toApprove: 0 }),
      [],
    ])
    // The athlete of the NIL deal is a minor until a birth date is known.
    if (layout === 'payments') return
    const done = await importAll(file.id)
    expect([done.state, done.counts.added, await listRows(file.id, 'failed')]).toEqual(['done', 1, []])
    const [deal] = await listDeals()
    expect(deal.stage).toBe('active')
  })
})

const contracts = csv(
  'Kind,Player,Club,Signed,Start,End,Season,Base salary,Guaranteed,Paid,First payment,Number of payments,Received so far,Fee',
  'Contract,Jonah Okoye,Harbor City FC,3/15/2024,3/15/2024,2/28/2027,2024,"$900,000","$900,000",NFL,,,"$900,000",3%',
  'Contract,Jonah Okoye,Harbor City FC,3/15/2024,3/15/2024,2/28/2027,2025,1.1M,,NFL,9/4/2025,36,1100000,3%',
  'Contract,Jonah Okoye,Harbor City FC,3/15/2024,3/15/2024,2/28/2027,2026,"$1,250,000",,NFL,,,"$312,499.99",3%',
)

describe('a contract of three seasons', () => {
  test('is one deal in force, whose installments are expected and received to the cent', async () => {
    const checked = await check((await upload(contracts)).id)
    expect([checked.findings, await listRows(checked.id, 'failed')]).toEqual([
      expect.objectContaining({
        deals: 1,
        joined: 2,
        counts: { added: 1, updated: 0, same: 0, skipped: 0, failed: 0 },
        totals: [
          { currency: 'USD', deals: 1, totalMinor: 325_000_000, receivedMinor: 231_249_999, openMinor: 93_750_001 },
        ],
      }),
      [],
    ])
    const done = await importAll(checked.id)
    expect([done.state, done.counts, await listRows(done.id, 'failed')]).toEqual([
      'done',
      { added: 1, updated: 0, same: 0, skipped: 0, failed: 0 },
      [],
    ])
    const deals = await listDeals()
    expect(deals).toMatchObject([{ kind: 'contract', stage: 'active', title: 'Jonah Okoye × Harbor City FC' }])
    const money = await listMoney()
    expect(money.reduce((sum, [, , total]) => sum + Number(total), 0)).toBe(325_000_000)
    expect(money.reduce((sum, [, , , received]) => sum + Number(received), 0)).toBe(231_249_999)
    const { rows } = await world.database.query(
      'select count(*)::integer as payments from payments where deal_id = $1',
      [deals[0].id],
    )
    expect(rows).toEqual([{ payments: 108 }])
    const { rows: mails } = await world.database.query('select recipient, kind from outgoing_mail')
    expect(mails.filter(({ recipient }) => recipient !== owner.email)).toEqual([])
  })

  test('is removed by an undo, with reversing entries, and stays if someone worked on it', async () => {
    const second = contracts.replaceAll('Jonah Okoye', 'Maya Lind').split('\n').slice(1).join('\n')
    const file = await upload(`${contracts}\n${second}`)
    await check(file.id)
    const done = await importAll(file.id)
    expect(done.counts.added).toBe(2)
    const [jonah] = await listDeals()
    const noted = await owner.ask('POST', `/api/organizations/${organization}/deals/${jonah.id}/notes`, {
      text: 'Called the club.',
    })
    expect(noted.statusCode, noted.body).toBe(201)
    await act(file.id, 'undo')
    await runJobs()
    const undone = await load(file.id)
    expect([undone.state, undone.removed, undone.kept]).toEqual(['undone', 1, 1])
    expect((await listDeals()).map(({ title }) => title)).toEqual(['Jonah Okoye × Harbor City FC'])
    expect((await listRows(file.id, 'kept')).map(({ deal }) => deal)).toContain(jonah.id)
    const { rows: balance } = await world.database.query(
      `select sum(l.amount_minor)::text as sum from entry_lines l join deals d on d.organization_id = l.organization_id
         and d.id = l.deal_id where l.organization_id = $1 and d.removed_at is not null group by l.account`,
      [organization],
    )
    expect(balance.length).toBeGreaterThan(0)
    for (const { sum } of balance) expect(sum).toBe('0')
    const athletes = await owner.ask('GET', `/api/organizations/${organization}/athletes`)
    expect(athletes.json().rows.map(({ familyName }: { familyName: string }) => familyName)).toEqual(['Okoye'])
  })
})

describe('names', () => {
  const file = csv(
    'Athlete,Company,Signed on,Starts,Amount,Fee',
    'Okoye Jonah,Halden Sportswear Inc.,2025-01-10,2025-02-01,"12,000",15%',
    'Jon Okoye,Halden,2025-01-10,2025-03-01,500,15%',
  )
  async function addKnown() {
    const athlete = await owner.ask('POST', `/api/organizations/${organization}/athletes`, {
      givenName: 'Jonah',
      familyName: 'Okoye',
      level: 'pro',
      stage: 'signed',
    })
    expect(athlete.statusCode, athlete.body).toBe(201)
    const company = await owner.ask('POST', `/api/organizations/${organization}/companies`, {
      name: 'Halden Sportswear',
      kind: 'brand',
    })
    expect(company.statusCode, company.body).toBe(201)
    return { athlete: athlete.json().id, company: company.json().id }
  }

  test('are those of known records, or wait for a choice among candidates', async () => {
    const known = await addKnown()
    const uploaded = await upload(file)
    const checked = await check(uploaded.id)
    expect(checked.findings).toMatchObject({
      deals: 1,
      open: 1,
      athletes: [
        { name: 'Jon Okoye', rows: 1, chosen: null, candidates: [{ id: known.athlete, name: 'Jonah Okoye' }] },
      ],
      companies: [{ name: 'Halden', rows: 1, chosen: null, candidates: [{ id: known.company }] }],
    })
    const chosen = await map(checked, { athletes: { 'jon okoye': known.athlete }, companies: { halden: 'new' } })
    const again = await check(chosen.id)
    expect(again.findings).toMatchObject({ deals: 2, open: 0 })
    const done = await importAll(again.id)
    expect([done.counts.added, await listRows(done.id, 'failed')]).toEqual([2, []])
    expect((await listDeals()).map(({ title }) => title)).toEqual([
      'Jonah Okoye × Halden',
      'Jonah Okoye × Halden Sportswear',
    ])
  })

  test('known deals and repeated rows are skipped', async () => {
    await addKnown()
    const first = csv(...file.split('\n').slice(0, 2))
    const once = await check((await upload(first)).id)
    await importAll(once.id)
    const again = await check((await upload(csv(first, first.split('\n')[1] ?? ''))).id)
    expect(again.findings).toMatchObject({ deals: 0, counts: { added: 0, skipped: 2 } })
    expect((await listRows(again.id, 'skipped')).map(({ matchedBy }) => matchedBy)).toEqual(['deal', 'row'])
  })
})

describe('a file of several batches', { timeout: 180_000 }, () => {
  const head = 'Athlete,Company,Title,Signed on,Starts,Amount'
  const row = (athlete: string, company: string, title: string) =>
    `"${athlete}","${company}",${title},2025-01-10,2025-02-01,500`

  test('adds each deal and each new name once, however it is spelled', async () => {
    const known = await owner.ask('POST', `/api/organizations/${organization}/companies`, {
      name: 'Nimbus Golf',
      kind: 'brand',
    })
    expect(known.statusCode).toBe(201)
    const rows = Array.from({ length: 50 }, (_, n) =>
      row(n % 2 ? 'José Ruiz' : 'Ruiz, Jose', ['Nimbus', 'Tarn', 'Tarn, Inc.'][n % 3] ?? '', `Deal ${n}`),
    )
    const file = await upload(csv(head, ...rows))
    const checked = await check((await map(file, { companies: { nimbus: 'new' } })).id)
    expect(checked.findings).toMatchObject({ deals: 50, open: 0 })
    const done = await importAll(file.id)
    expect([done.counts.added, done.counts.skipped, await listRows(file.id, 'failed')]).toEqual([50, 0, []])
    const { rows: made } = await world.database.query(
      `select 'athlete' as kind, family_name as name from athletes where organization_id = $1
       union all select 'company', name from companies where organization_id = $1 and not is_self order by 1, 2`,
      [organization],
    )
    expect(made.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'athlete Ruiz',
      'company Nimbus',
      'company Nimbus Golf',
      'company Tarn',
    ])
    // The same file again finds all of them.
    const again = await check((await upload(csv(head, ...rows))).id)
    expect(again.findings).toMatchObject({ deals: 0, counts: { added: 0 } })
  })

  test('fails rows whose deal was known when they were checked', async () => {
    const first = await check((await upload(csv(head, row('Ana Ruiz', 'Tarn', 'Shoes')))).id)
    await importAll(first.id)
    const second = await check((await upload(csv(head, row('Ana Ruiz', 'Tarn', 'Shoes')))).id)
    expect(second.findings?.counts.skipped).toBe(1)
    await act(first.id, 'undo')
    await runJobs()
    const done = await importAll(second.id)
    expect([done.state, done.counts.failed]).toEqual(['done', 1])
    expect((await listRows(second.id, 'failed'))[0]?.problems[0]?.message).toBe(
      'What this row refers to has changed. Import it again',
    )
  })
})

test('amounts, fees and columns are read as they are written', async () => {
  const file = await upload(
    csv(
      'Athlete,Company,Signed on,Starts,Amount,Signing bonus,Fee,Payment 1,Payment 1 due,Payment 1 received,Payment 2,Payment 2 due,Payment 2 received',
      'Ana Ruiz,Yen,2025-01-10,2025-02-01,"1,000,000","JPY 500,000",10%,,,,,,',
      'Ana Ruiz,Flat,2025-01-10,2025-02-01,5000,,"1,500",,,,,,',
      'Ana Ruiz,Share,2025-01-10,2025-02-01,5000,,0.15,,,,,,',
      'Ana Ruiz,Odd,2025-01-10,2025-02-01,5000,,0.5,,,,,,',
      'Ana Ruiz,Two,2025-01-10,2025-02-01,,,10%,300,2025-03-01,,700,2025-04-01,700',
    ),
  )
  const checked = await check(file.id)
  expect((await listRows(file.id, 'failed')).map(({ row }) => row)).toEqual([5])
  expect(checked.findings?.totals).toEqual([
    { currency: 'USD', deals: 3, totalMinor: 1_100_000, receivedMinor: 70_000, openMinor: 1_030_000 },
    { currency: 'JPY', deals: 1, totalMinor: 1_500_000, receivedMinor: 0, openMinor: 1_500_000 },
  ])
  await importAll(file.id)
  const { rows } = await world.database.query(
    `select d.company_name as company, v.terms->'fee' as fee from deals d join deal_versions v
       on v.organization_id = d.organization_id and v.deal_id = d.id where d.organization_id = $1 order by 1`,
    [organization],
  )
  expect(rows.map(({ company, fee }) => [company, fee])).toEqual([
    ['Flat', { flatMinor: 150_000 }],
    ['Share', { rateMillionths: 150_000 }],
    ['Two', { rateMillionths: 100_000 }],
    ['Yen', { rateMillionths: 100_000 }],
  ])
  const { rows: paid } = await world.database.query(
    `select p.due_on::text, p.received_minor::integer as received from payments p join deals d
       on d.organization_id = p.organization_id and d.id = p.deal_id
     where p.organization_id = $1 and d.company_name = 'Two' order by 1`,
    [organization],
  )
  expect(paid).toEqual([
    { due_on: '2025-03-01', received: 0 },
    { due_on: '2025-04-01', received: 70_000 },
  ])
})

test('errors name the cell, and a deal with a broken row is left out whole', async () => {
  const file = await upload(
    csv(
      'Athlete,Company,Title,Signed on,Starts,Ends,Payment,Amount,Due on',
      'Ana Ruiz,Tarn,Race,2025-01-10,2025-02-01,2024-02-01,,500,',
      'Ana Ruiz,Tarn,Shoes,2025-01-10,2025-02-01,2026-02-01,First,500,2025-03-01',
      'Ana Ruiz,Tarn,Shoes,2025-01-10,2025-02-01,2026-02-01,Second,lots,2025-04-01',
      'Ana Ruiz,Tarn,Film,2027-01-10,2025-02-01,,,500,',
      'Ana Ruiz,Tarn,Book,2025-01-10,2025-02-01,,,€ 1.500,',
    ),
  )
  const checked = await check(file.id)
  expect(checked.findings).toMatchObject({ deals: 1, incomplete: 1, counts: { added: 1, failed: 4 } })
  const failed = await listRows(file.id, 'failed')
  expect(failed.map(({ row, problems }) => [row, problems[0]?.message])).toEqual([
    [2, 'The end is before the start'],
    [3, 'Another row of this deal has an error'],
    [4, 'Enter an amount, such as 1,250,000'],
    [5, 'Enter a date that is not in the future'],
  ])
  expect(checked.findings?.totals).toEqual([
    { currency: 'EUR', deals: 1, totalMinor: 150_000, receivedMinor: 0, openMinor: 150_000 },
  ])
  const edited = await owner.ask('PATCH', at(`/${file.id}/rows`), { edits: [{ row: 3, column: 7, value: '750' }] })
  expect(edited.statusCode, edited.body).toBe(200)
  await runJobs()
  expect((await load(file.id)).findings).toMatchObject({ deals: 2, incomplete: 0, joined: 1 })
})

describe('approval', () => {
  const signedSince = csv(
    'Athlete,Company,Signed on,Starts,Amount',
    'Ana Ruiz,Tarn,2026-11-02,2026-11-10,500',
    'Ben Cole,Tarn,2024-11-02,2024-11-10,500',
  )

  test('one colleague approves all deals of the file', async () => {
    const agent = await addColleague('agent', 'Riley Park')
    const approver = await addColleague('compliance', 'Lin Zhao')
    const file = await upload(signedSince, owner)
    let checked = await check(file.id)
    expect(checked.findings?.toApprove).toBe(1)
    const early = await owner.ask('POST', at(`/${file.id}/start`), await proofOf(owner))
    expect([early.statusCode, early.json().code]).toEqual([409, 'import-approval-needed'])
    const own = await owner.ask('POST', at(`/${file.id}/approval`), {
      version: checked.approval.version,
      comment: 'Fine',
    })
    expect([own.statusCode, own.json().code]).toEqual([409, 'another-may-approve'])
    expect((await owner.ask('POST', at(`/${file.id}/approval-request`))).json().approval.askedAt).not.toBeNull()
    const { rows } = (await approver.ask('GET', `/api/organizations/${organization}/notifications`)).json()
    expect(rows[0]).toMatchObject({ kind: 'import-approval-asked', details: { import: file.id, title: 'deals.csv' } })
    expect((await agent.ask('POST', at(`/${file.id}/approval`), { version: 1, comment: null })).statusCode).toBe(403)
    const partner = await addColleague('owner', 'Pat Ruiz')
    const changed = await partner.ask('PUT', at(`/${file.id}/mapping`), checked.mapping)
    expect(changed.statusCode, changed.body).toBe(200)
    checked = await check(file.id)
    expect((await load(file.id, partner)).approval.mayApprove).toBe(false)
    const stale = await approver.ask('POST', at(`/${file.id}/approval`), { version: 1, comment: null })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'import-changed'])
    const { version } = checked.approval
    const approved = await approver.ask('POST', at(`/${file.id}/approval`), { version, comment: null })
    expect([approved.statusCode, approved.json().approval?.approvedBy?.name]).toEqual([200, 'Lin Zhao'])
    const done = await importAll(file.id)
    expect([done.counts.added, await listRows(file.id, 'failed')]).toEqual([2, []])
    expect((await listDeals()).map(({ stage }) => stage)).toEqual(['active', 'active'])
  })

  test('a change voids it, and an agency of one approves with a comment', async () => {
    const file = await upload(signedSince)
    const checked = await check(file.id)
    expect(checked.approval).toMatchObject({ mayApprove: true, isOnlyApprover: true })
    const { version } = checked.approval
    expect((await owner.ask('POST', at(`/${file.id}/approval`), { version, comment: null })).statusCode).toBe(422)
    const approved = await owner.ask('POST', at(`/${file.id}/approval`), { version, comment: 'I signed them.' })
    expect(approved.json().approval.approvedAt).not.toBeNull()
    const again = await check(file.id)
    expect(again.approval.approvedAt).toBeNull()
    await owner.ask('POST', at(`/${file.id}/approval`), { version: again.approval.version, comment: 'I signed them.' })
    expect((await importAll(file.id)).counts.added).toBe(2)
  })

  test('starting needs a proof of identity', async () => {
    const file = await upload(signedSince)
    await check(file.id)
    const answer = await owner.ask('POST', at(`/${file.id}/start`), { code: '000000' })
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, 'code'])
  })
})

test('PDFs of an archive are attached by file name', async () => {
  const file = await upload(
    csv(
      'Athlete,Company,Signed on,Starts,Amount,Contract PDF',
      'Ana Ruiz,Tarn Running,2025-01-10,2025-02-01,500,ruiz final.pdf',
      'Ben Cole,Halden,2025-01-10,2025-02-01,500,',
    ),
  )
  await check(file.id)
  const done = await importAll(file.id)
  expect([done.counts.added, done.withoutPdf]).toEqual([2, 2])
  const archive = zip({
    'contracts/Ruiz Final.pdf': pdf.toString('latin1'),
    'contracts/2025 Halden - Ben Cole.PDF': pdf.toString('latin1'),
    'contracts/other.pdf': pdf.toString('latin1'),
    'notes.txt': 'x',
  })
  const answer = await world.app.inject({
    method: 'POST',
    url: at(`/${file.id}/pdfs`),
    payload: archive,
    headers: { 'content-type': 'application/zip', authorization: `Bearer ${owner.token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json().attached.map(({ file, title }: { file: string; title: string }) => [file, title])).toEqual([
    ['Ruiz Final.pdf', 'Ana Ruiz × Tarn Running'],
    ['2025 Halden - Ben Cole.PDF', 'Ben Cole × Halden'],
  ])
  expect(answer.json().left.map(({ file }: { file: string }) => file)).toEqual(['other.pdf', 'notes.txt'])
  expect((await load(file.id)).withoutPdf).toBe(0)
  const [deal] = await listDeals()
  const whole = (await owner.ask('GET', `/api/organizations/${organization}/deals/${deal.id}`)).json()
  expect(whole.versions[0].entered.documentId).not.toBeNull()
  await act(file.id, 'undo')
  await runJobs()
  expect(await listDeals()).toEqual([])
})
