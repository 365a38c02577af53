import type { ImportApprovalGiven, WholeDealImport } from '@sherpa/contracts/deal-import'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { query, rowOf } from '../../../persistence/queries.ts'
import { publicUsers } from '../../accounts/accounts.ts'
import { recordEvent } from '../../audit/audit.ts'
import type { ImportChange } from '../../imports/imports.ts'
import { notify, settleNotifications } from '../../notifications/notifications.ts'
import { mayDecideAlone, membersOf } from '../../organizations/organizations.ts'
import type { Viewer } from '../deal-access.ts'
import type { StoredDealImport } from './deals-importable.ts'

/** Approvers must see what they approve. */
const approving = ['deals.approve', 'athletes.all', 'money.view'] as const

type Import = Pick<
  StoredDealImport,
  'organization_id' | 'id' | 'version' | 'created_by' | 'asked_at' | 'approved_at' | 'approved_by' | 'approval_comment'
>

/** The approval of all deals of a file: by someone else than who uploaded it, unless nobody else can. */
export async function describeApproval(
  client: Queryable,
  viewer: Viewer,
  { organization_id, version, created_by, asked_at, approved_at, approved_by, approval_comment }: Import,
): Promise<WholeDealImport['approval']> {
  const others = (await listApprovers(client, organization_id)).filter((id) => id !== created_by)
  const mayApprove = approving.every((permission) => viewer.member.permissions.includes(permission))
  const isOwn = viewer.person.id === created_by
  const isAlone = isOwn && others.length === 0 && (await mayDecideAlone(client, organization_id))
  const approver = approved_by
    ? await rowOf(client, query.selectFrom(publicUsers.as('u')).select(['id', 'name']).where('id', '=', approved_by))
    : undefined
  return {
    version,
    askedAt: asked_at?.toISOString() ?? null,
    approvedAt: approved_at?.toISOString() ?? null,
    approvedBy: approver ? { id: approver.id, name: approver.name } : null,
    comment: approval_comment,
    mayApprove: mayApprove && (!isOwn || isAlone),
    isOnlyApprover: mayApprove && isAlone,
  }
}

/** Asks everyone who may approve. */
export async function askApproval(client: Queryable, viewer: Viewer, stored: StoredDealImport): Promise<ImportChange> {
  const { organization_id: organization, id, created_by, name, findings } = stored
  const others = (await listApprovers(client, organization)).filter((one) => one !== created_by)
  if (others.length === 0) throw new Refusal('nobody-can-approve')
  for (const person of others.filter((one) => one !== viewer.person.id)) {
    const details = { import: id, title: name, count: findings?.deals ?? 0 }
    await notify(client, { organization, person, actor: viewer.person.id, kind: 'import-approval-asked', details })
  }
  return { asked_at: sql<Date>`now()` }
}

export async function approve(
  client: Queryable,
  viewer: Viewer,
  stored: StoredDealImport,
  { version, comment }: ImportApprovalGiven,
): Promise<ImportChange> {
  const { organization_id: organization, id, name } = stored
  if (version !== stored.version) throw new Refusal('import-changed')
  const { mayApprove, isOnlyApprover } = await describeApproval(client, viewer, stored)
  if (!mayApprove) throw new Refusal('another-may-approve')
  if (isOnlyApprover && !comment) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'comment', message: 'Enter a comment' }] })
  }
  await settleNotifications(client, { organization, kind: 'import-approval-asked', about: { import: id } })
  await recordEvent(client, { event: 'deal-import-approved', actor: viewer.person.id, organization, details: name })
  return { approved_at: sql<Date>`now()`, approved_by: viewer.person.id, approval_comment: comment }
}

async function listApprovers(client: Queryable, organization: string) {
  const members = await membersOf(client, organization)
  return members
    .filter(({ role }) => role !== 'athlete')
    .filter(({ permissions }) => approving.every((permission) => permissions.includes(permission)))
    .map(({ id }) => id)
}
