import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { runJob } from '../test/jobs.ts'
import { platformForTests } from '../test/people.ts'
import { monthly, signedDeal } from '../test/signed-deal.ts'

const world = platformForTests({ clock: () => new Date('2026-11-16T15:00:00Z') })

beforeAll(async () => {
  for (let n = 0; n < 3; n++) await addOrganizationWithPay()
  await world.database.query(`create table faults (organization_id uuid);
    create function fail_in_one() returns trigger language plpgsql security definer as $$ begin
    if exists (select from faults f where f.organization_id = new.organization_id) then raise 'a bad row'; end if;
    return new; end $$`)
  for (const table of ['payments', 'deals']) {
    await world.database.query(
      `create trigger fail before update on ${table} for each row execute function fail_in_one()`,
    )
  }
})

/** Creates an organization with due athlete pay under a deal whose term has ended. */
async function addOrganizationWithPay() {
  const owner = await world.people.register('Olive Owner')
  const organization = await world.people.createOrganization(owner)
  const at = (path: string) => `/api/organizations/${organization}/${path}`
  const record = { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' }
  const athlete = (await owner.ask('POST', at('athletes'), record)).json().id
  const company = randomUUID()
  await world.database.query(
    "insert into companies (organization_id, id, name, kind, is_self) values ($1, $2, 'Ridgeline', 'club', true)",
    [organization, company],
  )
  const { deal } = await signedDeal(world.database, {
    organization,
    athlete,
    company,
    terms: { payments: [monthly(100_000, { from: '2026-11-01', times: 1 })] },
  })
  await world.database.query("update deals set ends_on = '2026-11-15' where organization_id = $1 and id = $2", [
    organization,
    deal,
  ])
}

const workDone = {
  'post-pay-that-is-due': 'select organization_id from payments where owed_since is not null',
  'remind-of-deal-dates': "select organization_id from deals where stage = 'completed'",
}

test.each(Object.entries(workDone))('%s: a failing organization blocks no other', async (name, done) => {
  const served = async () => (await world.database.query(done)).rows.map(({ organization_id }) => organization_id)
  const { rows: found } = await world.database.query<{ id: string }>('select id from organizations_with_deals()')
  const [first, ...others] = found.map(({ id }) => id)
  await world.database.query('insert into faults values ($1)', [first])
  await runJob(world.app, world.serving, name)
  expect((await served()).toSorted()).toEqual(others.toSorted())
  const { rows: failed } = await world.database.query('select organization_id from jobs where reason is not null')
  expect(failed).toEqual([{ organization_id: first }])

  // Even a failed job is attempted at the next period.
  await world.database.query(
    "update jobs set state = 'failed', failed_at = now(), start_after = null where reason is not null",
  )
  await world.database.query('truncate faults')
  await runJob(world.app, world.serving, name)
  expect((await served()).toSorted()).toEqual([first, ...others].toSorted())
})
