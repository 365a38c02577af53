// slow: every read of three people; represented by apps/server/src/http/unseen-data.test.ts
import { expect, test } from 'vitest'
import { SWEEP_TIMEOUT } from '../../test/sweep.ts'
import { differences, searches, unseenData } from '../../test/unseen-data.ts'

const { sweep, members, jonah, about, addDeal, allBut, limitToJonah, plantRecords, readResponses } = unseenData()

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
  const after = await read()
  expect(differences(before.elsewhere, after.elsewhere)).toEqual([])
  expect(differences(before.own, after.own)).toEqual([])
})
