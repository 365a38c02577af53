import { expect, test } from 'vitest'
import { SWEEP_TIMEOUT } from '../../test/sweep.ts'
import { differences, searches, unseenData } from '../../test/unseen-data.ts'

/* One reader and each read once. The whole: `unseen-amounts`, `unseen-athletes` and `unseen-deals`. */

const {
  sweep,
  members,
  jonah,
  allBut,
  addAmounts,
  addDeal,
  changeAllAmounts,
  limitToJonah,
  plantRecords,
  readResponses,
} = unseenData()

test('a member with every permission except money.view gets the same responses for any amounts', {
  timeout: SWEEP_TIMEOUT,
}, async () => {
  await allBut('support-staff', 'money.view', 'deals.approve')
  const place = await addAmounts()
  const read = (by: keyof typeof members) =>
    readResponses(members[by], place, ({ id, sorts, searched }) => [
      ...(id === 'deals' ? sorts.map((sort) => `?sort=${sort}`) : []),
      ...(searched ? ['?search=48'] : []),
    ])
  const [hidden, seen] = [await read('support-staff'), await read('owner')]
  await changeAllAmounts()
  expect(differences(hidden, await read('support-staff'))).toEqual([])
  const named = differences(seen, await read('owner')).map(({ name }) => name)
  expect(named).toEqual(expect.arrayContaining(['deals', 'deal', 'payments', 'exportDeals']))
})

test('a member with one athlete gets the same responses whatever records others have', {
  timeout: SWEEP_TIMEOUT,
}, async () => {
  await allBut('support-staff', 'athletes.all')
  const reader = members['support-staff']
  await limitToJonah(reader, 'assignment')
  await addDeal(4_800_000)
  const searched = ['deals', 'dealCounts', 'athletes', 'tasks']
  const read = () =>
    readResponses(reader, sweep.world, (endpoint) => (searched.includes(endpoint.id) ? searches(endpoint) : []))
  const before = await read()
  expect(before['athletes?search=oye']).toContain(jonah.id)
  await plantRecords()
  expect(differences(before, await read())).toEqual([])
})
