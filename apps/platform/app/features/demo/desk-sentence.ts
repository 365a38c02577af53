import type { DeskEvent, DeskHappening } from '@sherpa/contracts/desk'
import { inOwnTime } from './visitor-time.ts'

/** What is said after who did it. */
const deeds: Record<DeskHappening, (event: DeskEvent) => string> = {
  created: () => 'asked for a demo',
  confirmed: ({ demoAt, assignee }) => `confirmed the demo${time(demoAt)}${assignee ? ` with ${assignee.name}` : ''}`,
  moved: ({ demoAt }) => `moved the demo${time(demoAt)}`,
  proposed: ({ demoAt }) => `proposed another time${demoAt ? `: ${inOwnTime(demoAt)}` : ''}`,
  canceled: () => 'canceled the demo',
  held: () => 'marked the demo as held',
  'no-show': () => 'marked the demo as a no-show',
  released: () => 'released the request from quarantine',
  rejected: () => 'rejected the request',
  assigned: ({ assignee }) => (assignee ? `assigned it to ${assignee.name}` : 'took the assignee away'),
  erased: () => 'erased the visitor’s data',
}

export function deskSentence(event: DeskEvent) {
  const who = { visitor: 'The visitor', system: 'Sherpa', staff: event.colleague?.name ?? 'A former colleague' }[
    event.by
  ]
  return `${who} ${deeds[event.event](event)}`
}

function time(at: string | null) {
  return at ? ` for ${inOwnTime(at)}` : ''
}
