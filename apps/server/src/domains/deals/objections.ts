import type { Deal, NewObjection } from '@sherpa/contracts/deal'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { guardianSigningFor, loadAthleteFacts } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { membersOf } from '../organizations/organizations.ts'
import { type LockedDeal, lockDeal, lockDealUnchecked, type Viewer } from './deal-access.ts'
import { loadDeal } from './deal-record.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { requestSignatures } from './request-signatures.ts'
import { loadNewestVersion } from './versions.ts'

export type StoredObjection = { by: string; name: string; at: string; number: number; text: string }

type Parts = { database: Database; clock: () => Date; onMail: () => void }

/** A guardian's objection pauses signing by all parties until a member lifts it. */
export function createObjectionService({ database, clock, onMail }: Parts) {
  return {
    async raise(person: Person, guardianship: string, id: string, { number, text }: NewObjection) {
      const { organization } = await guardianSigningFor(database, person.id, guardianship)
      await inTransaction(database, async (client) => {
        await enterOrganization(client, organization)
        const deal = await lockDealUnchecked(client, organization, id)
        // Ending a guardianship locks the athlete, so it cannot end before this transaction does.
        const { athlete } = await guardianSigningFor(client, person.id, guardianship)
        if (deal?.athlete_id !== athlete) throw new Refusal('not-found')
        const { minor } = await loadAthleteFacts(client, organization, athlete, clock())
        if (!minor) throw new Refusal('not-found')
        const { stage } = await loadNewestVersion(client, deal)
        if (number !== deal.newest_version || stage !== 'approved') throw new Refusal('version-replaced')
        if (deal.objection) throw new Refusal('objection-open')
        const objection: StoredObjection = {
          by: person.id,
          name: person.name,
          at: clock().toISOString(),
          number,
          text,
        }
        await setObjection(client, deal, objection)
        const author = { person, member: { organization } }
        await addTimelineEntry(client, author, id, { kind: 'objected', about: String(number), text })
        await recordEvent(client, { event: 'guardian-objected', actor: person.id, organization, athlete, deal: id })
        const approvers = (await membersOf(client, organization))
          .filter(({ permissions }) => permissions.includes('deals.approve'))
          .map((member) => member.id)
        for (const recipient of new Set([...(deal.lead_id ? [deal.lead_id] : []), ...approvers])) {
          await notify(client, {
            organization,
            person: recipient,
            actor: person.id,
            kind: 'deal-to-check',
            details: { deal: id, title: deal.title, reason: 'objection' },
          })
        }
      })
    },

    async lift(viewer: Viewer, id: string, reason: string): Promise<Deal> {
      const lifted = await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (!deal.objection) return loadDeal(client, viewer, id, clock())
        await setObjection(client, deal, null)
        await addTimelineEntry(client, viewer, id, { kind: 'objection-lifted', text: reason })
        await recordEvent(client, {
          event: 'guardian-objection-lifted',
          actor: viewer.person.id,
          organization: deal.organization_id,
          athlete: deal.athlete_id,
          deal: id,
        })
        await settleNotifications(client, {
          organization: deal.organization_id,
          kind: 'deal-to-check',
          about: { deal: id, reason: 'objection' },
        })
        await askPausedSigners(client, viewer, { ...deal, objection: null })
        return loadDeal(client, viewer, id, clock())
      })
      onMail()
      return lifted
    },
  }

  /** Nobody was asked during the objection. If signing waits for something else, that asks them. */
  async function askPausedSigners(client: Queryable, viewer: Viewer, deal: LockedDeal) {
    const { stage } = await loadNewestVersion(client, deal)
    if (stage !== 'approved') return
    try {
      await requestSignatures(client, viewer, deal, clock())
    } catch (error) {
      if (!(error instanceof Refusal && (error.code === 'age-corrected' || error.code === 'guardian-needed')))
        throw error
    }
  }
}
export type Objections = ReturnType<typeof createObjectionService>

async function setObjection(client: Queryable, deal: LockedDeal, objection: StoredObjection | null) {
  await run(
    client,
    query
      .updateTable('deals')
      .set({ objection: objection && JSON.stringify(objection) })
      .where('organization_id', '=', deal.organization_id)
      .where('id', '=', deal.id),
  )
  await touchDeal(client, deal.organization_id, deal.id)
}
