import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { lockTrial, ownersOf, recordTrialNotice } from '../organizations/organizations.ts'
import { trialWithoutPlanMail } from './billing-mail.ts'
import { findDueTrialNotice } from './lifecycle.ts'

/** Mails the owners 7 days and 1 day before a trial without a plan ends, each once. */
export async function announceEndOfTrial(client: Queryable, organization: string, now: Date) {
  const trial = await lockTrial(client, organization)
  if (!trial || trial.trialEndsAt <= now) return
  const days = findDueTrialNotice(trial, now)
  if (!days) return
  await recordTrialNotice(client, organization, days)
  for (const { id, name, email } of await ownersOf(client, organization)) {
    await queueMail(client, trialWithoutPlanMail, {
      recipient: email,
      person: id,
      details: { name, organization, organizationName: trial.name, endsAt: trial.trialEndsAt.toISOString() },
    })
  }
}
