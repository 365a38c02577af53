import type { ApprovalChain, ApprovalStep, DealKind } from '@sherpa/contracts/deal'
import { allRoles, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { settingsOf } from '../organizations/organizations.ts'
import type { Viewer } from './deal-access.ts'

/** A step with the people who decide it: all of them, or any. */
export type NamedStep = { name: string; needs: ApprovalStep['needs']; people: string[] }

export function approvalSettings(database: Database) {
  return {
    async all({ member }: Viewer): Promise<{ chains: ApprovalChain[] }> {
      return { chains: await chainsOf(database, member.organization) }
    },

    async set({ person, member }: Viewer, chains: ApprovalChain[]) {
      const { organization } = member
      requireNamed(chains)
      await inTransaction(database, async (client) => {
        await run(client, query.deleteFrom('approval_chains').where('organization_id', '=', organization))
        for (const { kind, fromMinor, steps } of chains) {
          await run(
            client,
            query.insertInto('approval_chains').values({
              organization_id: organization,
              id: newId(),
              kind,
              from_minor: String(fromMinor),
              steps: JSON.stringify(steps),
            }),
          )
        }
        await noteEvent(client, { event: 'approval-chains-changed', actor: person.id, organization })
      })
    },
  }
}
export type ApprovalSettings = ReturnType<typeof approvalSettings>

function requireNamed(chains: ApprovalChain[]) {
  const keys = chains.map(({ kind, fromMinor }) => `${kind} ${fromMinor}`)
  const message = chains.some(({ steps }) => steps.some(({ people, roles }) => people.length + roles.length === 0))
    ? 'Name someone in every step'
    : new Set(keys).size < keys.length
      ? 'There can be only one for the same kind and amount'
      : undefined
  if (message) throw new Refusal('invalid-fields', { errors: [{ field: 'chains', message }] })
}

async function chainsOf(client: Queryable, organization: string): Promise<ApprovalChain[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('approval_chains')
      .select(['kind', 'from_minor as fromMinor', 'steps'])
      .where('organization_id', '=', organization)
      .orderBy('kind')
      .orderBy('from_minor')
      .$narrowType<{ kind: DealKind | null; steps: ApprovalStep[] }>(),
  )
  return rows.map((row) => ({ ...row, fromMinor: Number(row.fromMinor) }))
}

/**
 * The steps that a deal goes through: those of its own kind before those of all kinds, of the largest amount that it reaches. An amount in
 * another currency cannot be compared, and counts as large. Without any, one of those who may approve deals is enough. Whoever made
 * the version decides in no step.
 */
export async function stepsFor(
  client: Queryable,
  organization: string,
  deal: { kind: DealKind; amountMinor: number; currency: string; authors: readonly string[] },
): Promise<NamedStep[]> {
  const { currency } = await oneRowOf(
    client,
    query.selectFrom('organizations').select('currency').where('id', '=', organization),
  )
  const reached = (chain: ApprovalChain) => deal.currency !== currency || chain.fromMinor <= deal.amountMinor
  const chains = await chainsOf(client, organization)
  const [chain] = chains
    .filter((one) => (one.kind === null || one.kind === deal.kind) && reached(one))
    .sort((a, b) => Number(b.kind !== null) - Number(a.kind !== null) || b.fromMinor - a.fromMinor)
  const settings = await settingsOf(client, organization)
  const mayDecide = (role: Role) => permissionsOf(role, settings).includes('deals.view') && role !== 'athlete'
  const approvers = allRoles.filter(
    (role) => permissionsOf(role, settings).includes('deals.approve') && mayDecide(role),
  )
  const steps: readonly ApprovalStep[] = chain?.steps ?? [
    { name: 'Approval', people: [], roles: approvers as ApprovalStep['roles'], needs: 'any' },
  ]
  const members = await rowsOf(
    client,
    query
      .selectFrom('memberships')
      .select(['user_id as id', 'role'])
      .where('organization_id', '=', organization)
      .$narrowType<{ role: Role }>(),
  )
  const able = members.filter(({ id, role }) => mayDecide(role) && !deal.authors.includes(id))
  const named = steps.map(({ name, needs, people, roles }) => ({
    name,
    needs,
    people: able
      .filter(({ id, role }) => people.includes(id) || (roles as readonly Role[]).includes(role))
      .map(({ id }) => id),
  }))
  if (named.some(({ people }) => people.length === 0)) throw new Refusal('nobody-can-approve')
  return named
}
