// slow: every change of a plan; represented by apps/server/src/domains/subscriptions/billing-details.test.ts
import { subscription } from '@sherpa/contracts/subscription'
import { describe, expect, test } from 'vitest'
import { customerForTests } from '../../../test/customer.ts'
import { runJob } from '../../../test/jobs.ts'
import { allAtOnce } from '../../../test/wait-for-locks.ts'
import { listDueSubscriptions } from './subscriptions.ts'

const customer = customerForTests({ atOnce: 4 })
const { world, people, buy, change, agree, pass, pay, payNewest, subscribed, invoices, mails } = customer

describe('a purchase', () => {
  test('starts a 14-day trial and notifies staff that a price is needed', async () => {
    const answer = await buy({ billingEmail: 'books@agency.example' })
    expect(answer.statusCode).toBe(201)
    expect(subscription.parse(answer.json())).toMatchObject({
      status: 'trialing',
      planName: 'Agency Professional',
      seats: 5,
      seatsTaken: 1,
      priceCents: null,
      trialEndsAt: '2026-11-29T09:00:00.000Z',
      period: null,
      billingEmail: 'books@agency.example',
    })
    expect(await mails()).toEqual([{ kind: 'price-needed', recipient: 'info@sherpa.example' }])
    // Mail to our mailbox contains no customer address.
    const { rows } = await world.database.query('select details::text as details from outgoing_mail')
    expect(rows[0].details).not.toContain('@')
  })

  test('is idempotent by key, and rejects a reused key with other content', async () => {
    const first = await buy({}, 'a-key-of-the-form')
    const again = await buy({}, 'a-key-of-the-form')
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect((await buy({ seats: 6 }, 'a-key-of-the-form')).json().code).toBe('idempotency-key-reused')
    expect((await buy({}, 'another-key')).json().code).toBe('already-subscribed')
  })

  test('scopes its idempotency key to operation, organization and person', async () => {
    await world.people.join(people.owner, people.organization, people.other, 'agent')
    await people.owner.ask('PUT', `/api/organizations/${people.organization}/permissions`, {
      role: 'agent',
      permission: 'billing.manage',
      allowed: true,
    })
    await buy({}, 'the-same-key')
    const others = await people.other.ask(
      'POST',
      '/api/subscriptions/purchase',
      { organization: people.organization, planId: 'agency-professional', seats: 5 },
      { 'idempotency-key': 'the-same-key' },
    )
    expect(others.json().code).toBe('already-subscribed')
    const { rows } = await world.database.query(
      'select operation, organization_id, person_id, key from idempotency_keys',
    )
    expect(rows).toEqual([
      {
        operation: 'purchaseSubscription',
        organization_id: people.organization,
        person_id: people.owner.id,
        key: 'the-same-key',
      },
    ])
  })

  test('ten times concurrently creates one subscription, with and without a key', async () => {
    const tenTimes = Array.from({ length: 10 }, () => () => buy({}, 'the-same-key'))
    // Four purchases run at once, and the others wait for their turn.
    const withKey = await Promise.all(await allAtOnce(world.database, 'subscriptions', tenTimes, 4))
    expect(new Set(withKey.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(withKey.map((answer) => answer.json().id)).size).toBe(1)
    const without = await Promise.all(Array.from({ length: 10 }, () => buy()))
    expect(new Set(without.map(({ statusCode }) => statusCode))).toEqual(new Set([409]))
    const { rows } = await world.database.query('select count(*)::int as all from subscriptions')
    expect(rows[0].all).toBe(1)
  })

  test('is limited to one current subscription by a database constraint', async () => {
    await buy()
    const second = world.database.query(
      `insert into subscriptions (organization_id, plan_id, seats, trial_ends_at) values ($1, 'agency-starter', 1, now())`,
      [people.organization],
    )
    await expect(second).rejects.toMatchObject({ constraint: 'subscriptions_current' })
  })

  test.each([
    [{ planId: 'team-essentials' }, 'planId'],
    [{ planId: 'no-such-plan' }, 'planId'],
    [{ planId: '\0' }, 'planId'],
    [{ seats: 16 }, 'seats'],
    [{ seats: 0 }, 'seats'],
    [{ seats: 2.5 }, 'seats'],
    [{ billingEmail: 'nowhere' }, 'billingEmail'],
  ])('with %j is rejected with the field', async (wrong, field) => {
    const answer = await buy(wrong)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ field }])
  })

  test('of a plan with a list price needs no offer', async () => {
    await world.database.query("update plans set price_cents = 2500 where id = 'agency-professional'")
    expect((await buy()).json().priceCents).toBe(2500)
    await pass(14)
    await world.database.query("update plans set price_cents = null where id = 'agency-professional'")
    expect((await customer.subscription())?.status).toBe('active')
    expect((await invoices())[0]?.totalCents).toBe(12_500)
  })
})

describe('the life cycle', () => {
  test('a trial continues until a price is accepted; then the first invoice is mailed', async () => {
    const { id } = (await buy()).json()
    await pass(20)
    expect((await customer.subscription())?.status).toBe('trialing')
    expect(await agree(id, 1000)).toMatchObject({
      status: 'active',
      priceCents: 1000,
      period: { start: '2026-12-05T09:00:00.000Z', end: '2027-01-05T09:00:00.000Z' },
    })
    expect(await invoices()).toMatchObject([
      {
        number: 'SH-2026-00001',
        status: 'open',
        totalCents: 5000,
        dueAt: '2026-12-19T09:00:00.000Z',
        lines: [{ quantity: 5, unitCents: 1000, totalCents: 5000 }],
      },
    ])
    expect(await mails()).toContainEqual({ kind: 'invoice', recipient: people.owner.email })
  })

  test('paid periods renew, and invoice numbers have no gaps', async () => {
    await subscribed()
    for (let month = 0; month < 3; month++) {
      await payNewest()
      await pass(31)
    }
    expect((await invoices()).map(({ number }) => number)).toEqual([
      'SH-2027-00002',
      'SH-2027-00001',
      'SH-2026-00002',
      'SH-2026-00001',
    ])
  })

  test('an overdue invoice makes it past due, payment active again, and 30 days cancel it', async () => {
    await subscribed()
    await pass(15)
    expect((await customer.subscription())?.status).toBe('past_due')
    expect(await mails()).toContainEqual({ kind: 'payment-overdue', recipient: people.owner.email })
    await payNewest()
    expect((await customer.subscription())?.status).toBe('active')
    expect(await mails()).toContainEqual({ kind: 'payment-received', recipient: people.owner.email })

    await pass(20)
    await pass(15)
    expect((await customer.subscription())?.status).toBe('past_due')
    await pass(30)
    expect(await customer.subscription()).toBeNull()
  })

  test('a canceled subscription runs until the end of its period and can be resumed until then', async () => {
    await subscribed()
    await payNewest()
    const canceled = await customer.cancel()
    expect(canceled.json()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await customer.resume()
    expect((await customer.subscription())?.cancelAtPeriodEnd).toBe(false)
    await customer.cancel()
    await pass(31)
    expect(await customer.subscription()).toBeNull()
    expect(await invoices()).toHaveLength(1)
    expect((await customer.resume()).json().code).toBe('not-subscribed')
    expect((await buy()).statusCode).toBe(201)
  })

  test('a failing subscription does not block others', async () => {
    const { id } = (await buy()).json()
    await agree(id, 1000)
    await world.database.query('update subscriptions set price_cents = 2000000000, seats = 10000 where id = $1', [id])
    await world.database.query("update plans set price_cents = 1000 where id = 'agency-starter'")
    const second = await world.people.createOrganization(people.other)
    const payload = { organization: second, planId: 'agency-starter', seats: 1 }
    await people.other.ask('POST', '/api/subscriptions/purchase', payload)
    await world.database.query("update plans set price_cents = null where id = 'agency-starter'")
    await pass(14)
    const { rows } = await world.database.query('select status from subscriptions order by created_at, id = $1', [id])
    expect(rows.map(({ status }) => status).sort()).toEqual(['active', 'trialing'])
  })

  test('takes over the trial that started with the organization', async () => {
    const trialOf = async () =>
      (await people.owner.ask('GET', '/api/account')).json().organizations[0].trialEndsAt as string | undefined
    const current = async () =>
      (await people.owner.ask('GET', `/api/subscriptions/current?organization=${people.organization}`)).json()
    expect(await trialOf()).toBe('2026-11-29T09:00:00.000Z')
    expect(await current()).toMatchObject({ trialAvailable: true, trialEndsAt: '2026-11-29T09:00:00.000Z' })
    await world.people.join(people.owner, people.organization, people.other, 'coach')
    const others = (await people.other.ask('GET', '/api/account')).json().organizations
    expect(others[0].trialEndsAt).toBeUndefined()
    customer.wait(4)
    expect((await buy()).json().trialEndsAt).toBe('2026-11-29T09:00:00.000Z')
    expect(await trialOf()).toBeUndefined()
  })

  test('owners without a plan are told 7 days and 1 day before their trial ends, each once', async () => {
    await world.people.join(people.owner, people.organization, people.other, 'agent')
    const noticed: number[] = []
    for (let day = 1; day <= 16; day++) {
      customer.wait(1)
      for (let run = 0; run < 2; run++) await runJob(world.app, world.serving, 'find-ending-trials')
      const sent = (await mails()).filter(({ kind }) => kind === 'trial-ending-without-plan')
      if (sent.length > noticed.length) noticed.push(day)
      expect(sent).toEqual(noticed.map(() => ({ kind: 'trial-ending-without-plan', recipient: people.owner.email })))
    }
    expect(noticed).toEqual([7, 13])
  })

  test('a chosen plan ends the notices about choosing one', async () => {
    await buy()
    customer.wait(8)
    await runJob(world.app, world.serving, 'find-ending-trials')
    expect((await mails()).map(({ kind }) => kind)).not.toContain('trial-ending-without-plan')
  })

  test('after the trial of the organization starts without another one', async () => {
    customer.wait(15)
    expect((await buy()).json().trialEndsAt).toBe(customer.now().toISOString())
  })

  test('a second organization of a person starts without a trial, whether the first has a plan or not', async () => {
    await world.people.createOrganization(people.owner, 'Second')
    const { organizations } = (await people.owner.ask('GET', '/api/account')).json()
    expect(organizations.map(({ trialEndsAt }: { trialEndsAt?: string }) => trialEndsAt !== undefined)).toEqual([
      true,
      false,
    ])
  })

  test('a person who hands their organization over and leaves it gets no second trial', async () => {
    await world.people.join(people.owner, people.organization, people.other, 'agent')
    const at = (path: string) => `/api/organizations/${people.organization}/${path}`
    await people.owner.ask('POST', at('ownership'), { person: people.other.id, role: 'agent' })
    expect((await people.owner.ask('POST', at('leaving'))).statusCode).toBe(204)
    const next = await world.people.createOrganization(people.owner, 'Second')
    const { organizations } = (await people.owner.ask('GET', '/api/account')).json()
    expect(organizations).toMatchObject([{ id: next }])
    expect(organizations[0].trialEndsAt).toBeUndefined()
  })

  test('an organization has one trial', async () => {
    await buy()
    await customer.cancel()
    await pass(14)
    const again = await people.owner.ask('GET', `/api/subscriptions/current?organization=${people.organization}`)
    expect(again.json()).toEqual({ subscription: null, trialAvailable: false, trialEndsAt: null, seatsTaken: 1 })
    expect((await buy()).json().trialEndsAt).toBe(customer.now().toISOString())
  })

  test('a person has one trial: their next organization starts without', async () => {
    await buy()
    const hasTrial = async (organization: string) =>
      (await people.owner.ask('GET', `/api/subscriptions/current?organization=${organization}`)).json().trialAvailable
    const second = await world.people.createOrganization(people.owner, 'Second')
    expect(await hasTrial(second)).toBe(false)
    expect((await buy({ organization: second })).json().trialEndsAt).toBe(customer.now().toISOString())
    // Neither a new owner of it nor the owner of a closed organization gets one.
    const third = await world.people.createOrganization(people.owner, 'Third')
    await world.database.query('delete from memberships where user_id = $1 and organization_id <> $2', [
      people.owner.id,
      third,
    ])
    expect(await hasTrial(third)).toBe(false)
    const others = await world.people.createOrganization(people.other, 'Others')
    const answer = await people.other.ask('GET', `/api/subscriptions/current?organization=${others}`)
    expect(answer.json().trialAvailable).toBe(true)
  })

  test('concurrent changes and background jobs do not conflict', async () => {
    const { id } = (await buy()).json()
    await agree(id, 1000)
    customer.wait(14)
    const turns = Array.from({ length: 8 }, (_, turn) => [
      customer.advance(),
      change({ seats: 5 + (turn % 2) }).then(({ statusCode }) => expect(statusCode).toBe(200)),
    ])
    await Promise.all(turns.flat())
    expect((await customer.subscription())?.status).toBe('active')
  })

  test('concurrent servers issue one invoice', async () => {
    const { id } = (await buy()).json()
    await agree(id, 1000)
    customer.wait(14)
    await Promise.all([1, 2, 3].map(() => customer.advance()))
    expect(await invoices()).toHaveLength(1)
  })

  test('a subscription is due only when a transition is due', async () => {
    const countDue = async () => (await listDueSubscriptions(world.serving, customer.now())).length
    await buy()
    await pass(8)
    expect((await customer.mails()).filter(({ kind }) => kind === 'trial-ending')).toHaveLength(1)
    expect(await countDue()).toBe(0)
    customer.wait(5)
    expect(await countDue()).toBe(1)
    const subscription = await customer.subscription()
    await agree(subscription?.id ?? '', 1000)
    await pass(1)
    expect((await customer.subscription())?.status).toBe('active')
    expect(await countDue()).toBe(0)
    await pass(14)
    expect((await customer.subscription())?.status).toBe('past_due')
    expect(await countDue()).toBe(0)
    customer.wait(29)
    expect(await countDue()).toBe(0)
    customer.wait(1)
    expect(await countDue()).toBe(1)
  })

  test('an invoice can be marked as paid only once', async () => {
    await subscribed()
    const invoice = await customer.newestInvoice()
    const answers = await Promise.all([pay(invoice), pay(invoice)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    const { rows } = await world.database.query('select paid_by, payment_reference from invoices')
    expect(rows).toEqual([{ paid_by: people.staff.id, payment_reference: 'Transfer 7' }])
  })
})

describe('a change', () => {
  test('during the trial is immediate and free', async () => {
    await buy()
    expect((await change({ planId: 'agency-starter', seats: 2 })).json()).toMatchObject({
      planName: 'Agency Starter',
      seats: 2,
      next: null,
    })
    expect(await invoices()).toEqual([])
  })

  test('to more seats is immediate and prorated', async () => {
    await subscribed()
    await pass(10)
    expect((await change({ seats: 8 })).json()).toMatchObject({ seats: 8, next: null })
    // 3 seats for 20 of the 30 days from November 29.
    expect((await invoices())[0]).toMatchObject({ totalCents: 2000, lines: [{ totalCents: 2000 }] })
  })

  test('to fewer seats starts with the next period and can be reverted', async () => {
    await subscribed()
    await payNewest()
    expect((await change({ seats: 3 })).json()).toMatchObject({ seats: 5, next: { seats: 3 } })
    expect((await change({ seats: 5 })).json()).toMatchObject({ seats: 5, next: null })
    await change({ seats: 3 })
    await pass(31)
    expect(await customer.subscription()).toMatchObject({ seats: 3, next: null })
    expect((await invoices())[0]?.totalCents).toBe(3000)
  })

  test('keeps a price accepted for the next period', async () => {
    const { id } = await subscribed()
    await payNewest()
    await agree(id, 9000)
    await change({})
    await change({ seats: 4 })
    await change({ seats: 7 })
    await payNewest()
    await pass(31)
    expect(await customer.subscription()).toMatchObject({ priceCents: 9000, seats: 7, next: null })
  })

  test('to a plan without a list price waits for its price, while the old plan continues', async () => {
    const { id } = await subscribed()
    await payNewest()
    expect((await change({ planId: 'agency-enterprise', seats: 5 })).json()).toMatchObject({
      planId: 'agency-professional',
      next: { planId: 'agency-enterprise' },
    })
    expect((await people.staff.ask('GET', '/api/staff/subscriptions')).json().rows).toMatchObject([
      { planName: 'Agency Enterprise', priceCents: null },
    ])
    await agree(id, 3000)
    await pass(31)
    expect(await customer.subscription()).toMatchObject({ planId: 'agency-enterprise', priceCents: 3000 })
  })
})

describe('seats', () => {
  test('limit all roles except athletes, and cannot be fewer than members', async () => {
    await buy({ seats: 2 })
    const invite = (email: string, role: string) =>
      people.owner.ask('POST', `/api/organizations/${people.organization}/invitations`, { email, role })
    expect((await invite('one@agency.example', 'coach')).statusCode).toBe(201)
    expect((await invite('two@agency.example', 'coach')).json().code).toBe('no-seat-left')
    expect((await inviteAthlete()).statusCode).toBe(201)
    expect((await invite('one@agency.example', 'agent')).json().code).toBe('already-invited')
    expect((await change({ seats: 1 })).json().errors).toMatchObject([{ field: 'seats' }])
    expect((await change({ planId: 'agency-starter', seats: 4 })).json().errors).toMatchObject([
      { field: 'seats', message: 'Agency Starter includes up to 3 seats. Choose a larger plan for more' },
    ])

    await world.people.join(people.owner, people.organization, people.other, 'athlete')
    const promoted = await people.owner.ask(
      'PATCH',
      `/api/organizations/${people.organization}/people/${people.other.id}`,
      {
        role: 'agent',
      },
    )
    expect(promoted.json().code).toBe('no-seat-left')
    await change({ seats: 3 })
    const again = await people.owner.ask(
      'PATCH',
      `/api/organizations/${people.organization}/people/${people.other.id}`,
      { role: 'agent' },
    )
    expect(again.statusCode).toBe(204)
  })
})

test('a canceled plan keeps its limits and removes nothing', async () => {
  await world.database.query("update plans set max_athletes = 1 where id = 'agency-starter'")
  await buy({ planId: 'agency-starter', seats: 2 })
  const at = `/api/organizations/${people.organization}`
  const invite = (email: string) => people.owner.ask('POST', `${at}/invitations`, { email, role: 'coach' })
  const sign = () =>
    people.owner.ask('POST', `${at}/athletes`, {
      givenName: 'Theo',
      familyName: 'Lind',
      level: 'college',
      stage: 'signed',
    })
  expect((await invite('one@agency.example')).statusCode).toBe(201)
  expect((await sign()).statusCode).toBe(201)
  await customer.cancel()
  await pass(15)
  expect(await customer.subscription()).toBeNull()
  expect((await invite('two@agency.example')).json().code).toBe('no-seat-left')
  expect((await sign()).json().code).toBe('no-room-for-athletes')
  expect((await people.owner.ask('GET', `${at}/athletes`)).json().rows).toHaveLength(1)
  await world.database.query("update plans set max_athletes = 25 where id = 'agency-starter'")
})

/** Athletes are invited from their record. */
async function inviteAthlete() {
  const athletes = `/api/organizations/${people.organization}/athletes`
  const facts = { givenName: 'Kaia', familyName: 'Nakamura', email: 'kaia@athlete.example', birthDate: '2000-01-01' }
  const { id } = (await people.owner.ask('POST', athletes, { ...facts, level: 'pro', stage: 'prospect' })).json()
  return people.owner.ask('POST', `${athletes}/${id}/invitation`, {})
}

test('a plan limits signed athletes only', async () => {
  await world.database.query("update plans set max_athletes = 1 where id = 'agency-starter'")
  await buy({ planId: 'agency-starter', seats: 2 })
  const add = (stage: string) =>
    people.owner.ask('POST', `/api/organizations/${people.organization}/athletes`, {
      givenName: 'Theo',
      familyName: 'Lind',
      level: 'college',
      stage,
    })
  expect((await add('signed')).statusCode).toBe(201)
  const prospect = await add('prospect')
  expect(prospect.statusCode).toBe(201)
  expect((await add('signed')).json().code).toBe('no-room-for-athletes')
  const sign = () => {
    const { id, version } = prospect.json()
    const body = { version, changes: { stage: 'signed' } }
    return people.owner.ask('PATCH', `/api/organizations/${people.organization}/athletes/${id}`, body)
  }
  expect((await sign()).json().code).toBe('no-room-for-athletes')
  expect((await inviteAthlete()).statusCode).toBe(201)
  await change({ planId: 'agency-professional' })
  expect((await sign()).statusCode).toBe(200)
  expect((await change({ planId: 'agency-starter', seats: 2 })).json().errors).toMatchObject([{ field: 'planId' }])
  await world.database.query("update plans set max_athletes = 25 where id = 'agency-starter'")
})
