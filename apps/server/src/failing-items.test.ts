// slow: every job that works on several items; represented by apps/server/src/jobs/for-each-of.test.ts
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../test/deal-driver.ts'
import { confirmedGuardian, verifiedGuardian } from '../test/guardian.ts'
import { platformForTests, type Someone } from '../test/people.ts'
import { addSignedCopy } from '../test/signed-copy.ts'
import { signedDeal } from '../test/signed-deal.ts'
import { diskFiles } from './files/file-store.ts'
import { inOrganization } from './persistence/database.ts'

/** 10:00 in New York. */
const noon = (day: string) => new Date(`${day}T15:00:00Z`)
const TODAY = '2030-03-04'
let now = noon(TODAY)
const directory = await mkdtemp(join(tmpdir(), 'sherpa-failing-items-test-'))
afterAll(() => rm(directory, { recursive: true }))
const world = platformForTests({ files: diskFiles(directory), clock: () => now })

/** A job, the table that it writes for each item, and the column that tells the items apart. */
type Loop = { table: string; item: string; at?: Date }
const inEach = { table: 'jobs', item: 'organization_id' }
const ofRecord = { table: 'reminders', item: 'record_id' }

const loops: Record<string, Loop> = {
  'seal-audit-events': { table: 'audit_batches', item: 'organization_id' },
  'remind-of-deal-dates': inEach,
  'mail-alerts': inEach,
  'judge-all': inEach,
  'judge-after-update': inEach,
  'end-guardianships-of-adults': { ...inEach, at: noon('2030-07-01') },
  'post-pay-that-is-due': inEach,
  'repair-deals': inEach,
  'check-date-owners': inEach,
  'mail-audit-heads': inEach,
  'find-ending-trials': { ...inEach, at: noon('2030-03-08') },
  'find-due-subscriptions': { ...inEach, at: noon('2030-03-08') },
  'remind-of-deal-dates-in-organization': { table: 'jobs', item: 'name' },
  'remind-of-key-dates': { table: 'key_date_reminders', item: 'key_date_id' },
  'remind-of-agreement-ends': { table: 'agreement_reminders', item: 'agreement_id' },
  'remind-of-deliverables': ofRecord,
  'remind-of-signatures': ofRecord,
  'remind-of-payments': ofRecord,
  'remind-of-decisions': ofRecord,
  'remind-of-licenses': { table: 'license_reminders', item: 'license_id' },
  'remind-payors': { table: 'attestation_requests', item: 'id' },
  'remind-of-disclosures': { table: 'disclosure_reminders', item: 'disclosure_id' },
  'remind-of-tasks': { table: 'task_reminders', item: 'user_id' },
  'judge-organization': { table: 'verdicts', item: 'deal_id' },
  'mail-alerts-in-organization': { table: 'view_alerts', item: 'view_id' },
  'post-due-pay-in-organization': { table: 'payments', item: 'id' },
  'repair-deals-of-organization': { table: 'deals', item: 'id' },
  'move-deals-by-calendar': { table: 'deals', item: 'id' },
  'put-signed-deals-in-force': { table: 'deals', item: 'id', at: noon('2030-07-01') },
  'end-guardianships-in-organization': { table: 'guardianships', item: 'id', at: noon('2030-07-01') },
  'remind-of-demos': { table: 'demo_requests', item: 'id', at: noon('2030-03-05') },
  'warn-of-due-demo-requests': { table: 'demo_requests', item: 'id', at: noon('2030-03-07') },
  'erase-old-demo-requests': { table: 'demo_requests', item: 'id', at: noon('2040-03-04') },
  'remove-leftover-files': { table: 'orphaned_files', item: 'storage_key' },
}

/** Why a job has no loop that one item could end. */
const one = 'one record, in one transaction'
const statement = 'one statement'
const visible = 'a batch that fails ends the import, which shows so on its screen'
const others: Record<string, string> = {
  'bring-subscription-up-to-date': one,
  'announce-end-of-trial': one,
  'mail-audit-head': one,
  'check-date-owners-in-organization': one,
  'release-unreachable-work': one,
  'draw-deal-document': one,
  'judge-athlete': one,
  'tell-of-majority': one,
  'create-sample': one,
  'remove-sample': one,
  'prepare-archive': one,
  'forget-expired-sessions-and-links': 'three statements',
  'forget-old-keys-and-counts': 'two statements',
  'check-athlete-import': visible,
  'run-athlete-import': visible,
  'undo-athlete-import': visible,
  'check-deal-import': visible,
  'run-deal-import': visible,
  'undo-deal-import': visible,
  'forget-expired-invitations': statement,
  'announce-program-days': statement,
  'forget-old-audit-values': statement,
  'forget-old-notifications': statement,
  'forget-old-archives': statement,
  'forget-old-imports': statement,
  'forget-buyers-on-old-invoices': statement,
  'forget-old-searches': statement,
  'forget-unused-words': statement,
}

test('every job is named here, as a loop or with the reason why not', () => {
  const names = world.app.platform.jobs.map(({ name }) => name)
  expect([...Object.keys(loops), ...Object.keys(others)].toSorted()).toEqual(names.toSorted())
})

test.each(Object.entries(loops))(
  '%s: item 2 of 3 fails, and the others are done',
  async (name, { table, item, at }) => {
    now = at ?? noon(TODAY)
    await watch(table, item)
    const job = world.app.platform.jobs.find((one) => one.name === name)
    const run = async () => job?.run(job.period ? {} : { organization: cast.organization })
    const working = job?.period ? run() : inOrganization(cast.organization, run)
    const outcome = await working.then(
      () => undefined,
      (error: Error) => error,
    )
    const { rows } = await world.database.query<{ seen: number }>('select last_value::integer as seen from items_seen')
    const [failed = 0, items = 0] =
      /^(\d+) of (\d+) items failed$/.exec(String(outcome?.message))?.slice(1).map(Number) ?? []
    expect([outcome?.stack, failed > 0, failed < items]).toEqual([outcome?.stack, true, true])
    expect(rows[0]?.seen).toBeGreaterThanOrEqual(3)
    await watch('', '')
  },
)

/** Lets the second item that writes the table fail. Sequences keep their values when a transaction rolls back. */
const watch = (table: string, item: string) =>
  world.database
    .query(`with cleared as (delete from watched) select setval('items_seen', 1, false), setval('latest_item', 1)`)
    .then(() => world.database.query('insert into watched values ($1, $2)', [table, item]))

async function addProbe() {
  await world.database.query(`create table watched (table_name text, item text);
    create sequence items_seen; create sequence latest_item;
    create function fail_second_item() returns trigger language plpgsql security definer as $$
    declare
      current_item text := to_jsonb(new) ->> (select item from watched where table_name = tg_table_name);
      hash bigint := (hashtextextended(current_item, 0) & 4611686018427387903) + 2;
    begin
      if current_item is null then return new; end if;
      if (select last_value from latest_item) <> hash then
        perform setval('latest_item', hash);
        perform nextval('items_seen');
      end if;
      if (select last_value from items_seen) = 2 then raise 'the second item'; end if;
      return new;
    end $$`)
  for (const table of new Set(Object.values(loops).map(({ table }) => table))) {
    await world.database.query(
      `create trigger fail_second before insert or update on ${table} for each row execute function fail_second_item()`,
    )
  }
}

let cast: Awaited<ReturnType<typeof registerCast>>
const drive = dealDriver(() => cast)
const at = (path: string, organization = cast.organization) => `/api/organizations/${organization}/${path}`

async function must<Body = { id: string }>(asked: ReturnType<Someone['ask']>): Promise<Body> {
  const answer = await asked
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return (answer.body ? answer.json() : undefined) as Body
}
const thrice = async <Result>(make: (n: number) => Promise<Result>) => {
  const made: Result[] = []
  for (const n of [1, 2, 3]) made.push(await make(n))
  return made
}

const payOn = (day: string, amountMinor = 98_765) =>
  ({
    id: randomUUID(),
    kind: 'base',
    title: 'Fee',
    amountMinor,
    inKind: false,
    schedule: { kind: 'day', day },
  }) as const
const terms = (more: Partial<DealTerms> = {}): Partial<DealTerms> => ({
  startsOn: '2029-03-01',
  endsOn: '2032-02-28',
  businessPurpose: 'Promotion of the spring line',
  payments: [payOn('2031-12-01')],
  ...more,
})

async function addAthlete(owner: Someone, organization: string, birthDate: string) {
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate, level: 'college', stage: 'signed' }
  return (await must(owner.ask('POST', at('athletes', organization), facts))).id
}
async function addCompany(owner: Someone, organization: string, name = 'Halden') {
  return (await must(owner.ask('POST', at('companies', organization), { name, kind: 'brand' }))).id
}

/** What every organization needs for a job that looks for organizations. */
async function addWork(owner: Someone, organization: string) {
  const athlete = await addAthlete(owner, organization, '2004-03-03')
  const company = await addCompany(owner, organization)
  await signedDeal(world.database, { organization, athlete, company, terms: terms() })
  const view = { list: 'athletes', name: 'Texas', address: 'state=TX', shared: true, alert: true }
  await must(owner.ask('POST', at('views', organization), view))
  const minor = await addAthlete(owner, organization, '2012-06-01')
  await confirmedGuardian({ people: world.people, organization, athlete: minor, asker: owner })
  await world.database.query("insert into repairs (organization_id, name) values ($1, 'deals'), ($1, 'disclosures')", [
    organization,
  ])
  const plan = { organization, planId: 'agency-professional', seats: 5 }
  await must(owner.ask('POST', '/api/subscriptions/purchase', plan))
}

beforeAll(async () => {
  now = noon('2030-02-27')
  cast = await registerCast(world)
  const { organization, owner, agent, clerk } = cast
  await addWork(owner, organization)
  // Without a plan. Only the first organization of a person has a trial.
  for (const name of ['Fourth', 'Fifth', 'Sixth']) {
    await world.people.createOrganization(await world.people.register(`${name} Owner`), name)
  }
  for (const name of ['Second', 'Third']) {
    const other = await world.people.register(`${name} Owner`)
    await addWork(other, await world.people.createOrganization(other, name))
  }

  const company = await addCompany(owner, organization, 'Tarn Running')
  const athletes = await thrice(() => addAthlete(owner, organization, '2004-03-03'))
  const draft = (athleteId: string) =>
    drive.draft({ athleteId, companyId: company, kind: 'nil', leadId: agent.id, terms: terms() })
  for (const athlete of athletes) await must(drive.submit((await draft(athlete)).id))

  now = noon('2030-03-01')
  for (const athlete of athletes) await drive.approve((await draft(athlete)).id)
  for (const athlete of athletes) await addSigned(athlete, company)
  const own = randomUUID()
  await world.database.query(
    "insert into companies (organization_id, id, name, kind, is_self) values ($1, $2, 'Ridgeline', 'club', true)",
    [organization, own],
  )
  for (const athlete of athletes) {
    const pay = terms({ payments: [payOn('2030-02-01')], endsOn: '2030-03-01' })
    await signedDeal(world.database, { organization, athlete, company: own, kind: 'contract', terms: pay })
  }
  await thrice((n) =>
    must(
      owner.ask('POST', at('views'), {
        list: 'athletes',
        name: `View ${n}`,
        address: 'state=TX',
        shared: true,
        alert: true,
      }),
    ),
  )
  for (const someone of [agent, clerk, owner]) await addLicenseAndTask(someone)
  for (const athlete of athletes) await waitForGuardian(athlete, company)

  now = noon(TODAY)
  await addDemos()
  for (const key of ['a', 'b', 'c']) {
    await world.database.query("insert into orphaned_files values ($1, now() - interval '1 second')", [key.repeat(48)])
  }
  const seal = world.app.platform.jobs.find(({ name }) => name === 'seal-audit-events')
  await seal?.run({})
  await world.database.query('truncate jobs')
  for (const { organization_id } of (await world.database.query('select distinct organization_id from repairs')).rows) {
    await world.database.query(
      "insert into audit_events (organization_id, event, subject, subject_id) values ($1, 'organization-edited', 'organization', $1)",
      [organization_id],
    )
  }
  await addProbe()
}, 300_000)

/** A deal in force, with what is due about it. */
async function addSigned(athlete: string, company: string) {
  const { organization, agent } = cast
  const keyDate = { id: randomUUID(), kind: 'option', title: 'Option', effect: '', zone: 'America/New_York' } as const
  const { deal } = await signedDeal(world.database, {
    organization,
    athlete,
    company,
    lead: agent.id,
    terms: terms({
      payments: [payOn('2030-03-03')],
      deliverables: [
        { id: randomUUID(), title: 'Post', platform: null, count: 1, dueOn: '2030-03-03', disclosureTag: null },
      ],
      keyDates: [
        {
          ...keyDate,
          anchor: { kind: 'day', day: '2030-03-10' },
          offset: { amount: 0, unit: 'days' },
          reminders: [30, 7],
        },
      ] as DealTerms['keyDates'],
    }),
  })
  const agreement = { startsOn: '2029-01-01', endsOn: '2030-03-20', scope: ['nil'], agents: [agent.id], note: null }
  await must(cast.owner.ask('POST', at(`athletes/${athlete}/agreements`), agreement))
  const report = { kind: 'nil-go', dealId: deal }
  const key = { 'idempotency-key': randomUUID() }
  const { id } = await must(agent.ask('POST', at('disclosures'), report, key))
  const { version } = await must<{ version: number }>(agent.ask('GET', at(`disclosures/${id}`)))
  now = noon('2030-03-02')
  await must(
    agent.ask('POST', at(`disclosures/${id}/attestation`), { version, name: 'Dana', email: `${id}@kettle.example` }),
  )
  now = noon('2030-03-01')
  await world.database.query(
    "update disclosures set due_on = '2030-03-05', due_at = '2030-03-06T05:00:00Z' where id = $1",
    [id],
  )
}

async function addLicenseAndTask({ id }: Someone) {
  const { organization } = cast
  await world.database.query(
    `insert into licenses (organization_id, id, user_id, state, number, starts_on, ends_on) values ($1, $2, $3, 'TX', '7', '2029-01-01', '2030-03-10')`,
    [organization, randomUUID(), id],
  )
  await world.database.query(
    "insert into tasks (organization_id, id, title, assignee_id, due_on) values ($1, $2, 'Send the kit', $3, '2030-03-04')",
    [organization, randomUUID(), id],
  )
}

/** A deal of a minor that only waits for the guardian. */
async function waitForGuardian(_athlete: string, company: string) {
  const { organization, owner, agent, clerk } = cast
  const athlete = await addAthlete(owner, organization, '2012-06-01')
  await verifiedGuardian({ people: world.people, organization, athlete, asker: agent, verifier: owner })
  const deal: Deal = await drive.approve(
    (await drive.draft({ athleteId: athlete, companyId: company, kind: 'nil', terms: terms() })).id,
  )
  const number = deal.newestVersion
  for (const [side, signer] of [
    ['athlete', 'Jonah Okoye'],
    ['company', 'Sofia Brandt'],
  ] as const) {
    await must(addSignedCopy(clerk, at(`deals/${deal.id}`), { side, signer, number }))
  }
}

async function addDemos() {
  const staff = await world.people.registerStaff()
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
  for (const isConfirmed of [true, false]) {
    await thrice(async (n) => {
      const body = {
        full_name: 'Camille Rousseau',
        email: `camille-${isConfirmed}-${n}@atelier.example`,
        company: 'Atelier',
      }
      const asked = { ...body, preferred_date_time: inHours(30 + n) }
      const { id } = await must(world.people.visitor().ask('POST', '/api/demo/schedule', asked))
      if (!isConfirmed) return
      const answer = { version: 1, assignee: staff.id, lengthMinutes: 30, meetingLink: 'https://meet.example/room' }
      await must(staff.ask('POST', `/api/staff/desk/requests/${id}/confirmation`, answer))
    })
  }
}
