// slow: every endpoint, before and after deals and tasks change; represented by apps/server/src/http/unseen-data.test.ts
import type { Deal } from '@sherpa/contracts/deal'
import { describe, expect, test } from 'vitest'
import { SWEEP_TIMEOUT } from '../../test/sweep.ts'
import {
  differences,
  masked,
  must,
  naming,
  plantedReports,
  searches,
  unseenData,
  withoutNewIds,
} from '../../test/unseen-data.ts'

const {
  sweep,
  members,
  jonah,
  at,
  about,
  rollBack,
  allBut,
  readResponses,
  writeResponses,
  readMail,
  limitToJonah,
  plantReports,
  addDeal,
  submit,
  approveAndSign,
} = unseenData()

describe('a coach', { timeout: SWEEP_TIMEOUT }, () => {
  test('gets the same responses for any deal with the same away times', async () => {
    const away = { from: '10:00', until: '12:00' }
    const observe = (title: string, count: number, amount: number) =>
      rollBack(async () => {
        const { id, version } = await addDeal(amount)
        const terms = {
          usageRights: title,
          deliverables: [
            { id: crypto.randomUUID(), title, platform: title, count, dueOn: '2026-12-01', disclosureTag: null, away },
          ],
        }
        const changes = { title, terms }
        const deal = await must<Deal>(members.agent.ask('PATCH', at(`deals/${id}`), { version, changes }))
        await approveAndSign(await submit(deal))
        return { answers: masked(await readResponses(members.coach, about(deal))), mail: await readMail(members.coach) }
      })
    const [one, other] = [await observe('Shoot', 1, 60_000), await observe('Gala', 4, 9_000_000)]
    expect(differences(one.answers, other.answers)).toEqual([])
    expect(other.mail).toEqual(one.mail)
    expect(one.answers.availability).toContain('10:00')
    expect(Object.values(one.answers).filter((answer) => answer.includes('Shoot'))).toEqual([])
  })
})

describe('tasks of others', { timeout: SWEEP_TIMEOUT }, () => {
  const addTasks = async (abouts: readonly (object | null)[]) => {
    for (const about of abouts) {
      const task = { title: 'Planted Okoye 48', about, day: '2026-11-16', assigneeId: members['support-staff'].id }
      const { id } = await must<{ id: string }>(members.agent.ask('POST', at('tasks'), task))
      await must(members.owner.ask('GET', at('needs?scope=everyone')))
      if (about) await must(members.agent.ask('PUT', at(`tasks/${id}/completion`)))
      await must(members.agent.ask('POST', at('tasks'), task))
    }
  }

  test.each(['coach', 'athlete'] as const)('are unnoticed by a %s who is no reader', async (role) => {
    const { id: deal } = await addDeal(4_800_000)
    const { company } = sweep.world.parameters
    const before = await readResponses(members[role], sweep.world)
    const ofAthlete = role === 'athlete' ? [{ kind: 'athlete', id: jonah.id }] : []
    await addTasks([null, { kind: 'deal', id: deal }, { kind: 'company', id: company }, ...ofAthlete])
    expect(differences(before, await readResponses(members[role], sweep.world))).toEqual([])
    const page = await must<{ rows: { title: string }[] }>(
      members.agent.ask('GET', at('tasks?scope=all&search=planted')),
    )
    expect(page.rows.length).toBeGreaterThan(2)
  })
})

describe('an athlete with every permission of athletes', { timeout: SWEEP_TIMEOUT }, () => {
  test('gets the same responses for any content of an unshared, unapproved deal', async () => {
    await allBut('athlete')
    const deal = await addDeal(4_800_000)
    await must(
      members.agent.ask(
        'POST',
        at('finances/expenses'),
        {
          spentOn: '2026-11-02',
          category: 'travel',
          vendor: 'Airline',
          currency: 'USD',
          amountMinor: 50_000,
          athleteId: jonah.id,
          dealId: deal.id,
          paidBy: 'colleague',
          recoupRate: 200_000,
          note: null,
        },
        { 'idempotency-key': crypto.randomUUID() },
      ),
    )
    const reader = members.athlete
    const [before, changesBefore] = [
      await readResponses(reader, about(deal)),
      await writeResponses(reader, about(deal)),
    ]
    for (const name of ['deal', 'moneyOfDeal'])
      expect([name, before[name]]).toEqual([name, expect.stringMatching(/^404/)])
    expect(Object.entries(before).filter(([, answer]) => answer.includes(deal.id))).toEqual([])
    const changes = { title: 'The secret line', leadId: members.owner.id, terms: { usageRights: 'Ohio' } }
    const path = at(`deals/${deal.id}`)
    const { version } = await must<Deal>(members.agent.ask('PATCH', path, { version: deal.version, changes }))
    expect(differences(before, await readResponses(reader, about(deal)))).toEqual([])
    expect(differences(changesBefore, await writeResponses(reader, about(deal)))).toEqual([])
    // Visible after sharing.
    await must(members.agent.ask('POST', `${path}/sharing`, { version }))
    const shared = await readResponses(reader, about(deal))
    const named = Object.keys(shared).filter((name) => shared[name]?.includes('The secret line'))
    expect(named).toEqual(expect.arrayContaining(['deals', 'deal']))
  })
})

describe('reported deals, attestations and disclosures', { timeout: SWEEP_TIMEOUT }, () => {
  test.each([
    ['no permission beyond the defaults', []],
    ['every permission but deals.view', ['deals.view']],
  ] as const)('are unnoticed by the coach of the athlete’s program with %s', async (_, denied) => {
    const reader = members.coach
    if (denied.length > 0) await allBut('coach', ...denied)
    await limitToJonah(reader, 'program')
    const before = await readResponses(reader, sweep.world, searches)
    const { place } = await plantReports()
    expect(differences(before, await readResponses(reader, sweep.world, searches))).toEqual([])
    const own = { ...(await readResponses(reader, place)), ...(await writeResponses(reader, place)) }
    expect(naming(own, plantedReports.names)).toEqual([])
    expect(naming(own, plantedReports.amounts)).toEqual([])
    expect(own.reportedDeals).toMatch(/^403/)
    const seen = naming(await readResponses(members.owner, place, () => []), plantedReports.names)
    const notSeen = ['reportedDeals', 'disclosures', 'disclosure'].filter((name) => !seen.includes(name))
    expect(notSeen).toEqual([])
  })

  test('show a support member neither amounts nor payors, and nothing of athletes they do not look after', async () => {
    const reader = members['support-staff']
    const { place } = await plantReports()
    const all = { ...(await readResponses(reader, place)), ...(await writeResponses(reader, place)) }
    expect(naming(all, plantedReports.amounts)).toEqual([])
    expect(naming(all, /vex marlowe/i)).toEqual([])
    expect(all.reportedDeals).toContain('Qorvex')
    await allBut('support-staff', 'athletes.all')
    const none = { ...(await readResponses(reader, place)), ...(await writeResponses(reader, place)) }
    // Colleagues with deals.view see all companies.
    const ofDeals = naming(none, plantedReports.names).filter((name) => !/compan/i.test(name))
    expect([ofDeals, naming(none, plantedReports.amounts)]).toEqual([[], []])
  })

  test('are unnoticed by another athlete, and by guardians', async () => {
    const guardian = await sweep.people.register('Mari Quinn')
    const { athlete } = sweep.world.parameters
    await sweep.owner.query(
      `insert into guardianships (organization_id, athlete_id, reach, user_id, confirmed_at)
         values ($1, $2, 'full', $4, now()), ($1, $3, 'full', $4, now())`,
      [sweep.world.organization, athlete, jonah.id, guardian.id],
    )
    const { place, token } = await plantReports()
    await sweep.owner.query('update athletes set user_id = null where id = $1', [jonah.id])
    await sweep.owner.query('update athletes set user_id = $1 where id = $2', [members.athlete.id, athlete])
    const other = {
      ...(await readResponses(members.athlete, place)),
      ...(await writeResponses(members.athlete, place)),
    }
    const { rows } = await sweep.owner.query('select id from guardianships where user_id = $1', [guardian.id])
    for (const { id } of rows) {
      const at = { ...place, parameters: { ...place.parameters, guardianship: id } }
      for (const endpoint of sweep.endpoints.filter(({ method, isStream }) => method === 'GET' && !isStream)) {
        other[`guardian ${endpoint.id}`] = (await sweep.caller.call(guardian, endpoint, at)).body
      }
      Object.assign(other, await writeResponses(guardian, at))
    }
    expect(naming(other, plantedReports.names)).toEqual([])
    expect(naming(other, plantedReports.amounts)).toEqual([])

    // The payor's link names the athlete and the company while it is open, no amount, and nothing afterwards.
    const lookUp = async () => {
      const visitor = sweep.people.visitor()
      return JSON.stringify((await visitor.ask('POST', '/api/attestations/lookup', { token })).json())
    }
    expect(await lookUp()).toMatch(plantedReports.names)
    expect(await lookUp()).not.toMatch(plantedReports.amounts)
    await must(members.agent.ask('DELETE', `${at(`disclosures/${place.parameters.disclosure}`)}/attestation`))
    expect(await lookUp()).not.toMatch(/qorvex|marlowe|okoye/i)
  })
})

test('a company with a link gets the same responses for any fee, approval, note, internal date and other deal', {
  timeout: SWEEP_TIMEOUT,
}, async () => {
  const { owner } = sweep
  const deal = await submit(await addDeal(4_800_000))
  for (const approver of [members.compliance, members.owner]) {
    const { stage } = await must<Deal>(members.owner.ask('GET', at(`deals/${deal.id}`)))
    if (stage !== 'in-review') break
    const decision = { number: 1, decision: 'approved', comment: null }
    await must(approver.ask('POST', at(`deals/${deal.id}/decisions`), decision))
  }
  const link = { purpose: 'signature', number: 1, name: 'Sofia', title: null, email: 'sofia@halden.example' }
  await must(members.agent.ask('POST', at(`deals/${deal.id}/links`), link))
  const { rows } = await owner.query("select details from outgoing_mail where kind = 'deal-signature-link'")
  const { token } = rows[0].details
  async function responses() {
    const answers: Record<string, string> = {}
    for (const endpoint of sweep.endpoints.filter(({ path }) => path.startsWith('/api/deal-links/'))) {
      const changed = (body: object) => ({ ...body, token })
      const { status, body } = await rollBack(() =>
        sweep.caller.call(members.agent, endpoint, about(deal), { changed }),
      )
      answers[endpoint.id] = `${status} ${withoutNewIds(body)}`
    }
    return answers
  }
  const before = await responses()
  expect(before.lookUpDealLink).toContain('Retainer')
  expect(Object.keys(before).length).toBeGreaterThanOrEqual(8)

  await must(members.agent.ask('POST', at(`deals/${deal.id}/notes`), { text: 'They would pay more.' }))
  await addDeal(60_000)
  // Frozen versions are immutable by a trigger.
  await owner.query("set local session_replication_role = 'replica'")
  const hidden = { fee: { flatMinor: 7 }, businessPurpose: 'Another purpose', keyDates: [] }
  const changed = await owner.query(
    `update deal_versions set terms = terms || $2, frozen = jsonb_set(frozen, '{terms}', frozen->'terms' || $2),
       hash = repeat('1', 64), conflict_reason = 'Another reason' where deal_id = $1`,
    [deal.id, hidden],
  )
  const commented = await owner.query("update deal_approvals set comment = 'Too cheap' where deal_id = $1", [deal.id])
  await owner.query("set local session_replication_role = 'origin'")
  expect([changed.rowCount, (commented.rowCount ?? 0) > 0]).toEqual([1, true])
  expect(differences(before, await responses())).toEqual([])
})
