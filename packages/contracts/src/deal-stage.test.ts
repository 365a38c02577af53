import { describe, expect, test } from 'vitest'
import {
  allDealStages,
  allDealStates,
  allVersionStages,
  type DealMove,
  dealMoves,
  hasBeenSigned,
  isInForce,
  isOpen,
  stageAfter,
  stateAfter,
} from './deal-stage.ts'

type Rows = Partial<Record<DealMove, string>>
const inForce = (stage: 'signed' | 'active', onward: Rows): Record<string, Rows> => {
  const onwardFrom = (version: string): Rows =>
    Object.fromEntries(Object.entries(onward).map(([move, to]) => [move, `${to}/${version}`]))
  const ended = stage === 'active' ? { complete: 'completed/withdrawn' } : {}
  const started = (version: string) => (stage === 'signed' ? onwardFrom(version) : ended)
  return {
    [`${stage}/signed`]: { edit: `${stage}/draft`, terminate: 'terminated/signed', ...onwardFrom('signed') },
    [`${stage}/draft`]: {
      edit: `${stage}/draft`,
      submit: `${stage}/in-review`,
      discard: `${stage}/withdrawn`,
      terminate: 'terminated/withdrawn',
      ...started('draft'),
    },
    [`${stage}/in-review`]: {
      edit: `${stage}/draft`,
      approve: `${stage}/approved`,
      revise: `${stage}/draft`,
      decline: `${stage}/declined`,
      remind: `${stage}/in-review`,
      terminate: 'terminated/withdrawn',
      ...started('in-review'),
    },
    [`${stage}/approved`]: {
      edit: `${stage}/draft`,
      sign: `${stage}/signed`,
      revise: `${stage}/draft`,
      decline: `${stage}/declined`,
      remind: `${stage}/approved`,
      terminate: 'terminated/withdrawn',
      ...started('approved'),
    },
    [`${stage}/declined`]: { edit: `${stage}/draft`, terminate: 'terminated/declined', ...onwardFrom('declined') },
    [`${stage}/withdrawn`]: { edit: `${stage}/draft`, terminate: 'terminated/withdrawn', ...onwardFrom('withdrawn') },
  }
}

/** Complete transition table, to detect added or lost moves. */
const possible: Record<string, Rows> = {
  'draft/draft': { edit: 'draft/draft', submit: 'in-review/in-review', decline: 'declined/withdrawn' },
  'in-review/in-review': {
    edit: 'draft/draft',
    approve: 'approved/approved',
    revise: 'draft/draft',
    decline: 'declined/declined',
    expire: 'expired/withdrawn',
    remind: 'in-review/in-review',
  },
  'approved/approved': {
    edit: 'draft/draft',
    sign: 'signed/signed',
    revise: 'draft/draft',
    decline: 'declined/declined',
    expire: 'expired/withdrawn',
    remind: 'approved/approved',
  },
  'declined/declined': { reopen: 'draft/draft' },
  'declined/withdrawn': { reopen: 'draft/draft' },
  'expired/withdrawn': { reopen: 'draft/draft' },
  ...inForce('signed', { start: 'active' }),
  ...inForce('active', { complete: 'completed' }),
}

const combinations = allDealStages.flatMap((stage) =>
  allVersionStages.flatMap((version) => dealMoves.map((move) => [stage, version, move] as const)),
)
test.each(combinations)('deal %s with newest version %s: %s', (stage, version, move) => {
  const to = stateAfter({ stage, version }, move)
  expect(to && `${to.stage}/${to.version}`).toBe(possible[`${stage}/${version}`]?.[move])
})

describe('every move', () => {
  test('leads to a known state', () => {
    const known = new Set(allDealStates.map(({ stage, version }) => `${stage}/${version}`))
    for (const state of allDealStates) {
      for (const move of dealMoves) {
        const to = stateAfter(state, move)
        if (to) expect(known).toContain(`${to.stage}/${to.version}`)
      }
    }
  })

  test('that ends a deal closes its open version', () => {
    for (const { stage, version } of allDealStates) {
      if (['completed', 'terminated', 'declined', 'expired'].includes(stage)) expect(isOpen(version)).toBe(false)
    }
  })

  test('of a signed deal keeps it signed: only the first signature puts it in force', () => {
    for (const state of allDealStates) {
      for (const move of dealMoves) {
        const to = stateAfter(state, move)
        if (!to) continue
        if (hasBeenSigned(state.stage)) expect(hasBeenSigned(to.stage)).toBe(true)
        else expect(hasBeenSigned(to.stage)).toBe(move === 'sign')
      }
    }
  })
})

test('board moves depend on the deal’s stage only', () => {
  expect(stageAfter('active', 'terminate')).toBe('terminated')
  expect(stageAfter('active', 'expire')).toBeUndefined()
  expect(stageAfter('expired', 'reopen')).toBe('draft')
  expect(stageAfter('completed', 'reopen')).toBeUndefined()
})

test('a signed deal is in force until it is completed or terminated', () => {
  expect(allDealStages.filter(isInForce)).toEqual(['signed', 'active'])
})
