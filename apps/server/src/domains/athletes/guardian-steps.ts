import { guardianRelations } from '@sherpa/contracts/athlete'
import { type GuardianStep, nextGuardianStep } from '@sherpa/contracts/guardian-step'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { seesSensitive, type Viewer } from './athlete-access.ts'
import { getVerifyingState } from './guardians.ts'
import { isNotMember, selectGuardianships } from './guardianship.ts'

/** What is missing until a guardian of the minor can sign. Names need permission for contacts. */
export async function findGuardianStep(
  client: Queryable,
  viewer: Viewer,
  athlete: string,
): Promise<GuardianStep | null> {
  const { organization } = viewer.member
  const rows = await rowsOf(
    client,
    selectGuardianships(organization, athlete)
      .leftJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
      .select(['g.id', 'g.contact_id as contact', 'g.reach', 'g.invited_by as invitedBy'])
      .select([
        sql<string>`coalesce(c.name, u.name, '')`.as('name'),
        sql<'invited' | 'confirmed' | 'verified'>`case when g.verified_at is not null then 'verified'
          when g.confirmed_at is not null then 'confirmed' else 'invited' end`.as('state'),
        sql<boolean>`g.user_id is not null and not (${isNotMember})`.as('isMember'),
      ])
      .where(sql<boolean>`u.deleted_at is null`)
      .orderBy('g.invited_at')
      .orderBy('g.id')
      .$narrowType<{ reach: 'full' | 'limited' }>(),
  )
  const guardians = []
  for (const { invitedBy, ...guardian } of rows) {
    const isToVerify = guardian.state === 'confirmed'
    const verifying = isToVerify ? await getVerifyingState(client, viewer, athlete, invitedBy) : ('open' as const)
    guardians.push({ ...guardian, verifying })
  }
  const contacts = await rowsOf(
    client,
    query
      .selectFrom('athlete_contacts')
      .select(['id', 'name'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('relation', 'in', [...guardianRelations])
      .where('email', 'is not', null)
      .orderBy('created_at')
      .orderBy('id'),
  )
  const step = nextGuardianStep(guardians, contacts)
  return step && !seesSensitive(viewer) ? { ...step, id: null, name: null } : step
}
