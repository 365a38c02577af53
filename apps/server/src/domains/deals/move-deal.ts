import { spokenDay } from '@sherpa/contracts/days'
import type { Deal, NewMove } from '@sherpa/contracts/deal'
import type { EndingAction, Termination, Told } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { refusalFor } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { type LockedDeal, lockDeal, seesMoney, type Viewer } from './deal-access.ts'
import { companyDealEndedMail } from './deal-mail.ts'
import { loadDeal } from './deal-record.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import { moveDeal, recordMove, requirePossible } from './life-cycle.ts'
import { findMemberOf } from './responsible.ts'
import { findCompanyContact, findPeopleToTell, tellEnded } from './tell-ended.ts'
import { previewTermination } from './terminate-obligations.ts'
import { loadNewestVersion } from './versions.ts'

/** Manual moves; all others follow from approvals, signatures and the calendar. */
export function createDealMoveService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    move(viewer: Viewer, id: string, { version, move, comment, owed = [], tellCompany }: NewMove): Promise<Deal> {
      const { organization } = viewer.member
      if (owed.length > 0) requireMayEditOwed(viewer, move)
      if (tellCompany) requireMayTellCompany(viewer, move)
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadDeal(client, viewer, id, clock()) })
        }
        const newest = await loadNewestVersion(client, deal)
        const moved = await moveDeal(client, viewer, deal, newest, move, { now: clock(), owed })
        // Declining an amendment does not change the deal's stage.
        const { stage } = moved
        const isMoved = stage !== deal.stage
        const entry = isMoved ? { kind: 'moved' as const, about: stage } : { kind: 'declined' as const, about: null }
        await addTimelineEntry(client, viewer, id, { ...entry, text: comment })
        const declined = { event: 'deal-decided' as const, actor: viewer.person.id, details: 'declined' }
        if (isMoved) await recordMove(client, viewer, deal, moved)
        else await recordEvent(client, { ...declined, organization, athlete: deal.athlete_id, deal: id })
        const ending = isMoved ? endings[move] : 'amendment-declined'
        if (ending) await tellEnded(client, viewer, deal, newest, { ending, now: clock() })
        if (tellCompany) await mailCompany(client, deal, newest.title, clock())
        return loadDeal(client, viewer, id, clock())
      })
    },

    /** Dry run of a termination today. */
    previewTermination(viewer: Viewer, id: string): Promise<Termination> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const newest = await loadNewestVersion(client, deal)
        requirePossible(deal, newest, 'terminate')
        const preview = await previewTermination(client, deal, await todayIn(client, organization, clock()))
        const people = await findPeopleToTell(client, deal, newest, { ending: 'terminated', now: clock() })
        const told = listTold(viewer, people)
        return seesMoney(viewer)
          ? { ...preview, told, company: await findCompanyContact(client, deal) }
          : { ...preview, payments: null, told, company: null }
      })
    },

    previewEnding(viewer: Viewer, id: string, action: EndingAction): Promise<{ told: Told }> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const { actions } = await loadDeal(client, viewer, id, clock())
        if (!actions.includes(action)) throw new Refusal('deal-move-not-possible')
        const end = action === 'expire' ? 'expired' : 'declined'
        const ending = deal.version_in_force === null ? end : 'amendment-declined'
        const newest = await loadNewestVersion(client, deal)
        const people = await findPeopleToTell(client, deal, newest, { ending, now: clock() })
        // Who leads the deal hears of each decision.
        const lead = action === 'decide' && deal.lead_id && (await findMemberOf(client, organization, deal.lead_id))
        const members = new Map([...people.members, ...(lead ? [lead] : [])].map((member) => [member.id, member]))
        return { told: listTold(viewer, { ...people, members: [...members.values()] }) }
      })
    },
  }
}
export type DealMoves = ReturnType<typeof createDealMoveService>

/** Without whoever ends the deal. */
function listTold(
  { person, member }: Viewer,
  { athlete, members, guardians }: Awaited<ReturnType<typeof findPeopleToTell>>,
): Told {
  return [
    ...members
      .filter(({ id }) => id !== person.id)
      .map(({ id, name }) => ({ name, as: id === athlete.userId ? ('athlete' as const) : ('colleague' as const) })),
    ...guardians.map(({ name }) => ({
      name: member.permissions.includes('athletes.sensitive') ? name : null,
      as: 'guardian' as const,
    })),
  ]
}

const endings: Partial<Record<NewMove['move'], 'terminated' | 'declined' | 'expired'>> = {
  terminate: 'terminated',
  decline: 'declined',
  expire: 'expired',
}

async function mailCompany(client: Queryable, deal: LockedDeal, title: string, now: Date) {
  const { organization_id: organization, id } = deal
  const contact = await findCompanyContact(client, deal)
  if (!contact) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'tellCompany', message: 'The company has no address' }] })
  }
  const { name: organizationName } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
  )
  await queueMail(client, companyDealEndedMail, {
    recipient: contact.email,
    details: {
      name: contact.name,
      title,
      organization,
      organizationName,
      deal: id,
      day: spokenDay(await todayIn(client, organization, now)),
    },
  })
}

function requireMayTellCompany({ member }: Viewer, move: NewMove['move']) {
  const refused = refusalFor(member, ['money.view'])
  if (refused) throw new Refusal(refused)
  if (move === 'terminate') return
  throw new Refusal('invalid-fields', {
    errors: [{ field: 'tellCompany', message: 'The company is told of terminations only' }],
  })
}

function requireMayEditOwed({ member }: Viewer, move: NewMove['move']) {
  const refused = refusalFor(member, ['money.edit'])
  if (refused) throw new Refusal(refused)
  if (move === 'terminate') return
  throw new Refusal('invalid-fields', {
    errors: [{ field: 'owed', message: 'Owed amounts apply to terminations only' }],
  })
}
