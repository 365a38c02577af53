import { failedJobList } from '@sherpa/contracts/job'
import { describe, expect, test } from 'vitest'
import { customerForTests } from '../../../test/customer.ts'

const customer = customerForTests()
const { world, people, buy, agree } = customer

const failedJobs = async () =>
  failedJobList.parse((await people.staff.ask('GET', '/api/staff/failed-jobs')).json()).jobs
const restart = (id: string) => people.staff.ask('POST', `/api/staff/failed-jobs/${id}/restart`)

/** A subscription whose next invoice overflows a column, so that its job fails for good. */
async function createFailingSubscription() {
  const { id } = (await buy()).json()
  await agree(id, 1000)
  await world.database.query('update subscriptions set price_cents = 2000000000 where id = $1', [id])
  customer.wait(14)
  await customer.advance()
  await runLastAttempt()
  return id as string
}

/** Skips the backoff between attempts. */
async function runLastAttempt() {
  await world.database.query(
    "update jobs set attempts = 9, start_after = now() where name like 'bring-%' and state = 'waiting'",
  )
  await customer.advance()
}

describe('a failed job', () => {
  test('is listed for staff in plain language, without customer data', async () => {
    expect(await failedJobs()).toEqual([])
    await createFailingSubscription()
    expect(await failedJobs()).toMatchObject([
      {
        title: 'Renew a subscription, with invoice and reminders',
        organization: { id: people.organization, name: 'Ridgeline' },
        attempts: 10,
        reason: 'The database refused it (22003).',
        startedAgain: false,
      },
    ])
    expect(await customer.invoices()).toEqual([])
  })

  test('is not enqueued again', async () => {
    await createFailingSubscription()
    await customer.advance()
    const [job] = await failedJobs()
    expect(job).toMatchObject({ attempts: 10, startedAgain: false })
  })

  test('can be restarted, and leaves the list when it succeeds', async () => {
    const subscription = await createFailingSubscription()
    const [job] = await failedJobs()
    if (!job) throw new Error('No job has failed.')
    // Two concurrent restarts; the attempt fails again.
    expect((await Promise.all([restart(job.id), restart(job.id)])).map(({ statusCode }) => statusCode)).toEqual([
      204, 204,
    ])
    expect(await failedJobs()).toMatchObject([{ id: job.id, startedAgain: true }])
    await customer.advance()
    await runLastAttempt()
    expect(await failedJobs()).toMatchObject([{ id: job.id, startedAgain: false }])

    await world.database.query('update subscriptions set price_cents = 1000 where id = $1', [subscription])
    await restart(job.id)
    await customer.advance()
    expect(await failedJobs()).toEqual([])
    expect(await customer.invoices()).toHaveLength(1)
    expect((await restart(job.id)).json().code).toBe('not-found')
  })

  test('is restarted with an audit event that names the staff member', async () => {
    await createFailingSubscription()
    const [job] = await failedJobs()
    await restart(job?.id ?? '')
    const activity = await people.staff.ask('GET', '/api/account/activity?kind=jobs')
    expect(activity.json().rows[0]).toMatchObject({
      event: 'job-restarted',
      actor: { id: people.staff.id },
      details: job?.title,
    })
  })
})
