import { randomUUID } from 'node:crypto'
import type { deskOperations } from '@sherpa/contracts/desk-operations'
import type { Samples } from '../../../test/samples.ts'

/** Mail of the first request. */
const MAIL = '01900000-0000-7000-8000-000000000000'
const version = { version: 1 }
const startsAt = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString()
const meetingLink = 'https://meet.example/room'

export const samples: Samples<typeof deskOperations> = {
  async parameters(owner, { staff }) {
    const request = randomUUID()
    await owner.query(
      `insert into demo_requests (id, reference, full_name, email, preferred_at, offset_minutes, asked_at, due_at)
       values ($1::uuid, $1::uuid::text, 'Zoë Cole', 'zoe@agency.example', now() + interval '1 day', 0, now(), now())`,
      [request],
    )
    await owner.query(
      `insert into outgoing_mail (id, demo_request_id, kind) values ($1, $2, 'staff-notice')
       on conflict do nothing`,
      [MAIL, request],
    )
    await owner.query('insert into desk_duty (user_id, on_duty) values ($1, true) on conflict do nothing', [staff])
    return { request, colleague: staff }
  },
  bodies: {
    confirmDemo: () => ({ ...version, assignee: 'in-turn', lengthMinutes: 30, meetingLink }),
    rescheduleDemo: () => ({ ...version, startsAt }),
    cancelDemo: () => version,
    markHeld: () => version,
    markNoShow: () => version,
    releaseDemoRequest: () => version,
    rejectDemoRequest: () => version,
    assignDemoRequest: ({ staff }) => ({ ...version, assignee: staff }),
    addDeskNote: () => ({ text: 'Call them first.' }),
    resendDeskMail: () => ({ mail: MAIL }),
    setOnDuty: () => ({ onDuty: true }),
  },
}
