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
  | 'organization_id'
  | 'id'
  | 'version'
  | 'created_by'
  | 'changed_by'
  | 'asked_at'
  | 'approved_at'
  | 'approved_by'
  | 'approval_comment'
>

/** The approval of all deals of a file. */
export async function describeApproval(
  client: Queryable,
  viewer: Viewer,
  stored: Import,
): Promise<WholeDealImport['approval']> {
  const { version, asked_at, approved_at, approved_by, approval_comment } = stored
  const approvers = await listApprovers(client, stored)
  const mayApprove = approvers.includes(viewer.person.id)
  const approver = approved_by
    ? await rowOf(client, query.selectFrom(publicUsers.as('u')).select(['id', 'name']).where('id', '=', approved_by))
    : undefined
  return {
    version,
    askedAt: asked_at?.toISOString() ?? null,
    approvedAt: approved_at?.toISOString() ?? null,
    approvedBy: approver ? { id: approver.id, name: approver.name } : null,
    comment: approval_comment,
    mayApprove,
    isOnlyApprover: mayApprove && viewer.person.id === stored.created_by,
  }
}

/** Asks everyone who may approve. */
export async function askApproval(client: Queryable, viewer: Viewer, stored: StoredDealImport): Promise<ImportChange> {
  const { organization_id: organization, id, created_by, name, findings } = stored
  const others = (await listApprovers(client, stored)).filter((one) => one !== created_by)
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

/**
 * Who neither uploaded nor changed the file; if everyone has, those who did not upload it; and the only approver, where
 * the organization allows it.
 */
async function listApprovers(client: Queryable, { organization_id, created_by, changed_by }: Import) {
  const members = await membersOf(client, organization_id)
  const all = members
    .filter(({ role }) => role !== 'athlete')
    .filter(({ permissions }) => approving.every((permission) => permissions.includes(permission)))
    .map(({ id }) => id)
  const others = all.filter((id) => id !== created_by)
  const untouched = others.filter((id) => !changed_by.includes(id))
  if (untouched.length > 0) return untouched
  if (others.length > 0) return others
  return (await mayDecideAlone(client, organization_id)) ? all : []
}
