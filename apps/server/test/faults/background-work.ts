import type pg from 'pg'
import { demoRequests } from './demo-requests.ts'
import { eventually } from './eventually.ts'

const IN_TIME_MS = 30_000

/** Verifies that a new job runs and a new mail is sent. */
export async function verifyBackgroundWork(database: pg.Client, url: string): Promise<string[]> {
  const failures: string[] = []
  await database.query("update jobs set start_after = now() where name = 'forget-expired-invitations'")
  await database.query('notify jobs')
  const { path, body, key } = demoRequests.request(0)
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  })
  if (answer.status !== 201) failures.push(`a demo request was answered with ${answer.status}`)

  const isFound = async (statement: string) => (await database.query(statement)).rowCount === 1
  const ran = "select from jobs where name = 'forget-expired-invitations' and start_after > now() and state = 'waiting'"
  const sent = "select from outgoing_mail where kind = 'confirmation' and status = 'sent'"
  if (!(await eventually(() => isFound(ran), IN_TIME_MS))) failures.push('jobs do not run')
  if (!(await eventually(() => isFound(sent), IN_TIME_MS))) failures.push('mail is not sent')
  return failures
}
