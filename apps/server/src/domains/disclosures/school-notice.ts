import type { Disclosure, SchoolNotice } from '@sherpa/contracts/disclosure'
import { type DisclosureKind, type DisclosureState, stateAfterMove } from '@sherpa/contracts/disclosure-state'
import { Refusal } from '@sherpa/contracts/problem'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import type { DisclosureService } from './change-disclosures.ts'
import type { Viewer } from './disclosure-access.ts'
import { recordDisclosureEvent, setState, updateDisclosure } from './disclosure-events.ts'
import { schoolNoticeMail } from './disclosure-mail.ts'
import { type PacketParts, preparePacket } from './disclosure-record.ts'

type Parts = PacketParts & { disclosures: DisclosureService; onMail: () => void }

/** Mails the notice. It is submitted once the receiving server accepts it: that is the proof. */
export function createSchoolNotices(parts: Parts) {
  const { clock, disclosures, onMail } = parts
  return async (viewer: Viewer, id: string, { version, email }: SchoolNotice): Promise<Disclosure> => {
    const { organization } = viewer.member
    const sent = await disclosures.changeLocked(viewer, id, version, async (client, before) => {
      const isQueued = before.notice_mail === 'queued'
      if (before.kind !== 'school-72h' || isQueued || !stateAfterMove(before, 'submit')) {
        throw new Refusal('disclosure-move-not-possible')
      }
      await disclosures.requireComplete(client, viewer, before)
      const { packet } = await preparePacket(client, parts, organization, before)
      const { organizationName } = await oneRowOf(
        client,
        query
          .selectFrom(publicOrganizations.as('o'))
          .select('o.name as organizationName')
          .where('o.id', '=', organization),
      )
      await queueMail(client, schoolNoticeMail, {
        recipient: email,
        details: {
          organization,
          organizationName,
          disclosure: id,
          athlete: packet.athlete,
          fields: packet.fields.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
        },
      })
      await updateDisclosure(client, organization, id, {
        ...(await disclosures.freeze(client, viewer, before)),
        notice_to: email,
        notice_mail: 'queued',
        notice_at: clock(),
        submitter_id: viewer.person.id,
      })
      await recordDisclosureEvent(client, viewer, 'disclosure-notice-sent', before)
      return undefined
    })
    onMail()
    return sent
  }
}

/** The delivery record of the mail queue decides whether the notice is submitted. */
export async function recordNoticeMail(
  client: Queryable,
  { organization, id }: { organization: string; id: string },
  outcome: 'sent' | 'failed',
) {
  const notice = await rowOf(
    client,
    query
      .selectFrom('disclosures')
      .select(['id', 'kind', 'state', 'athlete_id', 'deal_id', 'revises_id', 'title', 'name', 'submitter_id'])
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('notice_mail', '=', 'queued')
      .forUpdate()
      .$narrowType<{ kind: DisclosureKind; state: DisclosureState }>(),
  )
  if (!notice) return
  const author = { person: null, member: { organization } }
  const at = new Date()
  if (outcome === 'sent' && stateAfterMove(notice, 'submit')) {
    const sent = { notice_mail: 'sent', notice_at: at, submitted_at: at }
    await setState(client, author, notice, 'submitted', sent, { proof: 'Mail delivered', at })
    await settleNotifications(client, { organization, kind: 'disclosure-due', about: { disclosure: id } })
    return
  }
  // Not filed: the packet is open again.
  await updateDisclosure(client, organization, id, {
    notice_mail: outcome,
    notice_at: at,
    ...(outcome === 'failed' && { packet: null, packet_hash: null, submitter_id: null }),
  })
  if (outcome === 'failed' && notice.submitter_id) {
    await notify(client, {
      organization,
      person: notice.submitter_id,
      kind: 'notice-failed',
      details: { disclosure: id, athlete: notice.athlete_id },
    })
  }
}
