// slow: every endpoint, before and after amounts change; represented by apps/server/src/http/unseen-data.test.ts
import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../test/every-endpoint.ts'
import { SWEEP_TIMEOUT } from '../../test/sweep.ts'
import { differences, masked, must, unseenData, withAmounts } from '../../test/unseen-data.ts'

const {
  sweep,
  members,
  at,
  about,
  rollBack,
  allBut,
  readResponses,
  writeResponses,
  readMail,
  changeAllAmounts,
  addAmounts,
  addDeal,
  submit,
  approveAndSign,
} = unseenData()

describe('a member with every permission except money.view', { timeout: SWEEP_TIMEOUT }, () => {
  // Nor deals.approve: the approval chain depends on the amount, and approvers must know that they are asked.
  beforeEach(() => allBut('support-staff', 'money.view', 'deals.approve'))

  test('gets the same responses for any amounts', async () => {
    const place = await addAmounts()
    const [reader, colleague] = [members['support-staff'], members.agent]
    const before = await readResponses(reader, place)
    const seenBefore = await readResponses(colleague, place)
    const changed = await changeAllAmounts()
    for (const table of ['deals', 'deal_versions', 'payments', 'key_dates', 'agreements']) {
      expect(changed).toHaveProperty(table)
    }
    expect(differences(before, await readResponses(reader, place))).toEqual([])
    // A colleague with money.view sees the changed amounts.
    const seen = differences(seenBefore, await readResponses(colleague, place)).map(({ name }) => name)
    expect(seen).toEqual(expect.arrayContaining(['deals', 'deal', 'payments', 'agreements', 'keyDates']))
  })

  test('gets the same responses to their own writes for any amounts', async () => {
    const place = await addAmounts()
    const reader = members['support-staff']
    const before = await writeResponses(reader, place)
    await changeAllAmounts()
    expect(differences(before, await writeResponses(reader, place))).toEqual([])
  })

  test('does not learn the consequences of an amount', async () => {
    const steps = [
      { name: 'Compliance', people: [], roles: ['compliance'], needs: 'any' },
      { name: 'Owner', people: [members.owner.id], roles: [], needs: 'all' },
    ]
    await must(
      members.owner.ask('PUT', at('approval-chains'), { chains: [{ kind: 'nil', fromMinor: 1_000_000, steps }] }),
    )
    const reader = members['support-staff']
    const observe = (amount: number) =>
      rollBack(async () => {
        const deal = await addDeal(amount)
        const asked = await submit(deal)
        const inReview = await readResponses(reader, about(deal))
        await approveAndSign(asked)
        const inForce = await readResponses(reader, about(deal))
        return { inReview: masked(inReview), inForce: masked(inForce), mail: await readMail(reader) }
      })
    const [small, large] = [await observe(60_000), await observe(9_000_000)]
    expect(differences(small.inReview, large.inReview)).toEqual([])
    expect(differences(small.inForce, large.inForce)).toEqual([])
    expect(large.mail).toEqual(small.mail)
  })

  test('does not learn amounts from the writes of others', async () => {
    const reader = members['support-staff']
    const writes = sweep.endpoints.filter(({ id }) => hasAmounts(sweep.caller.bodies[id]?.(sweep.world, {})))
    expect(writes.map(({ id }) => id)).toEqual(expect.arrayContaining(['addDeal', 'addAgreement', 'setApprovalChains']))
    const write = (endpoint: Endpoint, factor: number) =>
      sweep.caller.call(endpoint.id === 'reportDeal' ? members.athlete : members.owner, endpoint, sweep.world, {
        changed: (body) => withAmounts(body, (amount) => amount * factor),
      })
    for (const endpoint of writes) {
      const [small, large] = [await rollBack(() => write(endpoint, 1)), await rollBack(() => write(endpoint, 7))]
      expect([endpoint.id, small.code, large.code]).toEqual([endpoint.id, 'ok', 'ok'])
    }
    const observe = (factor: number) =>
      rollBack(async () => {
        for (const endpoint of writes) await write(endpoint, factor)
        return { answers: masked(await readResponses(reader, sweep.world)), mail: await readMail(reader) }
      })
    const [small, large] = [await observe(1), await observe(7)]
    expect(differences(small.answers, large.answers)).toEqual([])
    expect(large.mail).toEqual(small.mail)
  })
})

const hasAmounts = (body: unknown) =>
  typeof body === 'object' && JSON.stringify(withAmounts(body, (amount) => amount + 1)) !== JSON.stringify(body)
