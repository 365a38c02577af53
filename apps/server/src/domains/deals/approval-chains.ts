import type {
  ApprovalChain,
  ApprovalMark,
  ApprovalRules,
  ApprovalStep,
  DealKind,
  DealTerms,
} from '@sherpa/contracts/deal'
import { allRoles, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import {
  mayDecideAlone,
  membersOf,
  organizationFacts,
  setSelfApproval,
  settingsOf,
} from '../organizations/organizations.ts'
import type { Viewer } from './deal-access.ts'
import { mostOf } from './terms.ts'
import { editorsOf } from './versions.ts'

/** A step with the people who decide it: all of them, or any. Marked, if they wrote at the version, because nobody else may decide. */
export type NamedStep = {
  name: string
  needs: ApprovalStep['needs']
  people: string[]
  mark: ApprovalMark | null
}

export function approvalSettings(database: Database) {
  return {
    async all({ member: { organization } }: Viewer): Promise<ApprovalRules> {
      const selfApproval = await mayDecideAlone(database, organization)
      return { chains: await chainsOf(database, organization), selfApproval }
    },

    async setSelfApproval({ person, member: { organization } }: Viewer, allowed: boolean) {
      await inTransaction(database, async (client) => {
        await setSelfApproval(client, organization, allowed)
        const details = allowed ? 'on' : 'off'
        await noteEvent(client, { event: 'self-approval-changed', actor: person.id, organization, details })
      })
    },

    async set({ person, member }: Viewer, chains: ApprovalChain[]) {
      const { organization } = member
      requireNamed(chains)
      await inTransaction(database, async (client) => {
        await requireColleagues(client, organization, chains)
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
    ? 'Choose an approver for every step'
    : new Set(keys).size < keys.length
      ? 'Only one rule per kind and amount is allowed'
      : undefined
  if (message) throw new Refusal('invalid-fields', { errors: [{ field: 'chains', message }] })
}

/** Athletes and people outside decide about no deals. */
async function requireColleagues(client: Queryable, organization: string, chains: ApprovalChain[]) {
  const members = await membersOf(client, organization)
  const colleagues = members.filter(({ role }) => role !== 'athlete').map(({ id }) => id)
  const named = chains.flatMap(({ steps }) => steps.flatMap(({ people }) => people))
  if (named.some((id) => !colleagues.includes(id))) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'chains', message: 'Choose members only' }] })
  }
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

/** What decides about who approves a version. */
export type Submission = {
  kind: DealKind
  amountMinor: number
  currency: string
  /** Everyone who wrote at it. */
  editors: readonly string[]
  submitter: string
}

export async function submissionOf(
  client: Queryable,
  deal: { organization_id: string; id: string; kind: DealKind },
  { number, terms }: { number: number; terms: DealTerms },
  submitter: string,
): Promise<Submission> {
  return {
    kind: deal.kind,
    amountMinor: mostOf(terms),
    currency: terms.currency,
    editors: await editorsOf(client, deal, number),
    submitter,
  }
}

/**
 * The steps that a deal goes through: those of its own kind before those of all kinds, of the largest amount that it reaches. An amount in
 * another currency cannot be compared, and counts as large. Without any, one of those who may approve deals is enough. Whoever submitted
 * the version or wrote at it decides in no step, unless nobody else may.
 */
export async function stepsFor(client: Queryable, organization: string, version: Submission): Promise<NamedStep[]> {
  const { currency } = await oneRowOf(
    client,
    query.selectFrom(organizationFacts.as('o')).select('currency').where('id', '=', organization),
  )
  const reached = (chain: ApprovalChain) => version.currency !== currency || chain.fromMinor <= version.amountMinor
  const chains = await chainsOf(client, organization)
  const [chain] = chains
    .filter((one) => (one.kind === null || one.kind === version.kind) && reached(one))
    .sort((a, b) => Number(b.kind !== null) - Number(a.kind !== null) || b.fromMinor - a.fromMinor)
  const settings = await settingsOf(client, organization)
  const mayDecide = (role: Role) => permissionsOf(role, settings).includes('deals.view') && role !== 'athlete'
  const approvers = allRoles.filter(
    (role) => permissionsOf(role, settings).includes('deals.approve') && mayDecide(role),
  )
  const steps: readonly ApprovalStep[] = chain?.steps ?? [
    { name: 'Approval', people: [], roles: approvers as ApprovalStep['roles'], needs: 'any' },
  ]
  const members = await membersOf(client, organization)
  const deciders = steps.map(({ people, roles }) =>
    members
      .filter(({ role }) => mayDecide(role))
      .filter(({ id, role }) => people.includes(id) || (roles as readonly Role[]).includes(role))
      .map(({ id }) => id),
  )
  const isNamed = steps.some(({ people }) => people.length > 0)
  const isOnlyOne = new Set(deciders.flat()).size === 1
  const maySelfApprove = isOnlyOne && !isNamed && (await mayDecideAlone(client, organization))
  return steps.map(({ name, needs }, index) => ({
    name,
    needs,
    ...whoDecides(deciders[index] ?? [], version, maySelfApprove),
  }))
}

function whoDecides(
  deciders: readonly string[],
  { editors, submitter }: Submission,
  maySelfApprove: boolean,
): Pick<NamedStep, 'people' | 'mark'> {
  const others = deciders.filter((id) => id !== submitter)
  const free = others.filter((id) => !editors.includes(id))
  if (free.length > 0) return { people: free, mark: null }
  if (deciders.length > 1) return { people: others, mark: 'edited-by-approver' }
  if (deciders.length === 1 && maySelfApprove) return { people: [...deciders], mark: 'self-approved' }
  throw new Refusal('nobody-can-approve')
}

/** Whether a person would be the only one to approve what they submit. */
export async function approvesAlone(client: Queryable, organization: string, version: Submission) {
  try {
    return isAlone(await stepsFor(client, organization, version), version.submitter)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export const isAlone = (steps: readonly NamedStep[], person: string) =>
  steps.every(({ people, mark }) => mark === 'self-approved' && people.includes(person))
