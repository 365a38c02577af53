import type { DeskEvent, DeskHappening } from '@sherpa/contracts/desk'
import { inOwnTime } from './visitor-time.ts'

/** The sentence after the actor's name. */
const sentences: Record<DeskHappening, (event: DeskEvent) => string> = {
  created: () => 'requested a demo',
  confirmed: ({ demoAt, assignee }) => `confirmed the demo${time(demoAt)}${assignee ? ` with ${assignee.name}` : ''}`,
  moved: ({ demoAt }) => `rescheduled the demo${time(demoAt)}`,
  proposed: ({ demoAt }) => `proposed another time${demoAt ? `: ${inOwnTime(demoAt)}` : ''}`,
  canceled: () => 'canceled the demo',
  held: () => 'marked the demo as held',
  'no-show': () => 'marked the demo as a no-show',
  released: () => 'released the request from the spam check',
  rejected: () => 'rejected the request',
  assigned: ({ assignee }) => (assignee ? `assigned it to ${assignee.name}` : 'removed the assignee'),
  erased: () => 'erased the visitor’s data',
}

export function deskSentence(event: DeskEvent) {
  const who = { visitor: 'The visitor', system: 'Sherpa', staff: event.colleague?.name ?? 'A former colleague' }[
    event.by
  ]
  return `${who} ${sentences[event.event](event)}`
}

function time(at: string | null) {
  return at ? ` for ${inOwnTime(at)}` : ''
}
