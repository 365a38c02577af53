// slow: every endpoint, before and after others change what they see; represented by apps/server/src/http/unseen-data.test.ts
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../test/every-endpoint.ts'
import { SWEEP_TIMEOUT } from '../../test/sweep.ts'
import { differences, must, searches, unseenData } from '../../test/unseen-data.ts'

const { sweep, members, jonah, at, about, allBut, limitToJonah, plantRecords, readResponses, addDeal } = unseenData()

/** Operations on data that every colleague sees, whatever their athletes. */
const unscoped =
  /compan|Association$|^listSponsors$|Tag$|CustomField$|ImportField$|LeagueEvent$|^inviteAthlete$|^archive|Archive$|Import$/i
const isDestructive = ({ id, method }: Endpoint) => method === 'DELETE' || /^(erase|merge|cancel|undo)/.test(id)
/** All changes of athletes, deals, money and programs by the owner, removals last. */
function changesByOwner() {
  const changes = sweep.endpoints.filter(
    ({ id, method, access }) =>
      method !== 'GET' && (/^(athletes|deals|money|data)\./.test(access) || /Program/.test(id)) && !unscoped.test(id),
  )
  return [false, true].map((gone) => ({ gone, changes: changes.filter((one) => isDestructive(one) === gone) }))
}

describe('a member with every permission, limited to assigned athletes', { timeout: SWEEP_TIMEOUT }, () => {
  const days = { today: '2000-01-01', yesterday: '', tomorrow: '2190-01-01' }

  async function addProgram(name: string) {
    return (await must<{ id: string }>(members.owner.ask('POST', at('programs'), { name, sport: null, gender: null })))
      .id
  }
  const join = (program: string, startsOn: string, endsOn: string | null) =>
    must(
      members.owner.ask('POST', at('program-members'), {
        programId: program,
        userId: members.coach.id,
        startsOn,
        endsOn,
      }),
    )

  test.each(['assignment', 'program'] as const)(
    'gets the same responses whatever others do, seeing one athlete by %s',
    async (by) => {
      await allBut('coach', 'athletes.all')
      const reader = members.coach
      await limitToJonah(reader, by)
      // Other programs with the other athletes: ended yesterday, beginning in the future, and never.
      const { rows } = await sweep.owner.query(
        "select ((now() at time zone 'Pacific/Pago_Pago')::date - 1)::text as day",
      )
      const others = await Promise.all([
        addProgram('Planted ended'),
        addProgram('Planted coming'),
        addProgram('Planted'),
      ])
      for (const program of others) {
        for (const one of [sweep.world.parameters.athlete, jonah.id]) {
          await must(
            members.owner.ask('POST', at(`athletes/${one}/programs`), {
              programId: program,
              startsOn: days.today,
              endsOn: null,
            }),
          )
        }
      }
      await join(others[0] ?? '', days.today, rows[0].day)
      await join(others[1] ?? '', days.tomorrow, null)

      const deal = await addDeal(4_800_000)
      const [hidden, own] = [await readResponses(reader, sweep.world), await readResponses(reader, about(deal))]
      expect(own.deals).toContain('Jonah Okoye')
      expect(hidden.deal).toMatch(/^404/)
      const planted = (answers: Record<string, string>) =>
        Object.entries(answers).flatMap(([name, answer]) =>
          /Planted|Lind|Rowing|Diving|Golf/.test(answer) ? [name] : [],
        )
      expect([...planted(own), ...planted(hidden)]).toEqual([])
      for (const { gone, changes } of changesByOwner()) {
        const done: string[] = []
        for (const endpoint of changes) {
          const { code } = await sweep.caller.call(members.owner, endpoint, sweep.world)
          if (code === 'ok') done.push(endpoint.id)
        }
        expect(done).toEqual(
          expect.arrayContaining(
            gone
              ? ['removeDeal', 'removeProgram', 'removeProgramMember']
              : ['addAthlete', 'addDeal', 'changeDeal', 'addProgram', 'addAthleteProgram', 'addProgramMember'],
          ),
        )
        expect(differences(hidden, await readResponses(reader, sweep.world))).toEqual([])
        expect(differences(own, await readResponses(reader, about(deal)))).toEqual([])
      }
    },
  )
})

test.each([
  ['coach', 'program'],
  ['support-staff', 'assignment'],
  ['athlete', undefined],
] as const)('whole records that a %s may not see change no response', { timeout: SWEEP_TIMEOUT }, async (role, by) => {
  const reader = members[role]
  await allBut(role, 'athletes.all')
  if (by) await limitToJonah(reader, by)
  const deal = await addDeal(4_800_000)
  const read = async () => ({
    elsewhere: await readResponses(reader, sweep.world, searches),
    own: await readResponses(reader, about(deal), searches),
  })
  const before = await read()
  expect(before.own.athletes).toContain(jonah.id)
  await plantRecords()
  // Colleagues see all companies.
  if (role === 'athlete')
    await must(members.owner.ask('POST', at('companies'), { name: 'Zelda Oyelaran Shoes', kind: 'brand' }))
  const after = await read()
  expect(differences(before.elsewhere, after.elsewhere)).toEqual([])
  expect(differences(before.own, after.own)).toEqual([])
})
