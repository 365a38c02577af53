import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import {
  type ApprovalChain,
  type ApprovalMark,
  type ApprovalRules,
  type ApprovalStep,
  type DealKind,
  type DealTerms,
  dealKinds,
} from '@sherpa/contracts/deal'
import { allRoles, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { viewersOfAthlete } from '../athletes/athletes.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import {
  loadCurrency,
  mayDecideAlone,
  membersOf,
  publicOrganizations,
  setSelfApproval,
  setSendAfterApproval,
  settingsOf,
} from '../organizations/organizations.ts'
import type { Viewer } from './deal-access.ts'
import { maximumAmount } from './terms.ts'
import { loadEditors } from './versions.ts'

/** A step with its approvers. `mark` is set if they also edited or submitted the version. */
export type ResolvedStep = {
  name: string
  needs: ApprovalStep['needs']
  people: string[]
  mark: ApprovalMark | null
}

export function createApprovalSettingsService(database: Database) {
  return {
    async all({ member: { organization } }: Viewer): Promise<ApprovalRules> {
      const { send_after_approval: sendAfterApproval } = await oneRowOf(
        database,
        query.selectFrom(publicOrganizations.as('o')).select('send_after_approval').where('id', '=', organization),
      )
      const selfApproval = await mayDecideAlone(database, organization)
      return { chains: await loadChains(database, organization), selfApproval, sendAfterApproval }
    },

    async setSelfApproval({ person, member: { organization } }: Viewer, allowed: boolean) {
      await inTransaction(database, async (client) => {
        await setSelfApproval(client, organization, allowed)
        const details = allowed ? 'on' : 'off'
        await recordEvent(client, { event: 'self-approval-changed', actor: person.id, organization, details })
      })
    },

    async setSendAfterApproval({ person, member: { organization } }: Viewer, on: boolean) {
      await inTransaction(database, async (client) => {
        await setSendAfterApproval(client, organization, on)
        const details = on ? 'on' : 'off'
        await recordEvent(client, { event: 'send-after-approval-changed', actor: person.id, organization, details })
      })
    },

    async set({ person, member }: Viewer, chains: ApprovalChain[]) {
      const { organization } = member
      requireApprovers(chains)
      await inTransaction(database, async (client) => {
        await requireColleagues(client, organization, chains)
        const currency = await loadCurrency(client, organization)
        const describe = (some: readonly ApprovalChain[]) => describeChains(some, currency)
        const before = await loadChains(client, organization)
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
        await recordEvent(client, {
          event: 'approval-chains-changed',
          actor: person.id,
          organization,
          changes: changedValues(describe(before), describe(chains)),
        })
      })
    },
  }
}
export type ApprovalSettings = ReturnType<typeof createApprovalSettingsService>

/** For the audit trail: people are ids. */
function describeChains(chains: readonly ApprovalChain[], currency: Currency) {
  const inWords = ({ name, needs, roles, people }: ApprovalStep) => {
    const approvers = [...roles, ...(people.length > 0 ? [`people: ${people.length}`] : [])]
    return `${name} (${needs} of ${approvers.join(', ')})`
  }
  return {
    chains: chains
      .map(({ kind, fromMinor, steps }) => {
        const what = `${kind ? dealKinds[kind] : 'All kinds'} from ${formatMoney(fromMinor, currency, 'en-US')}`
        return `${what}: ${steps.map(inWords).join(', then ')}`
      })
      .toSorted()
      .join('; '),
    approvers: [...new Set(chains.flatMap(({ steps }) => steps.flatMap(({ people }) => people)))].toSorted().join(','),
  }
}

function requireApprovers(chains: ApprovalChain[]) {
  const keys = chains.map(({ kind, fromMinor }) => `${kind} ${fromMinor}`)
  const message = chains.some(({ steps }) => steps.some(({ people, roles }) => people.length + roles.length === 0))
    ? 'Choose an approver for every step'
    : new Set(keys).size < keys.length
      ? 'Only one rule per kind and amount is allowed'
      : undefined
  if (message) throw new Refusal('invalid-fields', { errors: [{ field: 'chains', message }] })
}

/** Athletes and outsiders cannot approve deals. */
async function requireColleagues(client: Queryable, organization: string, chains: ApprovalChain[]) {
  const members = await membersOf(client, organization)
  const colleagues = members.filter(({ role }) => role !== 'athlete').map(({ id }) => id)
  const namedPeople = chains.flatMap(({ steps }) => steps.flatMap(({ people }) => people))
  if (namedPeople.some((id) => !colleagues.includes(id))) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'chains', message: 'Choose members only' }] })
  }
}

export async function loadChains(client: Queryable, organization: string): Promise<ApprovalChain[]> {
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

/** Changes steps of all chains, such as the people they name. */
export async function replaceChainSteps(
  client: Queryable,
  organization: string,
  replace: (step: ApprovalStep) => ApprovalStep,
) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('approval_chains')
      .select(['id', 'steps'])
      .where('organization_id', '=', organization)
      .$narrowType<{ steps: ApprovalStep[] }>(),
  )
  for (const { id, steps } of rows) {
    const replaced = JSON.stringify(steps.map(replace))
    if (replaced === JSON.stringify(steps)) continue
    await run(
      client,
      query
        .updateTable('approval_chains')
        .set({ steps: replaced })
        .where('organization_id', '=', organization)
        .where('id', '=', id),
    )
  }
}

/** Input for choosing the approvers of a version. */
export type Submission = {
  athlete: string
  kind: DealKind
  amountMinor: number
  currency: string
  /** Everyone who edited the version. */
  editors: readonly string[]
  submitter: string
}

export async function loadSubmission(
  client: Queryable,
  deal: { organization_id: string; id: string; kind: DealKind; athlete_id: string },
  { number, terms }: { number: number; terms: DealTerms },
  submitter: string,
): Promise<Submission> {
  return {
    athlete: deal.athlete_id,
    kind: deal.kind,
    amountMinor: maximumAmount(terms),
    currency: terms.currency,
    editors: await loadEditors(client, deal, number),
    submitter,
  }
}

/**
 * Chooses the approval chain: a chain for the deal's kind wins over a general one, then the highest threshold reached.
 * Amounts in other currencies cannot be compared and reach every threshold. Without a chain, one approver is enough.
 * Members who cannot see the athlete are excluded. Submitter and editors, too, unless there is no other approver.
 */
export async function resolveSteps(
  client: Queryable,
  organization: string,
  version: Submission,
): Promise<ResolvedStep[]> {
  const { currency } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('currency').where('id', '=', organization),
  )
  const isReached = (chain: ApprovalChain) => version.currency !== currency || chain.fromMinor <= version.amountMinor
  const chains = await loadChains(client, organization)
  const [chain] = chains
    .filter((one) => (one.kind === null || one.kind === version.kind) && isReached(one))
    .sort((a, b) => Number(b.kind !== null) - Number(a.kind !== null) || b.fromMinor - a.fromMinor)
  const settings = await settingsOf(client, organization)
  const mayDecide = (role: Role) => permissionsOf(role, settings).includes('deals.view') && role !== 'athlete'
  const approverRoles = allRoles.filter(
    (role) => permissionsOf(role, settings).includes('deals.approve') && mayDecide(role),
  )
  const steps: readonly ApprovalStep[] = chain?.steps ?? [
    { name: 'Approval', people: [], roles: approverRoles as ApprovalStep['roles'], needs: 'any' },
  ]
  const members = await listViewers(client, organization, version.athlete)
  const deciders = steps.map(({ people, roles }) =>
    members
      .filter(({ role }) => mayDecide(role))
      .filter(({ id, role }) => people.includes(id) || (roles as readonly Role[]).includes(role))
      .map(({ id }) => id),
  )
  const hasNamedPeople = steps.some(({ people }) => people.length > 0)
  const hasSingleApprover = new Set(deciders.flat()).size === 1
  const maySelfApprove = hasSingleApprover && !hasNamedPeople && (await mayDecideAlone(client, organization))
  return steps.map(({ name, needs }, index) => ({
    name,
    needs,
    ...chooseApprovers(deciders[index] ?? [], version, maySelfApprove),
  }))
}

/** Members who see the athlete. */
async function listViewers(client: Queryable, organization: string, athlete: string) {
  const viewers = await viewersOfAthlete(client, organization, athlete)
  const members = await membersOf(client, organization)
  return members.filter(({ id, permissions }) => permissions.includes('athletes.all') || viewers.includes(id))
}

/**
 * Approvers of a step whose approvers left: by its chain, else everyone who may approve. Whoever decided the step before
 * does not decide it again. None if nobody may.
 */
export async function findApprovers(
  client: Queryable,
  deal: { organization_id: string; id: string; kind: DealKind; athlete_id: string },
  version: { number: number; terms: DealTerms; frozen_by: string | null },
  step: number,
): Promise<Pick<ResolvedStep, 'people' | 'mark'>> {
  const { organization_id: organization } = deal
  const submission = await loadSubmission(client, deal, version, version.frozen_by ?? '')
  const decided = await rowsOf(
    client,
    query
      .selectFrom('deal_approvals')
      .select('user_id')
      .where('organization_id', '=', organization)
      .where('deal_id', '=', deal.id)
      .where('number', '=', version.number)
      .where('step', '=', step),
  )
  const isNew = (person: string) => !decided.some(({ user_id }) => user_id === person)
  const byChain = await unlessRefused(async () => (await resolveSteps(client, organization, submission))[step])
  const people = byChain?.people.filter(isNew) ?? []
  if (byChain && people.length > 0) return { people, mark: byChain.mark }
  const approving = (await listViewers(client, organization, submission.athlete))
    .filter(({ role, permissions }) => role !== 'athlete' && permissions.includes('deals.view'))
    .filter(({ id, permissions }) => permissions.includes('deals.approve') && isNew(id))
    .map(({ id }) => id)
  const maySelfApprove = approving.length === 1 && (await mayDecideAlone(client, organization))
  const chosen = await unlessRefused(async () => chooseApprovers(approving, submission, maySelfApprove))
  return chosen ?? { people: [], mark: null }
}

async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function chooseApprovers(
  deciders: readonly string[],
  { editors, submitter }: Submission,
  maySelfApprove: boolean,
): Pick<ResolvedStep, 'people' | 'mark'> {
  const others = deciders.filter((id) => id !== submitter)
  const independent = others.filter((id) => !editors.includes(id))
  if (independent.length > 0) return { people: independent, mark: null }
  if (deciders.length > 1) return { people: others, mark: 'edited-by-approver' }
  if (deciders.length === 1 && maySelfApprove) return { people: [...deciders], mark: 'self-approved' }
  throw new Refusal('nobody-can-approve')
}

/** Whether the submitter would be the only approver, or nobody could approve. */
export async function previewApprovers(client: Queryable, organization: string, version: Submission) {
  const steps = await unlessRefused(() => resolveSteps(client, organization, version))
  return {
    selfApproval: steps !== undefined && isSelfApproval(steps, version.submitter),
    nobodyApproves: steps === undefined,
  }
}

export const isSelfApproval = (steps: readonly ResolvedStep[], person: string) =>
  steps.every(({ people, mark }) => mark === 'self-approved' && people.includes(person))
