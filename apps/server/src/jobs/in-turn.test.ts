import { expect, test } from 'vitest'
import { turns } from './in-turn.ts'

test('limits concurrency, runs the rest in order and continues after a failure', async () => {
  const inTurn = turns({ atOnce: 2, mostWaiting: 10 })
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = (number: number) =>
    inTurn(async () => {
      begun.push(number)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (number === 1) throw new Error('This one fails.')
      return number
    })
  const done = await Promise.allSettled([0, 1, 2, 3, 4].map(work))
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})

test('refuses work with Retry-After when the queue is full', async () => {
  const inTurn = turns({ atOnce: 1, mostWaiting: 1 })
  const first = Promise.withResolvers<void>()
  const running = inTurn(() => first.promise)
  const waiting = inTurn(async () => 'done')
  await expect(inTurn(async () => 'never')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  first.resolve()
  await running
  expect(await waiting).toBe('done')
})
