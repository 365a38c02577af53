import type { Role } from '@sherpa/contracts/organization'

/** Questions that a role can ask, with the default permissions. */
const examples: Record<Exclude<Role, 'athlete'>, readonly string[]> = {
  owner: [
    'how much did we earn last quarter',
    'payments more than 60 days late',
    'NIL deals over $10,000 ending this year',
    'clients without contact for 30 days',
    'which athletes made the most this year',
  ],
  agent: [
    'my deals waiting for signature',
    'late payments of my deals',
    'deals ending in the next 90 days',
    'prospects in Texas, class of 2027',
    'deliverables due this week',
  ],
  coach: [
    'quarterbacks from Texas',
    'athletes taller than 6 ft 4',
    'class of 2027 wide receivers',
    'my athletes without contact for 30 days',
    'tasks due this week',
  ],
  'support-staff': [
    'deliverables due this week',
    'tasks due this week',
    'deals without a lead',
    'athletes without contact for 60 days',
    'class of 2027 prospects',
  ],
  compliance: [
    'deals waiting for approval',
    'minors without a confirmed guardian',
    'NIL deals over $600',
    'disclosures due this week',
    'exclusive deals in apparel',
  ],
}

export const examplesFor = (role: Role) => (role === 'athlete' ? [] : examples[role])
